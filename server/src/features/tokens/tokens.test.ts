import { operations } from '@toolscore/contract';
import type {
  ApiToken,
  AuditLog,
  AuthUser,
  NewApiToken,
  OwnedApiToken,
  Rating,
  TokenScope,
  ToolWithStats,
} from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, PASSWORD, type TestApp, type TestClient } from '../../../test/harness.ts';
import { runDueJobs } from '../../jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const tool = { name: 'Made by a program', description: 'd', category: 'c' };
const scores = { usefulness: 4, usability: 2 };

async function makeToken(owner: TestClient, scope: TokenScope, more: object = {}): Promise<NewApiToken> {
  const answer = await owner.post<NewApiToken>('/auth/me/tokens', { name: 'Robot', scope, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** A program: no cookies, no CSRF token, only its API token. */
const program = ({ visitor }: TestApp, { token }: Pick<NewApiToken, 'token'>) => {
  const headers = { authorization: `Bearer ${token}` };
  return <T>(method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    visitor().send<T>(method, path, { body, headers });
};

const countSessions = async ({ context }: TestApp) =>
  (await context.engine.db.selectFrom('sessions').select('id_hash').execute()).length;

/** How often the use of a token was noted, or would have been. */
function countNotes({ context }: TestApp) {
  const notes = { count: 0, failing: false };
  const { db } = context.engine;
  const update = db.updateTable.bind(db);
  db.updateTable = ((...names: Parameters<typeof update>) => {
    if (names[0] === 'api_tokens') notes.count += 1;
    if (notes.failing) throw new Error('full');
    return update(...names);
  }) as typeof db.updateTable;
  return notes;
}

describe('making a token', () => {
  test('shows the secret once; nothing but its digest is kept', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const made = await makeToken(owner, 'manage', { name: ' CI of ops ', expiresInDays: 7 });
    expect(made).toMatchObject({ name: 'CI of ops', scope: 'manage', lastUsedAt: null });
    expect(made.token).toMatch(/^toolscore_[\w-]{43}$/);
    expect(made.token.endsWith(made.hint)).toBe(true);
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(7 * DAY_MS);
    const { token: secret, ...listed } = made;
    expect((await owner.get('/auth/me/tokens')).body).toEqual([listed]);
    const rows = await started.context.engine.db.selectFrom('api_tokens').selectAll().execute();
    const { text } = await (await started.admin()).get('/audit-logs');
    expect(JSON.stringify(rows) + text).not.toContain(secret.slice(10, -4));
    expect(text).toContain('CI of ops');
  });

  test.each([
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 5 }],
    ['scope', { scope: 'all' }],
    ['scope', { scope: undefined }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 367 }],
    ['expiresInDays', { expiresInDays: 1.5 }],
  ])('with a wrong %s is 400 that names it', async (field, wrong) => {
    const owner = await (await appForTest()).signedIn();
    const answer = await owner.post<{ error: string }>('/auth/me/tokens', { name: 'N', scope: 'read', ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(field);
  });

  test('60 at once leaves 50, and says that this is the most', async () => {
    const owner = await (await appForTest()).signedIn();
    const body = { name: 'N', scope: 'read' };
    const answers = await Promise.all(Array.from({ length: 60 }, () => owner.post('/auth/me/tokens', body)));
    expect(answers.filter(({ status }) => status === 201).length).toBe(50);
    expect(answers.filter(({ status }) => status === 409).length).toBe(10);
    expect((await owner.get<ApiToken[]>('/auth/me/tokens')).body.length).toBe(50);
  });
});

describe('a request with a token', () => {
  test('acts as its user without cookie, session or CSRF token', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const call = program(started, await makeToken(owner, 'manage'));
    const sessions = await countSessions(started);
    const me = await call<AuthUser>('GET', '/auth/me');
    const created = await call<ToolWithStats>('POST', '/tools', tool);
    expect(me.body.preferredUsername).toBe(owner.user?.username);
    expect(created).toMatchObject({ status: 201, body: { createdBy: owner.user?.username } });
    const changed = await call('PATCH', `/tools/${created.body.id}`, { name: 'Renamed' });
    expect(changed.status).toBe(200);
    for (const { headers } of [me, created, changed]) expect(headers['set-cookie']).toBeUndefined();
    expect(await countSessions(started)).toBe(sessions);
  });

  test('never uses the cookies that come with it', async () => {
    const started = await appForTest();
    const { token } = await makeToken(await started.signedIn(), 'read');
    const admin = await started.admin();
    const headers = { authorization: `bearer ${token}` };
    const answer = await admin.send<AuthUser>('GET', '/auth/me', { headers });
    expect(answer.body.role).toBe('user');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await admin.send('GET', '/users', { headers })).status).toBe(403);
    expect((await admin.get('/users')).status).toBe(200);
  });

  test('rates as its user, who has one vote, however it is cast', async () => {
    const started = await appForTest({ ANONYMOUS_VOTING: 'false' });
    const owner = await started.signedIn();
    const call = program(started, await makeToken(owner, 'rate'));
    const { id } = await owner.createTool();
    expect((await call('POST', `/tools/${id}/ratings`, scores)).status).toBe(201);
    expect((await owner.post(`/tools/${id}/ratings`, scores)).status).toBe(409);
    expect((await call<Rating>('PUT', `/tools/${id}/ratings/mine`, { ...scores, usability: 5 })).status).toBe(200);
    expect((await owner.get<Rating>(`/tools/${id}/ratings/mine`)).body.usability).toBe(5);
    expect((await call('DELETE', `/tools/${id}/ratings/mine`)).status).toBe(204);
  });

  test('of too small a scope is 403 that says which it needs, also in WWW-Authenticate', async () => {
    const started = await appForTest();
    const owner = await started.admin();
    const { id } = await owner.createTool();
    const answer = await program(started, await makeToken(owner, 'read'))('POST', `/tools/${id}/ratings`, scores);
    expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining('scope rate') } });
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="rate"');
  });

  test('is held to the role, tier and life of the account at once', async () => {
    const started = await appForTest();
    const [admin, owner] = [await started.admin(), await started.signedIn({ tier: 'premium' })];
    const call = program(started, await makeToken(owner, 'manage'));
    expect((await call('GET', '/auth/me/watchlist')).status).toBe(200);
    await admin.patch(`/users/${owner.user?.id}`, { tier: 'free' });
    expect((await call('GET', '/auth/me/watchlist')).status).toBe(403);
    await admin.patch(`/users/${owner.user?.id}`, { role: 'admin' });
    expect((await call('GET', '/users')).status).toBe(200);
    await admin.delete(`/users/${owner.user?.id}`);
    expect((await call('GET', '/auth/me')).status).toBe(401);
    expect((await admin.get<OwnedApiToken[]>('/tokens')).body).toEqual([]);
  });

  test.each(['read', 'rate', 'manage'] as const)(
    'of scope %s reaches neither passwords nor tokens nor sessions',
    async (scope) => {
      const started = await appForTest();
      const call = program(started, await makeToken(await started.admin(), scope));
      const personal = Object.values(operations).filter(({ config }) => config.scope === 'session');
      expect(personal.length).toBeGreaterThan(10);
      for (const { method, url } of personal) {
        const { status, body } = await call<{ error: string }>(method, url.replace(':id', '1'), undefined);
        expect([status, body.error], url).toEqual([403, expect.stringContaining('for people who sign in')]);
      }
    },
  );

  test('is noted as the last use, once a minute', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const call = program(started, await makeToken(owner, 'read'));
    const lastUse = async () => (await owner.get<ApiToken[]>('/auth/me/tokens')).body[0]?.lastUsedAt ?? null;
    const notes = countNotes(started);
    await Promise.all(Array.from({ length: 10 }, () => call('GET', '/auth/me')));
    await expect.poll(lastUse, { timeout: 10_000 }).not.toBeNull();
    const [first, noted] = [await lastUse(), notes.count];
    expect(noted).toBeLessThan(10);
    for (let i = 0; i < 3; i += 1) await call('GET', '/auth/me');
    expect([await lastUse(), notes.count]).toEqual([first, noted]);
    started.clock.advance(61_000);
    await call('GET', '/auth/me');
    await expect.poll(lastUse, { timeout: 10_000 }).not.toBe(first);
    expect(notes.count).toBe(noted + 1);
  });

  test('is answered though its use cannot be noted, and noted the next time', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const call = program(started, await makeToken(owner, 'read'));
    const notes = countNotes(started);
    notes.failing = true;
    expect((await call('GET', '/auth/me')).status).toBe(200);
    notes.failing = false;
    expect((await call('GET', '/auth/me')).status).toBe(200);
    expect(notes.count).toBe(2);
  });
});

