import type { AuditLog, AuthUser, User } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, PASSWORD, startApp, type TestClient } from '../../../test/harness.ts';

const statuses = (answers: { status: number }[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([key, list]) => [key, list?.length]),
  );

describe('signing in', () => {
  test('answers who it is, sets a HttpOnly, SameSite=Lax cookie, and opens a session', async () => {
    const { visitor, signedIn } = await appForTest();
    const { user } = await signedIn({ tier: 'premium', username: 'Grace' });
    const client = visitor();
    const answer = await client.post<AuthUser>('/auth/login', { username: ' gRACE ', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      sub: String(user?.id),
      email: null,
      name: null,
      preferredUsername: 'Grace',
      role: 'user',
      tier: 'premium',
      entitlements: ['compare', 'watchlist', 'trash', 'costs', 'tool-import'],
      isLocal: true,
    });
    const [cookie, ...others] = [answer.headers['set-cookie']].flat();
    expect([cookie, others]).toEqual([
      expect.stringMatching(/^toolscore_session=[^;]+; .*HttpOnly; SameSite=Lax/i),
      [],
    ]);
    expect((await client.get('/auth/me')).body).toEqual(answer.body);
  });

  test('with an unknown name and with a wrong password is answered alike', async () => {
    const { visitor, signedIn } = await appForTest();
    const { user } = await signedIn();
    const wrong = await visitor().post('/auth/login', { username: user?.username, password: 'wrong' });
    const unknown = await visitor().post('/auth/login', { username: 'nobody here', password: 'wrong' });
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
    expect(unknown).toMatchObject({ status: 401, body: { error: 'Username or password is wrong' } });
  });

  test('the token for it is for nobody to keep', async () => {
    const { visitor } = await appForTest();
    expect((await visitor().get('/auth/csrf')).headers['cache-control']).toBe('no-store');
  });

  test('to an account without a password is impossible', async () => {
    const { visitor, signedIn, context } = await appForTest();
    const { user } = await signedIn();
    const { db } = context.engine;
    await db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', (user as User).id)
      .execute();
    for (const password of [PASSWORD, '']) {
      expect((await visitor().post('/auth/login', { username: user?.username, password })).status).not.toBe(200);
    }
  });
});

