import { createHmac } from 'node:crypto';
import type { AuthUser } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Answer, appForTest, PASSWORD, type TestApp } from '../test/harness.ts';
import { countSessions, deleteExpiredSessions, isStranger } from './session.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cookiesOf = ({ headers }: Pick<Answer, 'headers'>) => [headers['set-cookie'] ?? []].flat().map(String);
const isVoter = (cookie: string) => cookie.startsWith('toolscore_voter=');

/** Seconds for which a browser keeps a cookie. */
function lifeOf(cookie: string | undefined): number {
  const [, seconds, moment] = /; (?:Max-Age=(\d+)|Expires=([^;]+))/i.exec(cookie ?? '') ?? [];
  return seconds === undefined ? (Date.parse(moment ?? '') - Date.now()) / 1000 : Number(seconds);
}

describe('a session', () => {
  test('begins with signing in under a new identifier; the old one and its token are refused from then on', async () => {
    const { visitor, signedIn } = await appForTest();
    const { user } = await signedIn();
    const client = visitor();
    const token = await client.csrfToken();
    const old = client.cookies.get('toolscore_session') as string;
    await client.post('/auth/login', { username: user?.username, password: PASSWORD });
    expect(client.cookies.get('toolscore_session')).not.toBe(old);
    expect((await client.send('POST', '/auth/logout', { headers: { 'x-csrf-token': token } })).status).toBe(403);
    const fixed = visitor();
    fixed.cookies.set('toolscore_session', old);
    expect((await fixed.get('/auth/me')).status).toBe(401);
    expect((await fixed.send('POST', '/auth/logout', { headers: { 'x-csrf-token': token } })).status).toBe(403);
  });

  test('keeps only a digest of the session identifier', async () => {
    const { signedIn, context } = await appForTest();
    const client = await signedIn();
    const id = decodeURIComponent(client.cookies.get('toolscore_session') as string).split('.')[0] as string;
    const rows = await context.engine.db.selectFrom('sessions').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  test('of a member lasts 14 days, in the browser too', async () => {
    const { signedIn, visitor, clock } = await appForTest();
    const client = await signedIn();
    const login = { username: client.user?.username, password: PASSWORD };
    const days = cookiesOf(await visitor().post('/auth/login', login)).map((cookie) => lifeOf(cookie) / 86_400);
    expect(days).toEqual([expect.closeTo(14, 2)]);
    clock.advance(14 * 24 * 3_600_000 - 60_000);
    expect((await client.get('/auth/me')).status).toBe(200);
    clock.advance(120_000);
    expect((await client.get('/auth/me')).status).toBe(401);
  });

  test.each([
    ['is deleted', ({ db }, id) => db.deleteFrom('users').where('id', '=', id)],
    ['has a new password', ({ db }, id) => db.updateTable('users').set({ credential_version: 9 }).where('id', '=', id)],
    [
      'is one of a provider',
      ({ db }, id) => db.updateTable('users').set({ auth_provider: 'oidc' }).where('id', '=', id),
    ],
  ] satisfies [string, (engine: TestApp['context']['engine'], id: number) => { execute: () => Promise<unknown> }][])(
    'ends when its account %s',
    async (_name, change) => {
      const { signedIn, context } = await appForTest();
      const client = await signedIn();
      expect((await client.get('/auth/me')).status).toBe(200);
      await change(context.engine, client.user?.id as number).execute();
      expect((await client.get('/auth/me')).status).toBe(401);
    },
  );

  test('is what its account is now', async () => {
    const { signedIn, admin } = await appForTest();
    const client = await signedIn();
    await (await admin()).patch(`/users/${client.user?.id}`, { tier: 'premium' });
    expect((await client.get<AuthUser>('/auth/me')).body.tier).toBe('premium');
  });

  test('is counted until it ends, and its row goes some time after', async () => {
    const { signedIn, visitor, clock, context } = await appForTest();
    const { db } = context.engine;
    const counts = async () => {
      const rows = await db.selectFrom('sessions').select('id_hash').execute();
      return [await countSessions(db, context.clock()), rows.length];
    };
    await signedIn();
    await visitor().csrfToken();
    expect(await counts()).toEqual([2, 2]);
    clock.advance(DAY + HOUR);
    expect(await counts()).toEqual([1, 2]);
    await deleteExpiredSessions(db, context.clock());
    expect(await counts()).toEqual([1, 1]);
    await deleteExpiredSessions(db, context.clock() + 14 * DAY);
    expect(await counts()).toEqual([0, 0]);
  });

  test('that cannot be kept because the database cannot be reached is 503, once and for all of that request', async () => {
    const { visitor, context } = await appForTest();
    const { db } = context.engine;
    let tries = 0;
    const insert = db.insertInto.bind(db);
    db.insertInto = () => {
      tries += 1;
      throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    };
    const client = visitor();
    expect(await client.send('GET', '/auth/csrf')).toMatchObject({
      status: 503,
      body: { error: 'The database cannot be reached right now' },
    });
    expect(tries).toBe(1);
    db.insertInto = insert;
    expect((await client.send('GET', '/auth/csrf')).status).toBe(200);
  });

  test('or a token of a program makes its caller known, and nothing else does', () => {
    const isKnown = (headers: FastifyRequest['headers']) => !isStranger({ headers });
    expect(isKnown({})).toBe(false);
    expect(isKnown({ cookie: 'theme=dark; toolscore_voter=x.y' })).toBe(false);
    expect(isKnown({ cookie: 'theme=dark; toolscore_session=x.y' })).toBe(true);
    expect(isKnown({ authorization: 'Bearer x' })).toBe(true);
  });
});

describe('the cookies of a visitor', () => {
  test('come with the token and not before, for the whole site, out of reach of scripts and other sites', async () => {
    const { visitor } = await appForTest();
    const client = visitor();
    expect(cookiesOf(await client.send('GET', '/auth/mode'))).toEqual([]);
    const cookies = cookiesOf(await client.send('GET', '/auth/csrf'));
    expect(cookies.map((cookie) => cookie.replace(/=.*/, '')).toSorted()).toEqual([
      'toolscore_session',
      'toolscore_voter',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/(;|$)/i);
      expect(cookie).toMatch(/; HttpOnly(;|$)/i);
      expect(cookie).toMatch(/; SameSite=Lax(;|$)/i);
    }
    expect(cookiesOf(await client.send('GET', '/auth/csrf')).filter(isVoter)).toEqual([]);
  });

  test('that nobody here signed are replaced', async () => {
    const { visitor } = await appForTest();
    const client = visitor();
    client.cookies.set('toolscore_voter', 'made-up');
    const cookies = cookiesOf(await client.send('GET', '/auth/csrf')).filter(isVoter);
    expect(cookies).toEqual([expect.stringMatching(/^toolscore_voter=[0-9a-f-]{36}\./)]);
  });

  test('are kept by the browser for a day, which is how long the session lasts, and for a year', async () => {
    const { visitor, clock } = await appForTest();
    const client = visitor();
    const cookies = cookiesOf(await client.send('GET', '/auth/csrf'));
    const lives = cookies.map((cookie) => [isVoter(cookie), Math.round(lifeOf(cookie) / 3600) / 24]);
    expect(new Map(lives as [boolean, number][])).toEqual(
      new Map([
        [false, 1],
        [true, 365],
      ]),
    );
    const token = await client.csrfToken();
    const use = async () => (await client.send('POST', '/auth/logout', { headers: { 'x-csrf-token': token } })).status;
    clock.advance(DAY - HOUR);
    expect(await use()).toBe(200);
  });

  test('of a session of yesterday are none', async () => {
    const { visitor, clock } = await appForTest();
    const client = visitor();
    const token = await client.csrfToken();
    clock.advance(DAY + HOUR);
    expect((await client.send('POST', '/auth/login', { headers: { 'x-csrf-token': token } })).status).toBe(403);
  });

  test('cookies are Secure over https when the proxy is trusted, and its header is nothing when it is not', async () => {
    const trusting = await appForTest({ TRUST_PROXY: 'true' });
    const headers = { 'x-forwarded-proto': 'https' };
    const secure = await trusting.visitor().send('GET', '/auth/csrf', { headers });
    const cookies = cookiesOf(secure);
    expect(cookies.length).toBe(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
    const plain = await (await appForTest()).visitor().send('GET', '/auth/csrf', { headers });
    expect(cookiesOf(plain).join(', ')).not.toContain('Secure');
  });
});

describe('the CSRF token', () => {
  test('is demanded by every method that is not safe, from visitors and members alike', async () => {
    const { visitor, admin } = await appForTest();
    for (const client of [visitor(), await admin()]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        for (const headers of [{}, { 'x-csrf-token': 'wrong' }, { 'x-csrf-token': '' }] as Record<string, string>[]) {
          const answer = await client.send<{ error: string }>(method, '/tools/1', { headers });
          if (method === 'POST' || method === 'PUT') expect([403, 404]).toContain(answer.status);
          else expect(answer.status).toBe(403);
        }
      }
      for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
        expect((await client.send(method, '/tools')).status).toBeLessThan(405);
      }
    }
  });

  test('of another session is refused', async () => {
    const { visitor, admin } = await appForTest();
    const token = await visitor().csrfToken();
    const answer = await (await admin()).send('POST', '/tools', { body: {}, headers: { 'x-csrf-token': token } });
    expect(answer.status).toBe(403);
  });

  test('stays good for the whole session', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const token = await client.csrfToken();
    client.forgetToken();
    await client.csrfToken();
    for (let i = 0; i < 3; i += 1) {
      const answer = await client.send('PUT', '/auth/me/preferences', { body: {}, headers: { 'x-csrf-token': token } });
      expect(answer.status).toBe(200);
    }
  });

  test('is the same for all tabs that ask at once after signing in', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const ask = () => client.send<{ token: string }>('GET', '/auth/csrf');
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    for (const { body } of answers) {
      const headers = { 'x-csrf-token': body.token };
      expect((await client.send('PUT', '/auth/me/preferences', { body: {}, headers })).status).toBe(200);
    }
  });

  test('is taken from its own header alone', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const token = await client.csrfToken();
    for (const name of ['csrf-token', 'xsrf-token', 'x-xsrf-token']) {
      const answer = await client.send('PUT', '/auth/me/preferences', {
        body: { _csrf: token },
        headers: { [name]: token },
      });
      expect(answer.status, name).toBe(403);
    }
  });
});