describe('a token that is no good', () => {
  test('is 401 with WWW-Authenticate everywhere, on public and kept answers too', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const made = await makeToken(owner, 'manage');
    const { id } = await owner.createTool();
    const paths = ['/auth/me', '/tools', `/tools/${id}`, '/version'];
    for (const path of paths) await started.visitor().get(path);
    const wrong = ['toolscore_', '', 'x', `${made.token}x`, made.token.slice(0, -1), `a b ${made.token}`, made.hint];
    for (const path of paths) {
      expect((await program(started, made)('GET', path)).status, path).toBe(200);
      for (const token of wrong) {
        const answer = await program(started, { token })('GET', path);
        expect(answer, `${path} ${token}`).toMatchObject({
          status: 401,
          body: { error: 'The API token is wrong, expired or revoked' },
        });
        expect(answer.headers['www-authenticate']).toContain('Bearer realm="Toolscore", error="invalid_token"');
      }
    }
  });

  test('because it expired, is 401, shown as expired for a month, and then gone', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const call = program(started, await makeToken(owner, 'read', { expiresInDays: 1 }));
    const log = { info: () => undefined, error: () => undefined };
    started.clock.advance(DAY_MS - 60_000);
    expect((await call('GET', '/auth/me')).status).toBe(200);
    started.clock.advance(61_000);
    expect((await call('GET', '/auth/me')).status).toBe(401);
    await runDueJobs(started.context, log);
    expect((await owner.get<ApiToken[]>('/auth/me/tokens')).body.length).toBe(1);
    started.clock.advance(30 * DAY_MS);
    await runDueJobs(started.context, log);
    expect(await started.context.engine.db.selectFrom('api_tokens').selectAll().execute()).toEqual([]);
  });

  test('because it was revoked, is 401 from then on; revoking again, or a token of others, is 404', async () => {
    const started = await appForTest();
    const [owner, other] = [await started.signedIn(), await started.signedIn()];
    const made = await makeToken(owner, 'read');
    expect((await other.delete(`/auth/me/tokens/${made.id}`)).status).toBe(404);
    expect((await program(started, made)('GET', '/auth/me')).status).toBe(200);
    expect((await owner.delete(`/auth/me/tokens/${made.id}`)).status).toBe(204);
    expect((await program(started, made)('GET', '/auth/me')).status).toBe(401);
    expect((await owner.delete(`/auth/me/tokens/${made.id}`)).status).toBe(404);
  });

  test('because the password changed or was reset, is 401; tokens of others stay', async () => {
    const started = await appForTest();
    const [admin, owner] = [await started.admin(), await started.signedIn()];
    const kept = await makeToken(admin, 'read');
    const change = () => owner.post('/auth/me/password', { currentPassword: PASSWORD, newPassword: 'battery staple' });
    const reset = () => admin.patch(`/users/${owner.user?.id}/password`, { password: PASSWORD });
    for (const deed of [change, reset]) {
      const made = await makeToken(owner, 'read');
      expect((await deed()).status).toBe(204);
      expect((await program(started, made)('GET', '/auth/me')).status).toBe(401);
    }
    expect((await program(started, kept)('GET', '/auth/me')).status).toBe(200);
  });

  test('because nobody of that kind can sign in any more, is 401', async () => {
    const started = await appForTest();
    const owner = await started.signedIn();
    const made = await makeToken(owner, 'read');
    await started.context.engine.db
      .updateTable('users')
      .set({ auth_provider: 'oidc' })
      .where('id', '=', owner.user?.id as number)
      .execute();
    expect((await program(started, made)('GET', '/auth/me')).status).toBe(401);
  });
});

