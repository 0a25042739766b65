import type { AuthUser, User } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, startApp, type TestApp } from '../../../test/harness.ts';
import { ada, appWithProvider, Browser, PUBLIC_URL, startProvider } from '../../../test/identity-provider.ts';
import { type People } from '../../../test/loopback-provider.ts';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { ensureAdmin } from '../users/first-admin.ts';
import { findUserByName } from '../users/queries.ts';

const me = async (browser: Browser) => (await browser.client.get<AuthUser>('/auth/me')).body;
const location = ({ headers }: { headers: { location?: unknown } }) => headers.location;
const allUsers = ({ context }: TestApp) => context.engine.db.selectFrom('users').selectAll().orderBy('id').execute();

describe('signing in with a provider', () => {
  test('for the first time makes an account, and goes back to the page it began on', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const answer = await browser.signIn('sub-1', '/tools/7?tab=ratings#mine');
    expect([answer.status, location(answer)]).toEqual([302, '/tools/7?tab=ratings#mine']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await me(browser)).toMatchObject({
      sub: 'sub-1',
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      preferredUsername: 'ada',
      tier: 'free',
      isLocal: false,
    });
    const [row, ...others] = await allUsers(started);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ username: 'ada', oidc_issuer: started.provider.issuer, password_hash: null });
  });

  test('again finds the same account and brings email, name and preferred username up to date', async () => {
    const people: People = { 'sub-1': ada };
    const started = await appWithProvider(people);
    await started.browser().signIn('sub-1');
    people['sub-1'] = { ...ada, name: 'Ada King', preferred_username: 'countess', email: 'king@example.org' };
    const browser = started.browser();
    expect(location(await browser.signIn('sub-1'))).toBe('/');
    expect(await me(browser)).toMatchObject({
      name: 'Ada King',
      preferredUsername: 'countess',
      email: 'king@example.org',
    });
    const rows = await allUsers(started);
    expect(rows.map(({ username }) => username)).toEqual(['ada']);
  });

  test('works in several tabs of one browser at once, each going back to its own page', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const first = await browser.begin('/first');
    const others = await Promise.all([browser.begin('/second'), browser.begin('/third')]);
    const pages = [];
    for (const url of [first, ...others]) {
      pages.push(location(await browser.finish(await browser.visit(url, { login: 'sub-1', password: 'x' }))));
    }
    expect(pages).toEqual(['/first', '/second', '/third']);
    expect((await me(browser)).sub).toBe('sub-1');
  });

  test('at the same moment from many browsers makes one account', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browsers = Array.from({ length: 8 }, () => started.browser());
    const answers = await Promise.all(browsers.map((browser) => browser.signIn('sub-1')));
    expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 302));
    expect(await allUsers(started)).toHaveLength(1);
  });

  test('may begin at one instance and end at another', async ({ skip }) => {
    if (!isPostgres()) skip('SQLite is one process per file');
    const one = await appWithProvider({ 'sub-1': ada });
    const two = await startApp({}, { ...one.environment });
    const browser = one.browser();
    const callback = await browser.visit(await browser.begin('/tools/7'), { login: 'sub-1', password: 'x' });
    const elsewhere = new Browser(two.visitor());
    for (const [name, value] of browser.client.cookies) elsewhere.client.cookies.set(name, value);
    expect(location(await elsewhere.finish(callback))).toBe('/tools/7');
    expect((await me(elsewhere)).sub).toBe('sub-1');
    await two.close();
  });

  test('lets tools be added and rated like any account, and the tool names its creator', async () => {
    const started = await appWithProvider({ 'sub-1': { ...ada, preferred_username: 'ada@example.org' } });
    const browser = started.browser();
    await browser.signIn('sub-1');
    const tool = await browser.client.createTool();
    await browser.client.rate(tool.id, 5, 4);
    expect(tool.createdBy).toBe('Ada Lovelace');
  });

  test('gives namesakes usernames of their own, and nobody one that means somebody else', async () => {
    const started = await appWithProvider({ a: ada, b: { ...ada, preferred_username: 'ADA' }, c: { name: 'System' } });
    for (const login of ['a', 'b', 'c']) await started.browser().signIn(login);
    const rows = await allUsers(started);
    expect(rows.map(({ username }) => username)).toEqual(['ada', 'ADA-2', 'System-2']);
  });

  test('cancelled at the provider ends on a page that offers another try', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const answer = await browser.finish(await browser.visit(await browser.begin('/tools/7'), { cancel: 'yes' }));
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('You were not signed in');
    expect(answer.text).toContain('/api/auth/oidc/login?returnTo=%2Ftools%2F7');
    expect(answer.text).not.toContain('access_denied');
    expect((await browser.client.get('/auth/me')).status).toBe(401);
  });
});

