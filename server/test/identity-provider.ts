// An application that signs in with a real OpenID provider, and a browser that fills in that provider's pages.
import type { Configuration } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { type Answer, appForTest, type TestClient } from './harness.ts';
import { CLIENT, Loopback, type People, serveProvider } from './loopback-provider.ts';

export const PUBLIC_URL = 'http://toolscore.test';
/** A provider where everybody in `people` (by subject) may sign in; their claims may be changed at any time. */
export async function startProvider(people: People, settings: Configuration = {}) {
  const loopback = await new Loopback().up();
  const serve = (kid: string) => serveProvider(loopback, PUBLIC_URL, people, kid, settings);
  serve('first key');
  onTestFinished(() => loopback.down());
  return {
    issuer: loopback.url,
    up: () => loopback.up(),
    down: () => loopback.down(),
    /** New signing keys; what was signed with the old ones is worthless. */
    rotateKeys: () => serve(`key of ${Date.now()}`),
    environment: {
      AUTH_MODE: 'oidc',
      PUBLIC_URL,
      OIDC_ISSUER_URL: loopback.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  };
}

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
const MOST_PAGES = 20;

/** A browser: the service's cookies are its client's, the provider's are its own. */
export class Browser {
  readonly client: TestClient;
  readonly #cookies = new Map<string, string>();

  constructor(client: TestClient) {
    this.client = client;
  }

  async #open(url: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form ? { method: 'POST', body: form } : {};
    const response = await fetch(url, { ...body, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const name = pair.slice(0, pair.indexOf('='));
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
    return response;
  }

  /** Goes through the provider's pages until it sends the browser to the service; the address it is sent to. */
  async visit(start: string, answers: Record<string, string>): Promise<string> {
    let response = await this.#open(start);
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const location = response.headers.get('location');
      if (location?.startsWith(PUBLIC_URL)) return location;
      if (location) {
        response = await this.#open(new URL(location, response.url).href);
        continue;
      }
      const html = await response.text();
      const action = attribute(/<form[^>]*>/.exec(html)?.[0] ?? '', 'action');
      const cancel = /href="([^"]*\/abort)"/.exec(html)?.[1];
      if (!action || response.status !== 200) throw new Error(`the provider answered ${response.status}: ${html}`);
      if (answers.cancel && cancel) {
        response = await this.#open(new URL(cancel, response.url).href);
        continue;
      }
      const hidden = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
        attribute(tag, 'name') ?? '',
        attribute(tag, 'value') ?? '',
      ]);
      const form = new URLSearchParams([...hidden, ...Object.entries(answers)]);
      response = await this.#open(new URL(action, response.url).href, form);
    }
    throw new Error('the provider does not come to an end');
  }

  /** Begins a sign-in; the provider's address to visit. */
  async begin(returnTo?: string): Promise<string> {
    const query = returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`;
    const answer = await this.client.send('GET', `/auth/oidc/login${query}`);
    if (answer.status !== 302) throw new Error(`sign-in did not begin: ${answer.status} ${answer.text}`);
    return String(answer.headers.location);
  }

  /** Comes back from the provider. */
  async finish(callback: string): Promise<Answer> {
    const { pathname, search } = new URL(callback);
    this.client.forgetToken();
    return this.client.send('GET', pathname.replace('/api', '') + search);
  }

  /** A whole sign-in; the service's last answer. */
  async signIn(login: string, returnTo?: string): Promise<Answer> {
    return this.finish(await this.visit(await this.begin(returnTo), { login, password: 'anything' }));
  }
}

/** An application that signs in with a real provider, and a new browser for each call. */
export async function appWithProvider(
  people: People,
  overrides: Record<string, string> = {},
  settings: Configuration = {},
) {
  const provider = await startProvider(people, settings);
  const started = await appForTest({ ...provider.environment, ...overrides });
  return { ...started, provider, browser: () => new Browser(started.visitor()) };
}

export const ada = {
  name: 'Ada Lovelace',
  preferred_username: 'ada',
  email: 'ada@example.org',
  email_verified: true,
};
