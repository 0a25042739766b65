import { describe, expect, test } from 'vitest';
import { type Forging, type Respond, startForgingProvider, token } from '../../../test/forging-provider.ts';
import { type Answer, appForTest, TestClient } from '../../../test/harness.ts';
import { ada, appWithProvider, Browser, PUBLIC_URL, startProvider } from '../../../test/identity-provider.ts';
import { CLIENT } from '../../../test/loopback-provider.ts';
import { buildApp } from '../../app.ts';
import { type ConfigError, loadConfig } from '../../config.ts';

describe('a provider that is down', () => {
  test('at the start: everything else works, sign-in says so on a page, and works when the provider is there', async () => {
    const provider = await startProvider({ 'sub-1': ada });
    await provider.down();
    const started = await appForTest(provider.environment);
    const browser = new Browser(started.visitor());
    expect((await browser.client.get('/tools')).status).toBe(200);
    const answer = await browser.client.get('/auth/oidc/login?returnTo=/tools/7');
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('Sign-in is not available right now');
    expect(answer.text).not.toContain(provider.issuer);
    expect(answer.text).not.toContain('<script');
    await provider.up();
    expect((await browser.signIn('sub-1')).status).toBe(302);
  });

  test('while somebody is signing in: the same, and later sign-ins work', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    const browser = started.browser();
    const callback = await browser.visit(await browser.begin('/tools/7'), { login: 'sub-1', password: 'x' });
    await started.provider.down();
    const answer = await browser.finish(callback);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('returnTo=%2Ftools%2F7');
    await started.provider.up();
    expect((await browser.signIn('sub-1')).status).toBe(302);
  });

  test('after its keys were rotated: the next sign-in works at once', async () => {
    const started = await appWithProvider({ 'sub-1': ada });
    await started.browser().signIn('sub-1');
    started.provider.rotateKeys();
    expect((await started.browser().signIn('sub-1')).status).toBe(302);
  });
});

describe('a sign-in that fails leaves its reason in the log, under the reference on the page', () => {
  type Fail = (browser: Browser, provider: Awaited<ReturnType<typeof startProvider>>) => Promise<Answer>;
  const person = { login: 'sub-1', password: 'x' };

  test.each<[string, string, Fail]>([
    [
      'the provider is down',
      'discovery of',
      async (browser, provider) => {
        await provider.down();
        return browser.client.get('/auth/oidc/login');
      },
    ],
    [
      'the provider goes down meanwhile',
      'fetch failed',
      async (browser, provider) => {
        const callback = await browser.visit(await browser.begin(), person);
        await provider.down();
        return browser.finish(callback);
      },
    ],
    [
      'nobody began it',
      'no sign-in under way',
      (browser) => browser.client.get('/auth/oidc/callback?state=x&code=the-code'),
    ],
    [
      'it was cancelled',
      'access_denied',
      async (browser) => browser.finish(await browser.visit(await browser.begin(), { cancel: 'yes' })),
    ],
    ['the person may not sign in', 'OIDC_ALLOWED_EMAIL_DOMAINS', (browser) => browser.signIn('sub-1')],
  ])('%s', async (_name, reason, signInBadly) => {
    const provider = await startProvider({ 'sub-1': ada });
    const started = await appForTest({
      ...provider.environment,
      OIDC_ALLOWED_EMAIL_DOMAINS: 'elsewhere.test',
      LOG_LEVEL: 'info',
    });
    const lines: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } };
    const app = await buildApp(started.context, { logger });
    const answer = await signInBadly(new Browser(new TestClient(app)), provider);
    const reference = /<code>(\w+)<\/code>/.exec(answer.text)?.[1] ?? 'none';
    const entry = lines.map((line) => JSON.parse(line)).find((line) => line.reference === reference);
    expect(entry).toMatchObject({ reqId: expect.any(String), reason: expect.stringContaining(reason) });
    expect(answer.text).not.toContain(reason);
    expect(lines.join('')).not.toMatch(/[?&"]code["=:]|the-code|id_token|eyJ/);
    await app.close();
  });
});