describe('signing out', () => {
  test('ends the session here, and leads to the end of the one at the provider and back', async () => {
    const started = await appWithProvider({ 'sub-1': ada, 'sub-2': { name: 'Grace' } });
    const browser = started.browser();
    await browser.signIn('sub-1');
    const { body } = await browser.client.post<{ url: string }>('/auth/logout');
    browser.client.forgetToken();
    expect((await browser.client.get('/auth/me')).status).toBe(401);
    const url = new URL(body.url);
    expect(url.href.startsWith(started.provider.issuer)).toBe(true);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/`);
    expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect(await browser.visit(body.url, { logout: 'yes' })).toBe(`${PUBLIC_URL}/`);
    await browser.signIn('sub-2');
    expect((await me(browser)).sub).toBe('sub-2');
  });

  test('with the provider down ends the session here all the same', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    await browser.signIn('sub-1');
    await started.provider.down();
    started.clock.advance(2 * 60 * 60 * 1000);
    expect((await browser.client.post('/auth/logout')).status).toBe(200);
    browser.client.forgetToken();
    expect((await browser.client.get('/auth/me')).status).toBe(401);
  });

  test('of nobody leads nowhere', async () => {
    const started = await appWithProvider({});
    expect((await started.visitor().post('/auth/logout')).body).toEqual({ url: null });
  });
});

describe('with a provider', () => {
  test('passwords are its business: sign-in with one is 401, changing one 422, and the way there is told', async () => {
    const url = 'https://id.example.org/account';
    const started = await appWithProvider({ 'sub-1': ada }, { OIDC_PASSWORD_URL: url });
    const browser = started.browser();
    await browser.signIn('sub-1');
    const { client } = browser;
    expect((await client.get('/auth/mode')).body).toEqual({ mode: 'oidc' });
    expect((await client.get('/auth/password-redirect')).body).toEqual({ url });
    const change = { currentPassword: 'anything', newPassword: 'something' };
    expect((await client.post('/auth/me/password', change)).status).toBe(422);
    const { body: users } = await client.get<User[]>('/users');
    expect((await client.patch(`/users/${users[0]?.id}/password`, { password: 'something' })).status).toBe(422);
    await client.post('/users', { username: 'local', password: 'something' });
    const local = { username: 'local', password: 'something' };
    expect((await started.visitor().post('/auth/login', local)).status).toBe(401);
  });

  test('sessions of local accounts no longer count, and do again when the mode is set back', async () => {
    const provider = await startProvider({});
    const local = await startApp();
    const member = await local.signedIn();
    const { context } = local;
    const cookie = `toolscore_session=${member.cookies.get('toolscore_session')}`;
    const ask = async (overrides: Record<string, string>) => {
      const config = loadConfig({ ...local.environment, ...overrides });
      const app = await buildApp({ ...context, config });
      const { statusCode } = await app.inject({ url: '/api/auth/me', headers: { cookie } });
      await app.close();
      return statusCode;
    };
    expect([await ask({}), await ask(provider.environment), await ask({})]).toEqual([200, 401, 200]);
    await local.close();
  });

  test('no local admin is made at the first start; going back to local mode makes one', async () => {
    const started = await appWithProvider({ 'sub-1': { name: 'admin' } });
    expect(await ensureAdmin(started.context)).toBeNull();
    expect(await allUsers(started)).toEqual([]);
    await started.browser().signIn('sub-1');
    const config = { ...started.context.config, authMode: 'local' as const, adminPassword: null };
    expect(await ensureAdmin({ ...started.context, config })).toEqual(expect.any(String));
    expect(await findUserByName(started.context.engine.db, 'admin')).toMatchObject({ auth_provider: 'local' });
  });
});

describe('without a provider', () => {
  test('its addresses answer 404 in JSON', async () => {
    const { visitor } = await appForTest();
    for (const path of ['/auth/oidc/login', '/auth/oidc/callback?state=x&code=y']) {
      const answer = await visitor().get(path);
      expect([answer.status, answer.body]).toEqual([404, { error: expect.any(String) }]);
    }
  });
});
