import type { KeyObject } from 'node:crypto';
import type { AuthUser } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { type Answer, appForTest, type TestApp, TestClient } from '../../../test/harness.ts';
import { type Forging, startForgingProvider, token } from '../../../test/forging-provider.ts';
import { ada, appWithProvider, Browser, PUBLIC_URL } from '../../../test/identity-provider.ts';
import { CLIENT, signingKey } from '../../../test/loopback-provider.ts';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';

const answers = { login: 'sub-1', password: 'anything' };

const refused = { status: 400, type: 'text/html; charset=utf-8', reference: true, tells: null, me: 401, accounts: 0 };

/** What came of a sign-in, to compare with `refused`: on a page without reasons, nobody signed in, no account made. */
async function outcome(answer: Answer, browser: Browser, { context }: TestApp): Promise<typeof refused> {
  return {
    status: answer.status,
    type: String(answer.headers['content-type']),
    reference: /reference <code>[0-9a-f]{12}<\/code>/.test(answer.text),
    tells: /nonce|issuer|signature|JWT|audience|claim/i.exec(answer.text) as null,
    me: (await browser.client.get('/auth/me')).status,
    accounts: (await context.engine.db.selectFrom('users').select('id').execute()).length,
  };
}

function change(callback: string, edit: (query: URLSearchParams) => void): string {
  const url = new URL(callback);
  edit(url.searchParams);
  return url.href;
}

describe('state', () => {
  test.each<[string, (query: URLSearchParams) => void]>([
    ['missing', (query) => query.delete('state')],
    ['empty', (query) => query.set('state', '')],
    ['wrong', (query) => query.set('state', 'x'.repeat(43))],
    ['twice', (query) => query.append('state', 'x')],
    ['with a NUL', (query) => query.set('state', '\0')],
  ])('%s is refused', async (_name, edit) => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const callback = await browser.visit(await browser.begin(), answers);
    expect(await outcome(await browser.finish(change(callback, edit)), browser, started)).toEqual(refused);
  });

  test('used before is refused, whether the first use worked or not', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const worked = await browser.visit(await browser.begin(), answers);
    expect((await browser.finish(worked)).status).toBe(302);
    expect((await browser.finish(worked)).status).toBe(400);
    const failed = await browser.visit(await browser.begin(), answers);
    expect((await browser.finish(change(failed, (query) => query.set('code', 'wrong')))).status).toBe(400);
    expect((await browser.finish(failed)).status).toBe(400);
  });

  test('used many times at once works once', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const callback = await browser.visit(await browser.begin(), answers);
    const all = await Promise.all(Array.from({ length: 16 }, () => browser.finish(callback)));
    const count = (wanted: number) => all.filter(({ status }) => status === wanted).length;
    expect([count(302), count(400)]).toEqual([1, 15]);
  });

  test('of a sign-in begun a quarter of an hour ago is refused', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const callback = await browser.visit(await browser.begin(), answers);
    started.clock.advance(15 * 60 * 1000);
    expect(await outcome(await browser.finish(callback), browser, started)).toEqual(refused);
  });

  test('of another browser is refused, and that browser can still use it', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const victim = started.browser();
    await victim.begin();
    const attacker = started.browser();
    const callback = await attacker.visit(await attacker.begin(), answers);
    expect(await outcome(await victim.finish(callback), victim, started)).toEqual(refused);
    expect((await attacker.finish(callback)).status).toBe(302);
  });

  test('without any session is refused, and gives none', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const callback = await browser.visit(await browser.begin(), answers);
    const stranger = started.browser();
    const answer = await stranger.finish(callback);
    expect([...stranger.client.cookies.keys()]).toEqual([]);
    expect(await outcome(answer, stranger, started)).toEqual(refused);
  });

  test('is not used up by a HEAD request', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const callback = await browser.visit(await browser.begin(), answers);
    const { pathname, search } = new URL(callback);
    expect((await browser.client.send('HEAD', pathname.replace('/api', '') + search)).status).toBe(404);
    expect((await browser.finish(callback)).status).toBe(302);
  });
});

