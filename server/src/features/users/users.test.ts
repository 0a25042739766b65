import type { AuditLog, ToolWithStats, User } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, startApp, type TestApp } from '../../../test/harness.ts';

const admins = async ({ context }: TestApp) =>
  context.engine.db.selectFrom('users').select('id').where('role', '=', 'admin').execute();

describe('creating accounts', () => {
  test('gives role user and tier free unless told otherwise', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const plain = await client.post<User>('/users', { username: ' Ada ', password: 'longer' });
    expect(plain.status).toBe(201);
    expect(plain.body).toMatchObject({
      username: 'Ada',
      email: null,
      role: 'user',
      tier: 'free',
      authProvider: 'local',
    });
    const full = { username: 'Bob', password: 'longer', email: 'b@example.org', role: 'admin', tier: 'enterprise' };
    expect((await client.post<User>('/users', full)).body).toMatchObject({ email: 'b@example.org', role: 'admin' });
    const { body } = await client.get<User[]>('/users');
    expect(body.map((user) => user.username)).toEqual([client.user?.username, 'Ada', 'Bob']);
    expect(JSON.stringify(body)).not.toMatch(/argon2|hash/i);
  });

  test.each(['ada', 'ADA', ' Ada ', 'Ａda'])('with a name that exists, as %j, is 409', async (username) => {
    const { admin } = await appForTest();
    const client = await admin();
    await client.post('/users', { username: 'Ada', password: 'longer' });
    expect((await client.post('/users', { username, password: 'longer' })).status).toBe(409);
  });

  test('20 times at once with one name makes one', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        client.post('/users', { username: i % 2 ? 'Ada' : 'ADA', password: 'longer' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201).length).toBe(1);
    expect(answers.filter(({ status }) => status === 409).length).toBe(19);
  });

  test.each([
    ['username', { username: 'a' }],
    ['username', { username: '  a  ' }],
    ['username', { username: 'a\u0007b' }],
    ['username', { username: 'a\u202eb' }],
    ['username', { username: 'x'.repeat(101) }],
    ['password', { password: '12345' }],
    ['password', { password: 'x'.repeat(1025) }],
    ['password', { password: 'é'.repeat(513) }],
    ['role', { role: 'root' }],
    ['tier', { tier: 'gold' }],
    ['email', { email: 'nonsense' }],
  ])('with a wrong %s is 400 that names it', async (field, wrong) => {
    const { admin } = await appForTest();
    const client = await admin();
    const answer = await client.post<{ error: string }>('/users', { username: 'Ada', password: 'longer', ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(field);
  });

  test('with a password of 1 MB is refused before it is hashed', async () => {
    const { admin } = await appForTest();
    const answer = await (await admin()).post('/users', { username: 'Ada', password: 'x'.repeat(1024 * 1024) });
    expect(answer.status).toBe(413);
  });
});