describe('failed sign-ins', () => {
  const fail = (client: TestClient, username: string, address: string) =>
    client.request('POST', '/auth/login', { username, password: 'wrong' }, address);
  const succeed = (client: TestClient, username: string, address: string) =>
    client.request('POST', '/auth/login', { username, password: PASSWORD }, address);

  test('10 per username and address and 15 minutes, then 429 even for the right password', async () => {
    const { visitor, signedIn, admin, clock } = await appForTest();
    const { user } = await signedIn();
    const name = (user as User).username;
    for (let i = 0; i < 10; i += 1) expect((await fail(visitor(), name, '198.51.100.1')).status).toBe(401);
    const refused = await succeed(visitor(), name.toUpperCase(), '198.51.100.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await succeed(visitor(), name, '198.51.100.2')).status).toBe(200);
    expect((await fail(visitor(), 'other', '198.51.100.1')).status).toBe(401);
    const { body } = await (await admin()).get<AuditLog[]>('/audit-logs?action=sign_in_blocked');
    expect(body.map(({ entityId, username }) => [entityId, username])).toEqual([[user?.id, name]]);
    clock.advance(15 * 60_000 + 1);
    expect((await succeed(visitor(), name, '198.51.100.1')).status).toBe(200);
  });

  test('the one that reaches the limit is on record, whoever it was for, and none before or after', async () => {
    const { visitor, signedIn, admin } = await appForTest({ LOGIN_ATTEMPT_LIMIT: '2' });
    const { user } = await signedIn();
    for (const name of [(user as User).username, 'no such person']) {
      for (let i = 0; i < 4; i += 1) await fail(visitor(), name, '198.51.100.9');
    }
    const { body } = await (await admin()).get<AuditLog[]>('/audit-logs?action=sign_in_blocked');
    const changes = JSON.stringify({ failedAttempts: { from: null, to: 2 } });
    expect(body).toMatchObject([
      { entityType: 'user', entityId: null, userId: 'anonymous', username: 'anonymous', changes },
      { entityType: 'user', entityId: user?.id, userId: 'anonymous', username: user?.username, changes },
    ]);
  });

  test('30 at once: exactly the limit is tried', async () => {
    const { visitor, signedIn } = await appForTest({ LOGIN_ATTEMPT_LIMIT: '4' });
    const { user } = await signedIn();
    const clients = Array.from({ length: 30 }, () => visitor());
    const answers = await Promise.all(clients.map((client) => fail(client, (user as User).username, '198.51.100.3')));
    expect(statuses(answers)).toEqual({ 401: 4, 429: 26 });
  });

  test('30 successful sign-ins at once are not limited', async () => {
    const { visitor, signedIn } = await appForTest({ LOGIN_ATTEMPT_LIMIT: '4' });
    const { user } = await signedIn();
    const clients = Array.from({ length: 30 }, () => visitor());
    const answers = await Promise.all(
      clients.map((client) => succeed(client, (user as User).username, '198.51.100.4')),
    );
    expect(statuses(answers)).toEqual({ 200: 30 });
  });

  test('are still counted after a restart', async () => {
    const one = await appForTest({ LOGIN_ATTEMPT_LIMIT: '1' });
    expect((await fail(one.visitor(), 'someone', '198.51.100.6')).status).toBe(401);
    await one.stop();
    const two = await startApp({ LOGIN_ATTEMPT_LIMIT: '1' }, one.environment);
    expect((await fail(two.visitor(), 'someone', '198.51.100.6')).status).toBe(429);
    await two.close();
  });

  test('are counted for all instances together', async ({ skip }) => {
    if (!isPostgres()) skip('SQLite is one process per file');
    const one = await startApp({ LOGIN_ATTEMPT_LIMIT: '4' });
    const two = await startApp({ LOGIN_ATTEMPT_LIMIT: '4' }, one.environment);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => fail((i % 2 ? one : two).visitor(), 'someone', '198.51.100.5')),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBe(4);
    for (const app of [two, one]) await app.close();
  });
});

describe('signing out', () => {
  test('ends the session', async () => {
    const { signedIn, visitor } = await appForTest();
    const client = await signedIn();
    const cookie = client.cookies.get('toolscore_session') as string;
    expect(await client.post('/auth/logout')).toMatchObject({ status: 200, body: { url: null } });
    const stolen = visitor();
    stolen.cookies.set('toolscore_session', cookie);
    expect((await stolen.get('/auth/me')).status).toBe(401);
  });
});