test('a code of another session, put into this one, is refused by the proof key', async () => {
  const started = await appWithProvider({ 'sub-1': ada });
  const attacker = started.browser();
  const stolen = new URL(await attacker.visit(await attacker.begin(), answers)).searchParams.get('code') ?? '';
  const browser = started.browser();
  const callback = new URL(await browser.visit(await browser.begin(), answers));
  callback.searchParams.set('code', stolen);
  expect(await outcome(await browser.finish(callback.href), browser, started)).toEqual(refused);
});

test('the request to the provider asks for a code with S256, state and nonce, new each time', async () => {
  const started = await appWithProvider({});
  const browser = started.browser();
  const [one, two] = [new URL(await browser.begin()), new URL(await browser.begin())].map((url) => url.searchParams);
  expect(one?.get('response_type')).toBe('code');
  expect(one?.get('code_challenge_method')).toBe('S256');
  expect(one?.get('redirect_uri')).toBe(`${PUBLIC_URL}/api/auth/oidc/callback`);
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one?.get(name), name).toMatch(/^[\w-]{43}$/);
    expect(one?.get(name), name).not.toBe(two?.get(name));
  }
});

describe('an ID token', () => {
  type Forge = (forging: Forging, nonce: string) => string;
  const other = signingKey('the key');
  const honestBut =
    (changes: (forging: Forging) => object, key?: KeyObject): Forge =>
    (forging, nonce) =>
      token(forging.header, { ...forging.honest(nonce), ...changes(forging) }, key ?? forging.key.privateKey);

  async function signInWith(forge: Forge) {
    const forging = await startForgingProvider();
    const started = await appForTest(forging.environment);
    const browser = new Browser(started.visitor());
    const query = new URL(await browser.begin()).searchParams;
    forging.idToken = forge(forging, query.get('nonce') ?? '');
    const callback = new URLSearchParams({ code: 'any', state: query.get('state') ?? '' });
    return { browser, started, answer: await browser.finish(`${PUBLIC_URL}/api/auth/oidc/callback?${callback}`) };
  }

  test('that is honest signs in', async () => {
    const { answer, browser } = await signInWith(honestBut(() => ({})));
    expect(answer.status, answer.text).toBe(302);
    expect((await browser.client.get<AuthUser>('/auth/me')).body.sub).toBe('sub-1');
  });

  test.each<[string, Forge]>([
    ['not signed', (forging, nonce) => token({ alg: 'none' }, forging.honest(nonce), null)],
    ['that names a key but is not signed', (forging, nonce) => token(forging.header, forging.honest(nonce), null)],
    ['signed by another key of that name', honestBut(() => ({}), other.privateKey)],
    [
      'signed by a key the provider does not publish',
      (forging, nonce) => token({ alg: 'RS256', kid: 'other' }, forging.honest(nonce), other.privateKey),
    ],
    [
      'that brings its own key',
      (forging, nonce) => token({ alg: 'RS256', jwk: other.publicJwk }, forging.honest(nonce), other.privateKey),
    ],
    [
      'signed with the client secret',
      (forging, nonce) => token({ alg: 'HS256', kid: 'the key' }, forging.honest(nonce), CLIENT.secret),
    ],
    [
      'signed with the public key as a secret',
      (forging, nonce) =>
        token({ alg: 'HS256', kid: 'the key' }, forging.honest(nonce), JSON.stringify(forging.key.publicJwk)),
    ],
    [
      'changed after it was signed',
      (forging, nonce) => {
        const [header, , signature] = token(forging.header, forging.honest(nonce), forging.key.privateKey).split('.');
        const [, claims] = token(forging.header, { ...forging.honest(nonce), sub: 'boss' }, null).split('.');
        return [header, claims, signature].join('.');
      },
    ],
    ['for another audience', honestBut(() => ({ aud: 'another client' }))],
    ['for several audiences, issued to another', honestBut(() => ({ aud: [CLIENT.id, 'x'], azp: 'x' }))],
    ['without an audience', honestBut(() => ({ aud: undefined }))],
    ['of another issuer', honestBut(() => ({ iss: 'https://evil.test' }))],
    ['of the issuer with a slash more', honestBut(({ issuer }) => ({ iss: `${issuer}/` }))],
    ['expired', honestBut(({ now }) => ({ exp: now() - 60, iat: now() - 120 }))],
    ['without an expiry', honestBut(() => ({ exp: undefined }))],
    ['not valid yet', honestBut(({ now }) => ({ nbf: now() + 600 }))],
    ['with another nonce', honestBut(() => ({ nonce: 'x'.repeat(43) }))],
    ['without a nonce', honestBut(() => ({ nonce: undefined }))],
    ['without a subject', honestBut(() => ({ sub: undefined }))],
    ['whose userinfo is of somebody else', honestBut(() => ({ sub: 'sub-2' }))],
    ['that is none', () => 'nonsense'],
    ['that is missing', () => ''],
  ])('%s is refused', async (_name, forge) => {
    const { answer, browser, started } = await signInWith(forge);
    expect(await outcome(answer, browser, started)).toEqual(refused);
  });
});

