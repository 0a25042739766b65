// A real OpenID provider on loopback, for tests of the server and for journeys in a browser.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';

export const CLIENT = { id: 'toolscore', secret: 'a secret with / + and = in it' };

/** A signing key that verifies by its public half alone. */
export function signingKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const common = { kid, use: 'sig', alg: 'RS256' };
  return {
    privateKey,
    privateJwk: { ...privateKey.export({ format: 'jwk' }), ...common },
    publicJwk: { ...publicKey.export({ format: 'jwk' }), ...common },
  };
}

/** A server on a loopback port that can go down and come back on the same port. */
export class Loopback {
  #server: Server | undefined;
  handler: RequestListener = (_request, response) => {
    response.writeHead(404).end();
  };
  port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async up(): Promise<this> {
    const server = createServer((request, response) => this.handler(request, response));
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async down(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}

export type People = Record<string, Record<string, unknown>>;

/**
 * Answers as a real provider, with its own login and consent pages, where everybody in `people` (by subject) may sign in with
 * any password. Serving again with another key id changes its keys.
 */
export function serveProvider(
  loopback: Loopback,
  publicUrl: string,
  people: People,
  kid: string,
  settings: Configuration = {},
): void {
  const provider = new Provider(loopback.url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    cookies: { keys: ['only for tests'] },
    jwks: { keys: [signingKey(kid).privateJwk] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'realm_access', 'tier'],
    },
    findAccount: (_context, id) => people[id] && { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
    ...settings,
  });
  const handle = provider.callback();
  loopback.handler = (request, response) => void handle(request, response);
}