describe('changing the own password', () => {
  test('needs the current one, keeps this session and ends the others', async () => {
    const { signedIn, visitor } = await appForTest();
    const client = await signedIn();
    const elsewhere = await visitor().signIn(client.user as User);
    const wrong = await client.post('/auth/me/password', { currentPassword: 'wrong', newPassword: 'battery staple' });
    expect(wrong).toMatchObject({ status: 400, body: { error: 'currentPassword is wrong' } });
    expect((await elsewhere.get('/auth/me')).status).toBe(200);
    const right = await client.post('/auth/me/password', { currentPassword: PASSWORD, newPassword: 'battery staple' });
    expect(right.status).toBe(204);
    expect((await client.get('/auth/me')).status).toBe(200);
    expect((await elsewhere.get('/auth/me')).status).toBe(401);
    await expect(visitor().signIn(client.user as User)).rejects.toThrow('sign-in failed');
    await visitor().signIn(client.user as User, 'battery staple');
  });

  test('is on record, without any password', async () => {
    const { signedIn, admin } = await appForTest();
    const client = await signedIn();
    await client.post('/auth/me/password', { currentPassword: 'wrong', newPassword: 'battery staple' });
    await client.post('/auth/me/password', { currentPassword: PASSWORD, newPassword: 'battery staple' });
    const { body } = await (await admin()).get<AuditLog[]>('/audit-logs?entityType=user');
    expect(body.filter(({ action }) => action === 'change_password')).toMatchObject([
      { entityId: client.user?.id, userId: String(client.user?.id), username: client.user?.username, changes: null },
    ]);
  });

  test('twice at once with the same current one changes it once', async () => {
    const { signedIn, visitor } = await appForTest();
    const client = await signedIn();
    const elsewhere = await visitor().signIn(client.user as User);
    const news = ['battery staple', 'other staple'];
    await Promise.all([client, elsewhere].map((one) => one.csrfToken()));
    const answers = await Promise.all(
      [client, elsewhere].map((one, i) =>
        one.post('/auth/me/password', { currentPassword: PASSWORD, newPassword: news[i] }),
      ),
    );
    expect(statuses(answers)[204]).toBe(1);
    const won = news[answers.findIndex(({ status }) => status === 204)];
    await visitor().signIn(client.user as User, won);
  });

  test('10 attempts per 15 minutes, each counted; then 429 with Retry-After', async () => {
    const { signedIn, clock } = await appForTest();
    const client = await signedIn();
    const attempt = () => client.post('/auth/me/password', { currentPassword: PASSWORD, newPassword: PASSWORD });
    for (let i = 0; i < 10; i += 1) expect((await attempt()).status).toBe(204);
    const refused = await attempt();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    clock.advance(15 * 60_000 + 1);
    expect((await attempt()).status).toBe(204);
  });

  test('with one of 1 MB is refused before it is read', async () => {
    const { signedIn, visitor } = await appForTest();
    const huge = 'x'.repeat(1024 * 1024);
    const client = await signedIn();
    for (const change of [
      { currentPassword: huge, newPassword: 'long enough' },
      { currentPassword: PASSWORD, newPassword: huge },
    ]) {
      expect((await client.post('/auth/me/password', change)).status).toBe(413);
    }
    expect((await visitor().post('/auth/login', { username: 'x', password: huge })).status).toBe(413);
  });

  test.each([['12345'], ['é'.repeat(513)], ['x'.repeat(1025)]])(
    'to one of wrong length is refused',
    async (newPassword) => {
      const { signedIn } = await appForTest();
      const client = await signedIn();
      const answer = await client.post<{ error: string }>('/auth/me/password', {
        currentPassword: PASSWORD,
        newPassword,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain('newPassword');
    },
  );
});

test('mode and password redirect speak of local accounts', async () => {
  const { visitor } = await appForTest();
  expect((await visitor().get('/auth/mode')).body).toEqual({ mode: 'local' });
  expect((await visitor().get('/auth/password-redirect')).body).toEqual({ url: null });
});

describe('behind a proxy', () => {
  test.each([
    ['1', '10.0.0.1', '6.6.6.6, 198.51.100.7', '198.51.100.7'],
    ['2', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['10.0.0.0/8', '203.0.113.9', '6.6.6.6', '203.0.113.9'],
    ['false', '203.0.113.9', '6.6.6.6', '203.0.113.9'],
  ])('trusting %s, a request from %s forwarded for %s is limited as one from %s', async (trust, from, chain, who) => {
    const { visitor } = await appForTest({ TRUST_PROXY: trust, LOGIN_ATTEMPT_LIMIT: '1' });
    const attempt = async (client: TestClient, address: string, headers: Record<string, string>) => {
      const token = { 'x-csrf-token': await client.csrfToken() };
      const body = { username: 'someone', password: 'wrong' };
      return (await client.send('POST', '/auth/login', { body, address, headers: { ...token, ...headers } })).status;
    };
    expect(await attempt(visitor(), from, { 'x-forwarded-for': chain })).toBe(401);
    expect(await attempt(visitor(), from, { 'x-forwarded-for': chain.replace('6.6.6.6', '7.7.7.7') })).toBe(429);
    expect(await attempt(visitor(), who, {})).toBe(429);
    expect(await attempt(visitor(), '198.51.100.99', {})).toBe(401);
  });
});