describe('an account', () => {
  test('of a local admin is not reached with its email address and name', async () => {
    const email = 'boss@example.org';
    const boss = { name: 'boss', preferred_username: 'boss', email, email_verified: true };
    const started = await appWithProvider({ eve: boss, first: {} });
    await started.browser().signIn('first');
    const local = await started.context.engine.db
      .insertInto('users')
      .values({
        username: 'boss',
        username_key: 'boss',
        email,
        role: 'admin',
        tier: 'enterprise',
        auth_provider: 'local',
        created_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const browser = started.browser();
    await browser.signIn('eve');
    const { body } = await browser.client.get<AuthUser>('/auth/me');
    expect(body).toMatchObject({ sub: 'eve', role: 'user', tier: 'free', entitlements: [] });
    expect((await browser.client.get('/users')).status).toBe(403);
    const { db } = started.context.engine;
    const rows = await db.selectFrom('users').selectAll().where('email', '=', email).orderBy('username').execute();
    expect(rows.map(({ id, username, role }) => [id === local.id, username, role])).toEqual([
      [true, 'boss', 'admin'],
      [false, 'boss-2', 'user'],
    ]);
  });

  test('of the same subject at another provider is another account', async () => {
    const forging = await startForgingProvider();
    const started = await appWithProvider({ 'sub-1': ada });
    await started.browser().signIn('sub-1');
    const config = loadConfig({ ...started.environment, ...forging.environment });
    const app = await buildApp({ ...started.context, config });
    const browser = new Browser(new TestClient(app));
    const query = new URL(await browser.begin()).searchParams;
    forging.idToken = token(forging.header, forging.honest(query.get('nonce') ?? ''), forging.key.privateKey);
    await browser.finish(`${PUBLIC_URL}/api/auth/oidc/callback?code=x&state=${query.get('state')}`);
    expect((await browser.client.get<AuthUser>('/auth/me')).body).toMatchObject({ sub: 'sub-1', role: 'user' });
    expect(await started.context.engine.db.selectFrom('users').select('id').execute()).toHaveLength(2);
    await app.close();
  });
});

test('a session cookie planted before the sign-in is worth nothing after it', async () => {
  const started = await appWithProvider({ 'sub-1': ada });
  const attacker = started.browser();
  await attacker.client.csrfToken();
  await attacker.begin();
  const planted = attacker.client.cookies.get('toolscore_session') ?? '';
  const victim = started.browser();
  victim.client.cookies.set('toolscore_session', planted);
  expect((await victim.signIn('sub-1')).status).toBe(302);
  expect((await victim.client.get('/auth/me')).status).toBe(200);
  expect(victim.client.cookies.get('toolscore_session')).not.toBe(planted);
  expect((await attacker.client.get('/auth/me')).status).toBe(401);
});

describe('the page to return to', () => {
  test.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/%5Cevil.test',
    '/\t/evil.test',
    '\0/x',
    'javascript:alert(1)',
    `/${'x'.repeat(5000)}`,
  ])('%j is replaced by the front page', async (returnTo) => {
    const started = await appWithProvider({ 'sub-1': ada });
    const answer = await started.browser().signIn('sub-1', returnTo);
    expect([answer.status, answer.headers.location]).toEqual([302, '/']);
  });

  test('given twice is replaced by the front page', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const { headers } = await browser.client.get('/auth/oidc/login?returnTo=/a&returnTo=//evil.test');
    const answer = await browser.finish(await browser.visit(String(headers.location), answers));
    expect(answer.headers.location).toBe('/');
  });
});
