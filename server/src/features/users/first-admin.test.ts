import type { AuditLog, User } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { appForTest, type TestApp } from '../../../test/harness.ts';
import { ensureAdmin } from './first-admin.ts';

const signIn = ({ visitor }: TestApp, username: string, password: string) =>
  visitor().signIn({ username } as User, password);

test('a service without accounts gets the admin and the password that it is configured with', async () => {
  const started = await appForTest({ ADMIN_USERNAME: 'Chief', ADMIN_PASSWORD: 'given to it' });
  expect(await ensureAdmin(started.context)).toBeNull();
  const admin = await signIn(started, 'chief', 'given to it');
  expect((await admin.get('/auth/me')).body).toMatchObject({
    preferredUsername: 'Chief',
    role: 'admin',
    tier: 'enterprise',
  });
  const { body } = await admin.get<AuditLog[]>('/audit-logs');
  expect(body.map(({ action, username, changes }) => [action, username, JSON.parse(changes ?? '')])).toEqual([
    ['create', 'system', { username: { from: null, to: 'Chief' }, role: { from: null, to: 'admin' } }],
  ]);
});

test('a password that is not configured is invented, and told once', async () => {
  const started = await appForTest();
  const password = (await ensureAdmin(started.context)) as string;
  expect(password).toMatch(/^[\w-]{16}$/);
  await signIn(started, 'admin', password);
  expect(await ensureAdmin(started.context)).toBeNull();
  await signIn(started, 'admin', password);
});

test('instances that start at once make one admin', async () => {
  const started = await appForTest();
  const passwords = await Promise.all(Array.from({ length: 4 }, () => ensureAdmin(started.context)));
  const [told, ...others] = passwords.filter((password) => password !== null);
  expect(others).toEqual([]);
  const admin = await signIn(started, 'admin', told as string);
  expect((await admin.get<User[]>('/users')).body.length).toBe(1);
});

test('a service with any local account gets none', async () => {
  const started = await appForTest();
  await started.signedIn();
  expect(await ensureAdmin(started.context)).toBeNull();
  expect((await (await started.admin()).get<User[]>('/users')).body.map(({ username }) => username)).not.toContain(
    'admin',
  );
});

test('accounts of a provider are no local ones; one that has the name of the admin stops the start', async () => {
  const started = await appForTest();
  const { user } = await started.signedIn({ username: 'Ada' });
  const { db } = started.context.engine;
  await db
    .updateTable('users')
    .set({ auth_provider: 'oidc' })
    .where('id', '=', user?.id as number)
    .execute();
  const config = { ...started.context.config, adminUsername: 'ada' };
  await expect(ensureAdmin({ ...started.context, config })).rejects.toThrow('ADMIN_USERNAME ada is taken');
  expect(await ensureAdmin(started.context)).toEqual(expect.any(String));
});

test('where people sign in with a provider, none is made', async () => {
  const { context } = await appForTest();
  expect(await ensureAdmin({ ...context, config: { ...context.config, authMode: 'oidc' } })).toBeNull();
  expect(await context.engine.db.selectFrom('users').select('id').execute()).toEqual([]);
});