describe('changing role and tier', () => {
  test('takes effect, is audited field by field, and 404 for nobody', async () => {
    const { admin, signedIn } = await appForTest();
    const client = await admin();
    const { user } = await signedIn();
    const answer = await client.patch<User>(`/users/${user?.id}`, { tier: 'premium', role: 'admin' });
    expect(answer.body).toMatchObject({ id: user?.id, tier: 'premium', role: 'admin' });
    const { body } = await client.get<AuditLog[]>(`/audit-logs?entityType=user&entityId=${user?.id}`);
    expect(JSON.parse(body[0]?.changes as string)).toEqual({
      role: { from: 'user', to: 'admin' },
      tier: { from: 'free', to: 'premium' },
    });
    expect(body[0]).toMatchObject({
      action: 'update',
      userId: String(client.user?.id),
      username: client.user?.username,
    });
    expect((await client.patch('/users/987654', { tier: 'premium' })).status).toBe(404);
  });

  test.each([
    ['role', { role: 'root' }],
    ['role', { role: null }],
    ['role', { role: ['admin'] }],
    ['tier', { tier: 'gold' }],
    ['tier', { tier: 'Premium' }],
    ['tier', { role: 'admin', tier: 1 }],
  ])('a wrong %s, %j, is 400 that names it and changes nothing', async (field, wrong) => {
    const { admin, signedIn } = await appForTest();
    const client = await admin();
    const { user } = await signedIn();
    const answer = await client.patch<{ error: string }>(`/users/${user?.id}`, wrong);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(field)]);
    const { body } = await client.get<User[]>('/users');
    expect(body.find(({ id }) => id === user?.id)).toMatchObject({ role: 'user', tier: 'free' });
  });

  test('nothing at all changes nothing, and records nothing', async () => {
    const { admin, signedIn } = await appForTest();
    const client = await admin();
    const { user } = await signedIn({ tier: 'premium' });
    expect((await client.patch<User>(`/users/${user?.id}`, {})).body).toMatchObject({ role: 'user', tier: 'premium' });
    expect((await client.patch<User>(`/users/${user?.id}`, { tier: 'premium' })).status).toBe(200);
    expect((await client.get<AuditLog[]>(`/audit-logs?entityType=user&entityId=${user?.id}`)).body).toEqual([]);
  });

  test('admins can neither demote nor delete themselves', async () => {
    const { admin } = await appForTest();
    const [client] = [await admin(), await admin()];
    expect((await client.patch(`/users/${client.user?.id}`, { role: 'user' })).status).toBe(409);
    expect((await client.delete(`/users/${client.user?.id}`)).status).toBe(409);
    expect((await client.patch(`/users/${client.user?.id}`, { tier: 'free', role: 'admin' })).status).toBe(200);
  });

  test.each(['demoting', 'deleting'])('two admins %s each other at the same moment leave one admin', async (deed) => {
    for (let round = 0; round < 8; round += 1) {
      const one = await startApp();
      const two = isPostgres() ? await startApp({}, one.environment) : one;
      const [a, b] = [await one.admin(), await two.admin()];
      await Promise.all([a.csrfToken(), b.csrfToken()]);
      const answers = await Promise.all(
        deed === 'demoting'
          ? [a.patch(`/users/${b.user?.id}`, { role: 'user' }), b.patch(`/users/${a.user?.id}`, { role: 'user' })]
          : [a.delete(`/users/${b.user?.id}`), b.delete(`/users/${a.user?.id}`)],
      );
      expect((await admins(one)).length, JSON.stringify(answers.map(({ status }) => status))).toBe(1);
      if (two !== one) await two.close();
      await one.close();
    }
  });
});

describe('deleting an account', () => {
  test('keeps its tools, ratings and audit entries, and ends its sessions', async () => {
    const { admin, signedIn, visitor } = await appForTest();
    const client = await admin();
    const member = await signedIn();
    const { id } = await member.createTool();
    await member.rate(id, 4, 4);
    expect((await client.delete(`/users/${member.user?.id}`)).status).toBe(204);
    expect((await member.get('/auth/me')).status).toBe(401);
    const { body: tool } = await visitor().get<ToolWithStats>(`/tools/${id}`);
    expect(tool).toMatchObject({ createdBy: null, ratingCount: 1 });
    const { body: entries } = await client.get<AuditLog[]>(`/audit-logs?user=${member.user?.username}`);
    expect(entries.map(({ entityType, action }) => `${entityType} ${action}`)).toEqual(['tool create']);
    expect((await client.delete(`/users/${member.user?.id}`)).status).toBe(204);
  });
});

test('an account that is deleted while its requests are under way: they are done or 401, and never a failure', async () => {
  const { admin, signedIn } = await appForTest();
  const client = await admin();
  const tool = await client.createTool();
  const requests = [
    ['POST', '/tools', { name: 'N', description: 'D', category: 'C' }],
    ['PUT', '/auth/me/preferences', { view: 'rows' }],
    ['PUT', `/auth/me/watchlist/${tool.id}`, {}],
    ['POST', '/admin/tools/import', [{ name: 'I', description: 'D', category: 'C' }]],
  ] as const;
  for (const [method, path, body] of requests) {
    const member = await signedIn({ tier: 'premium' });
    await Promise.all([member.csrfToken(), client.csrfToken()]);
    const answers = await Promise.all([
      client.delete(`/users/${member.user?.id}`),
      ...Array.from({ length: 4 }, () => member.request(method, path, body)),
    ]);
    expect(answers[0]?.status).toBe(204);
    for (const { status, text } of answers.slice(1)) expect([200, 201, 401], `${path} ${text}`).toContain(status);
  }
});

