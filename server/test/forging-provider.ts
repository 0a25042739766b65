// A provider on loopback that answers whatever a test tells it to: for ID tokens no honest provider would issue.
import { createHmac, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { PUBLIC_URL } from './identity-provider.ts';
import { CLIENT, Loopback, signingKey } from './loopback-provider.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A signed token in compact form. */
export function token(header: object, claims: object, key: KeyObject | string | null): string {
  const content = `${encode(header)}.${encode(claims)}`;
  if (key === null) return `${content}.`;
  const signature =
    typeof key === 'string'
      ? createHmac('sha256', key).update(content).digest('base64url')
      : sign('sha256', Buffer.from(content), key).toString('base64url');
  return `${content}.${signature}`;
}

export type Respond = (request: IncomingMessage, response: ServerResponse) => unknown;
export type Forging = Awaited<ReturnType<typeof startForgingProvider>>;

const json = (response: ServerResponse, body: object, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const now = () => Math.floor(Date.now() / 1000);

/** Signs everybody in as `sub-1`, unless told otherwise by what a test sets. */
export async function startForgingProvider() {
  const loopback = await new Loopback().up();
  onTestFinished(() => loopback.down());
  const key = signingKey('the key');
  const issuer = loopback.url;
  const forging = {
    issuer,
    key,
    now,
    environment: {
      AUTH_MODE: 'oidc',
      PUBLIC_URL,
      OIDC_ISSUER_URL: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    /** How often each path was asked for. */
    asked: new Map<string, number>(),
    honest: (nonce: string): Record<string, unknown> => ({
      iss: issuer,
      sub: 'sub-1',
      aud: CLIENT.id,
      exp: now() + 300,
      iat: now(),
      nonce,
    }),
    header: { alg: 'RS256', kid: 'the key' },
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    } as Record<string, unknown>,
    idToken: '',
    userInfo: { sub: 'sub-1', name: 'Somebody' } as Record<string, unknown>,
    answerToken: (response: ServerResponse) =>
      json(response, { access_token: 'access', token_type: 'Bearer', id_token: forging.idToken }),
    /** Answers instead of the usual, by path. */
    instead: new Map<string, Respond>(),
  };
  loopback.handler = (request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    forging.asked.set(path, (forging.asked.get(path) ?? 0) + 1);
    const instead = forging.instead.get(path);
    if (instead) return instead(request, response);
    if (path === '/.well-known/openid-configuration') return json(response, forging.metadata);
    if (path === '/keys') return json(response, { keys: [key.publicJwk] });
    if (path === '/userinfo') return json(response, forging.userInfo);
    if (path !== '/token') return json(response, {}, 404);
    return forging.answerToken(response);
  };
  return forging;
}