test('other schemes of Authorization, such as the Basic of a proxy, change nothing', async () => {
  const started = await appForTest();
  const owner = await started.signedIn();
  for (const authorization of ['Basic cHJveHk6c2VjcmV0', 'Digest username="bearer x"', 'Bearers x']) {
    const headers = { authorization };
    expect((await owner.send('GET', '/auth/me', { headers })).status, authorization).toBe(200);
    expect((await started.visitor().send('GET', '/tools', { headers })).status, authorization).toBe(200);
  }
});

test('public answers are the same with a token and without, 304 included, whoever asked first', async () => {
  const started = await appForTest();
  const owner = await started.signedIn();
  const { token } = await makeToken(owner, 'read');
  await owner.createTool();
  const bare = ({ date: _date, 'server-timing': _timing, ...headers }: Record<string, unknown>) => headers;
  for (const path of ['/tools', '/tools?sort=name_asc']) {
    const authorization = { authorization: `Bearer ${token}` };
    const visit = (headers: Record<string, string>) => started.visitor().send('GET', path, { headers });
    const both = [await visit(authorization), await visit({}), await visit(authorization)];
    if (path !== '/tools') both.reverse();
    for (const answer of both) {
      expect([answer.status, answer.text]).toEqual([200, both[0]?.text]);
      expect(bare(answer.headers)).toEqual(bare(both[0]?.headers ?? {}));
    }
    const again = await visit({ ...authorization, 'if-none-match': String(both[0]?.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  }
});

test('admins see the tokens of everybody, never a secret, and revoke any; both are audited', async () => {
  const started = await appForTest();
  const [admin, owner] = [await started.admin(), await started.signedIn()];
  const made = await makeToken(owner, 'rate');
  const all = await admin.get<OwnedApiToken[]>('/tokens');
  const { token: secret, ...listed } = made;
  expect(all.body).toEqual([{ ...listed, userId: owner.user?.id, username: owner.user?.username }]);
  expect(all.text).not.toContain(secret);
  expect((await admin.delete(`/tokens/${made.id}`)).status).toBe(204);
  expect((await admin.delete(`/tokens/${made.id}`)).status).toBe(404);
  expect((await program(started, made)('GET', '/auth/me')).status).toBe(401);
  const { body } = await admin.get<AuditLog[]>(`/audit-logs?entityType=token&entityId=${made.id}`);
  expect(body.map(({ action, username }) => [action, username])).toEqual([
    ['delete', admin.user?.username],
    ['create', owner.user?.username],
  ]);
  expect(JSON.parse(body[0]?.changes as string)).toMatchObject({
    userId: { from: owner.user?.id, to: null },
    scope: { from: 'rate', to: null },
  });
});

test('programs of an allowed origin may send a token', async () => {
  const { visitor } = await appForTest({ CORS_ALLOWED_ORIGINS: 'https://a.example' });
  const { headers } = await visitor().send('OPTIONS', '/tools', {
    headers: {
      origin: 'https://a.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(headers['access-control-allow-headers']).toContain('authorization');
});