describe('who votes', () => {
  /** The voters of all ratings, latest last, and the tool that they rate. */
  async function appWithTool() {
    const started = await appForTest();
    const member = await started.signedIn();
    const { id } = await member.createTool();
    const { db } = started.context.engine;
    const voters = async () =>
      (await db.selectFrom('ratings').select('voter').orderBy('id').execute()).map(({ voter }) => voter);
    const secret = started.context.config.voterSecret;
    const voterFor = (identity: string) => createHmac('sha256', secret).update(identity).digest('base64url');
    return { ...started, member, id, voters, voterFor };
  }
  const idIn = (cookie: string | undefined) => decodeURIComponent(cookie ?? '').split('.')[0];

  test('is kept as a digest of the account or of the visitor’s cookie, the same for ever', async () => {
    const { visitor, member, id, voters, voterFor } = await appWithTool();
    await member.rate(id, 1, 1);
    const newcomer = visitor();
    await newcomer.rate(id, 2, 2);
    expect(await voters()).toEqual([
      voterFor(`user:${member.user?.id}`),
      voterFor(`visitor:${idIn(newcomer.cookies.get('toolscore_voter'))}`),
    ]);
  });

  test('is known by the cookie when the session is over, and by the session when the cookie does not come back', async () => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await voter.rate(id, 2, 2);
    for (const name of voter.cookies.keys()) {
      const half = visitor();
      half.cookies.set(name, voter.cookies.get(name) as string);
      expect((await half.get(`/tools/${id}/ratings/mine`)).status, name).toBe(200);
      // Also when asked to prove it: the next token is for the same voter.
      await half.csrfToken();
      expect((await half.get(`/tools/${id}/ratings/mine`)).status, name).toBe(200);
    }
    expect((await visitor().get(`/tools/${id}/ratings/mine`)).status).toBe(404);
  });

  test('keeps the cookie that was there before the session', async () => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await voter.rate(id, 2, 2);
    const later = visitor();
    await later.csrfToken();
    later.cookies.set('toolscore_voter', voter.cookies.get('toolscore_voter') as string);
    later.forgetToken();
    await later.csrfToken();
    later.cookies.delete('toolscore_voter');
    expect((await later.get(`/tools/${id}/ratings/mine`)).status).toBe(200);
  });

  test('is not whoever a cookie says that nobody here signed', async () => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await voter.rate(id, 2, 2);
    const thief = visitor();
    thief.cookies.set('toolscore_voter', `${idIn(voter.cookies.get('toolscore_voter'))}.forged`);
    expect((await thief.get(`/tools/${id}/ratings/mine`)).status).toBe(404);
  });
});
