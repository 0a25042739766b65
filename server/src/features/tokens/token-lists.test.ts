// What owners and admins see of API tokens, what is recorded, and how long they are kept.
import type { ApiToken, AuditLog, NewApiToken, OwnedApiToken } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { appForTest, type TestClient } from '../../../test/harness.ts';
import { deleteExpiredTokens } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const make = async (owner: TestClient, name: string, more: object = {}) =>
  (await owner.post<NewApiToken>('/auth/me/tokens', { name, scope: 'read', ...more })).body;

test('people see their own tokens, admins those of everybody, the newest first', async () => {
  const { signedIn, admin } = await appForTest();
  const [one, two, boss] = [await signedIn(), await signedIn(), await admin()];
  for (const [owner, name] of [
    [one, 'a'],
    [two, 'b'],
    [one, 'c'],
  ] as const) {
    await make(owner, name);
  }
  const names = async (client: TestClient, path: string) =>
    (await client.get<ApiToken[]>(path)).body.map(({ name }) => name);
  expect(await names(one, '/auth/me/tokens')).toEqual(['c', 'a']);
  expect(await names(two, '/auth/me/tokens')).toEqual(['b']);
  expect(await names(boss, '/auth/me/tokens')).toEqual([]);
  const { body } = await boss.get<OwnedApiToken[]>('/tokens');
  expect(body.map(({ name, username }) => [name, username])).toEqual([
    ['c', one.user?.username],
    ['b', two.user?.username],
    ['a', one.user?.username],
  ]);
});

test('a token lasts for 90 days unless told otherwise, is hinted at by its last four characters, and is on record without its secret', async () => {
  const { signedIn, admin } = await appForTest();
  const owner = await signedIn();
  const made = await make(owner, ' Robot ');
  expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(90 * DAY_MS);
  expect(made.hint).toBe(made.token.slice(-4));
  await owner.delete(`/auth/me/tokens/${made.id}`);
  const { body } = await (await admin()).get<AuditLog[]>(`/audit-logs?entityType=token&entityId=${made.id}`);
  const fields = { userId: owner.user?.id, name: 'Robot', scope: 'read', expiresAt: made.expiresAt };
  const changes = (from: boolean) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, from ? { from: value, to: null } : { from: null, to: value }]),
    );
  expect(body.map(({ action, username, changes: text }) => [action, username, JSON.parse(text as string)])).toEqual([
    ['delete', owner.user?.username, changes(true)],
    ['create', owner.user?.username, changes(false)],
  ]);
});

test('the limit of 50 is for each owner, and what is not there is said in words', async () => {
  const { signedIn } = await appForTest();
  const [owner, other] = [await signedIn(), await signedIn()];
  for (let i = 0; i < 50; i += 1) await make(owner, `${i}`);
  expect(await owner.post('/auth/me/tokens', { name: 'N', scope: 'read' })).toMatchObject({
    status: 409,
    body: { error: 'You have 50 API tokens already: revoke one first' },
  });
  expect((await other.post('/auth/me/tokens', { name: 'N', scope: 'read' })).status).toBe(201);
  expect(await owner.delete('/auth/me/tokens/987654')).toMatchObject({
    status: 404,
    body: { error: 'API token not found' },
  });
});

test('an expired token is kept for 30 days to the millisecond', async () => {
  const { signedIn, context } = await appForTest();
  const owner = await signedIn();
  const made = await make(owner, 'old', { expiresInDays: 1 });
  const { db } = context.engine;
  const left = async (afterExpiry: number) => {
    await deleteExpiredTokens(db, Date.parse(made.expiresAt) + afterExpiry);
    return (await owner.get<ApiToken[]>('/auth/me/tokens')).body.length;
  };
  expect(await left(30 * DAY_MS - 1)).toBe(1);
  expect(await left(30 * DAY_MS)).toBe(0);
});