const fail: Respond = (_request, response) => response.writeHead(500).end('oops');
const silence: Respond = () => undefined;
const stuck: Respond = (_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"');

/** Begins a sign-in that the provider will vouch for; the address it would send the browser back to. */
async function beginForged(forging: Forging, browser: Browser): Promise<string> {
  const query = new URL(await browser.begin()).searchParams;
  forging.idToken = token(forging.header, forging.honest(query.get('nonce') ?? ''), forging.key.privateKey);
  return `${PUBLIC_URL}/api/auth/oidc/callback?code=x&state=${query.get('state')}`;
}

const signInForged = async (forging: Forging, browser: Browser): Promise<Answer> =>
  browser.finish(await beginForged(forging, browser));

async function begin(change: (forging: Forging) => void) {
  const forging = await startForgingProvider();
  change(forging);
  const { visitor } = await appForTest(forging.environment);
  return { forging, visitor, login: () => visitor().get('/auth/oidc/login') };
}
describe('a provider that is', () => {
  const discovery = '/.well-known/openid-configuration';

  test('not the one that was configured is not used, until that is put right', async () => {
    const { forging, login } = await begin(({ metadata }) => (metadata.issuer = 'https://other.test'));
    expect((await login()).status).toBe(503);
    forging.metadata.issuer = forging.issuer;
    expect((await login()).status).toBe(302);
  });

  test.each<[string, Respond]>([
    ['failing', (_request, response) => response.writeHead(500).end('oops')],
    ['not there', (_request, response) => response.writeHead(404).end()],
    ['something else', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')],
    ['half there', (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{')],
    ['somewhere else', (_request, response) => response.writeHead(302, { location: 'https://evil.test' }).end()],
    ['hanging up', (request) => request.socket.destroy()],
  ])('%s makes sign-in unavailable, and it recovers by itself', async (_name, respond) => {
    const { forging, login } = await begin(({ instead }) => instead.set(discovery, respond));
    expect((await login()).status).toBe(503);
    forging.instead.clear();
    expect((await login()).status).toBe(302);
  });

  test('silent is given up on, while the catalogue answers in the meantime', async () => {
    const { visitor, login } = await begin(({ instead }) => instead.set(discovery, () => undefined));
    const answered: number[] = [];
    const waiting = [login(), login()].map((answer) => answer.then(({ status }) => answered.push(status)));
    expect((await visitor().get('/tools')).status).toBe(200);
    expect(answered).toEqual([]);
    await Promise.all(waiting);
    expect(answered).toEqual([503, 503]);
  });

  test('well is asked for its description once, however many sign in, and again after an hour', async () => {
    const forging = await startForgingProvider();
    const { visitor, clock } = await appForTest(forging.environment);
    const login = async () => (await visitor().get('/auth/oidc/login')).status;
    await Promise.all(Array.from({ length: 8 }, login));
    expect(forging.asked.get(discovery)).toBe(1);
    clock.advance(59 * 60 * 1000);
    expect([await login(), forging.asked.get(discovery)]).toEqual([302, 1]);
    clock.advance(2 * 60 * 1000);
    forging.instead.set(discovery, (_request, response) => response.writeHead(500).end());
    expect([await login(), forging.asked.get(discovery)]).toEqual([302, 2]);
  });

  test.each([
    ['failing', 'token', fail],
    ['failing', 'keys', fail],
    ['failing', 'userinfo', fail],
  ])('%s at its %s answers 503, and signs nobody in', async (_name, path, respond) => {
    const forging = await startForgingProvider();
    const { visitor } = await appForTest(forging.environment);
    const browser = new Browser(visitor());
    forging.instead.set(`/${path}`, respond);
    const answer = await signInForged(forging, browser);
    expect(answer.status, answer.text).toBe(503);
    expect((await browser.client.get('/auth/me')).status).toBe(401);
  });

  test('silent, or stuck in the middle of an answer, at any of its addresses is given up on, and signs nobody in', async () => {
    const signInAt = async (path: string, respond: Respond) => {
      const forging = await startForgingProvider();
      // The service asks for the description as soon as it starts, so that has to be silent from the beginning.
      if (path === discovery) forging.instead.set(path, respond);
      const { visitor } = await appForTest(forging.environment);
      const browser = new Browser(visitor());
      const begun = path === discovery ? undefined : await beginForged(forging, browser);
      forging.instead.set(path, respond);
      const answer = begun ? await browser.finish(begun) : await browser.client.get('/auth/oidc/login');
      return [path, answer.status, (await browser.client.get('/auth/me')).status];
    };
    const paths = [discovery, '/token', '/keys', '/userinfo'];
    const outcomes = await Promise.all(
      paths.flatMap((path) => [silence, stuck].map((respond) => signInAt(path, respond))),
    );
    expect(outcomes).toEqual(paths.flatMap((path) => [0, 1].map(() => [path, 503, 401])));
  });
});

describe('a client', () => {
  const client = { client_id: CLIENT.id, redirect_uris: [`${PUBLIC_URL}/api/auth/oidc/callback`] };
  const secret = { client_secret: CLIENT.secret };

  test.each<[string, object]>([
    ['a secret in the header', { ...secret, token_endpoint_auth_method: 'client_secret_basic' }],
    ['a secret in the body', { ...secret, token_endpoint_auth_method: 'client_secret_post' }],
  ])('with %s signs people in, at the first time and later', async (_name, settings) => {
    const started = await appWithProvider({ 'sub-1': ada }, {}, { clients: [{ ...client, ...settings }] });
    for (let time = 0; time < 3; time += 1) {
      expect((await started.browser().signIn('sub-1')).status).toBe(302);
    }
  });

  test.each<[string, Record<string, string>, number]>([
    ['naming the way it wants', { 'www-authenticate': 'Basic realm="x"' }, 401],
    ['naming none', {}, 401],
    ['with another status', {}, 400],
  ])(
    'refused for how it presents its secret, %s, does so in the other way, and remembers',
    async (_name, headers, status) => {
      const forging = await startForgingProvider();
      forging.metadata.token_endpoint_auth_methods_supported = ['client_secret_post', 'client_secret_basic'];
      const { visitor } = await appForTest(forging.environment);
      const wanted = `Basic ${btoa(`${CLIENT.id}:${new URLSearchParams({ x: CLIENT.secret }).toString().slice(2)}`)}`;
      forging.instead.set('/token', (request, response) => {
        if (request.headers.authorization === wanted) return forging.answerToken(response);
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        return response.end('{"error":"invalid_client"}');
      });
      expect((await signInForged(forging, new Browser(visitor()))).status).toBe(302);
      expect(forging.asked.get('/token')).toBe(2);
      expect((await signInForged(forging, new Browser(visitor()))).status).toBe(302);
      expect(forging.asked.get('/token')).toBe(3);
    },
  );

  test('without a secret signs people in', async () => {
    const clients = [{ ...client, token_endpoint_auth_method: 'none' as const }];
    const started = await appWithProvider({ 'sub-1': ada }, { OIDC_CLIENT_SECRET: '' }, { clients });
    expect((await started.browser().signIn('sub-1')).status).toBe(302);
  });

  test('with a wrong secret signs nobody in', async () => {
    const started = await appWithProvider({ 'sub-1': ada }, { OIDC_CLIENT_SECRET: 'wrong' });
    expect((await started.browser().signIn('sub-1')).status).toBe(400);
  });
});

const problemsOf = (environment: Record<string, string>) => {
  try {
    loadConfig({ SESSION_SECRET: 's', VOTER_SECRET: 'v', AUTH_MODE: 'oidc', ...environment });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};
describe('the configuration', () => {
  const complete = { PUBLIC_URL, OIDC_ISSUER_URL: 'https://id.test', OIDC_CLIENT_ID: 'x' };

  test('insists on what cannot be guessed, one line a problem', () => {
    expect(problemsOf({})).toEqual([
      'PUBLIC_URL is required with AUTH_MODE=oidc',
      'OIDC_ISSUER_URL is required with AUTH_MODE=oidc',
      'OIDC_CLIENT_ID is required with AUTH_MODE=oidc',
    ]);
    expect(problemsOf(complete)).toEqual([]);
  });

  test.each([
    ['AUTH_MODE', 'saml', 'AUTH_MODE must be one of local, oidc'],
    ['OIDC_ISSUER_URL', 'id.test', 'OIDC_ISSUER_URL must be an http or https URL'],
    ['OIDC_SCOPES', 'profile', 'OIDC_SCOPES must include openid'],
    [
      'OIDC_ALLOWED_EMAIL_DOMAINS',
      'example.org, a@b.test',
      'OIDC_ALLOWED_EMAIL_DOMAINS must be domains such as example.org, comma-separated',
    ],
  ])('refuses %s=%s', (name, value, problem) => {
    expect(problemsOf({ ...complete, [name]: value })).toEqual([problem]);
  });
});