describe('what cannot be done', () => {
  test('is said in words', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const { username, id } = client.user as User;
    const textOf = async (answer: Promise<{ body: { error: string } }>) => (await answer).body.error;
    const again = client.post<{ error: string }>('/users', { username, password: 'longer' });
    expect(await textOf(again)).toBe(`The username ${username} exists already`);
    expect(await textOf(client.patch(`/users/${id}`, { role: 'user' }))).toBe('You cannot demote yourself');
    expect(await textOf(client.delete(`/users/${id}`))).toBe('You cannot delete yourself');
    expect(await textOf(client.patch('/users/987654', { tier: 'free' }))).toBe('User not found');
    expect(await textOf(client.patch('/users/987654/password', { password: 'longer' }))).toBe('User not found');
    const long = client.patch<{ error: string }>(`/users/${id}/password`, { password: 'é'.repeat(513) });
    expect(await textOf(long)).toBe('password must have at most 1024 bytes');
  });
});

test('the audit log has an account from its creation to its deletion', async () => {
  const { admin } = await appForTest();
  const client = await admin();
  const { body: user } = await client.post<User>('/users', { username: 'Ada', password: 'longer' });
  await client.delete(`/users/${user.id}`);
  const { body } = await client.get<AuditLog[]>(`/audit-logs?entityType=user&entityId=${user.id}`);
  expect(body.map(({ action, changes }) => [action, JSON.parse(changes ?? '{}').username])).toEqual([
    ['delete', { from: 'Ada', to: null }],
    ['create', { from: null, to: 'Ada' }],
  ]);
});

describe('setting a password', () => {
  test('of the own account keeps this session and ends the others', async () => {
    const { admin, visitor } = await appForTest();
    const client = await admin();
    const elsewhere = await visitor().signIn(client.user as User);
    expect((await client.patch(`/users/${client.user?.id}/password`, { password: 'battery staple' })).status).toBe(204);
    expect((await client.get('/auth/me')).status).toBe(200);
    expect((await elsewhere.get('/auth/me')).status).toBe(401);
  });

  test.each([
    ['5 characters', '12345', 400],
    ['1,025 bytes', 'é'.repeat(513), 400],
    ['1 MB', 'x'.repeat(1024 * 1024), 413],
    ['no text', 123_456, 400],
  ])('of %s is refused, and the old one still good', async (_name, password, status) => {
    const { admin, signedIn, visitor } = await appForTest();
    const member = await signedIn();
    const answer = await (await admin()).patch(`/users/${member.user?.id}/password`, { password });
    expect(answer.status).toBe(status);
    await visitor().signIn(member.user as User);
  });

  test('ends that user sessions, never says the password, and is 404 for nobody', async () => {
    const { admin, signedIn, visitor } = await appForTest();
    const client = await admin();
    const member = await signedIn();
    expect((await client.patch(`/users/${member.user?.id}/password`, { password: 'battery staple' })).status).toBe(204);
    expect((await member.get('/auth/me')).status).toBe(401);
    await visitor().signIn(member.user as User, 'battery staple');
    const { text } = await client.get('/audit-logs');
    expect(text).toContain('set_password');
    expect(text).not.toContain('battery');
    expect((await client.patch('/users/987654/password', { password: 'battery staple' })).status).toBe(404);
  });

  test('10 per account and 15 minutes, wrong bodies counted too; other accounts are not held up', async () => {
    const { admin, signedIn } = await appForTest();
    const client = await admin();
    const [one, two] = [await signedIn(), await signedIn()];
    for (let i = 0; i < 10; i += 1) {
      expect((await client.patch(`/users/${one.user?.id}/password`, { password: 'x' })).status).toBe(400);
    }
    const refused = await client.patch(`/users/${one.user?.id}/password`, { password: 'long enough' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await client.patch(`/users/${two.user?.id}/password`, { password: 'long enough' })).status).toBe(204);
  });

  test('is 422 for people of an identity provider', async () => {
    const { admin, signedIn, context } = await appForTest();
    const client = await admin();
    const member = await signedIn();
    const values = { auth_provider: 'oidc' as const, password_hash: null };
    await context.engine.db
      .updateTable('users')
      .set(values)
      .where('id', '=', member.user?.id as number)
      .execute();
    expect((await client.patch(`/users/${member.user?.id}/password`, { password: 'long enough' })).status).toBe(422);
  });
});

test('accounts are paged on request', async () => {
  const { admin, signedIn } = await appForTest();
  const client = await admin();
  for (let i = 0; i < 4; i += 1) await signedIn();
  const page = await client.get<User[]>('/users?limit=2&offset=1');
  expect(page.body.length).toBe(2);
  expect(page.headers['x-total-count']).toBe('5');
  expect(page.headers.link).toContain('rel="next"');
  expect((await client.get('/users')).headers['x-total-count']).toBeUndefined();
});
