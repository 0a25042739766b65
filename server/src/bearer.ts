// Requests of programs, which carry an API token in `Authorization: Bearer`: no session, no cookie in or out, no CSRF token,
// since no browser sends that header by itself. The token's user is read for each request, like that of a session.
import { hash } from 'node:crypto';
import { type TokenScope, tokenScopes } from '@toolscore/contract/schemas';
import type { Scope } from '@toolscore/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toViewer, viewerColumns } from './access.ts';
import type { App, Context } from './app.ts';
import { prepared } from './database/prepared.ts';
import { HttpError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    scope?: Scope;
  }
  interface FastifyRequest {
    /** Whether the request came with an API token, which was good. */
    hasToken: boolean;
  }
}

/** What every secret begins with, so that scanners of leaked secrets (and people) know it for what it is. */
export const SECRET_PREFIX = 'toolscore_';
const LAST_USED_MS = 60_000;
const BEARER = /^bearer(?: +(\S*))? *$/i;

export const digestSecret = (secret: string) => hash('sha256', secret, 'base64url');

/** Whether the request claims to come with an API token. Other schemes, such as a proxy's Basic, are none of our business. */
export function carriesToken({ headers: { authorization } }: Pick<FastifyRequest, 'headers'>): boolean {
  return authorization !== undefined && /^bearer\b/i.test(authorization);
}

/** RFC 6750, 3. */
function challenge(reply: FastifyReply, error: string): void {
  void reply.header('www-authenticate', `Bearer realm="Toolscore", ${error}`);
}

const findByDigest = prepared((db, { digest, now }: { digest: string; now: string }) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(viewerColumns.map((column) => `users.${column}` as const))
    .select(['api_tokens.id as token_id', 'api_tokens.scope', 'api_tokens.last_used_at'])
    .where('token_hash', '=', digest)
    .where('expires_at', '>', now),
);

async function findToken({ engine: { reader }, clock }: Context, secret: string) {
  if (!secret.startsWith(SECRET_PREFIX)) return undefined;
  const [found] = await findByDigest(reader, { digest: digestSecret(secret), now: new Date(clock()).toISOString() });
  return found;
}

/** Notes when a token was used, a minute apart at the least, while its request goes on: no read waits for a write. */
function createUseRecorder({ engine: { db }, clock }: Context) {
  const underWay = new Set<number>();
  return async (id: number, lastUsedAt: string | null, log: FastifyRequest['log']) => {
    const due = new Date(clock() - LAST_USED_MS).toISOString();
    if ((lastUsedAt !== null && lastUsedAt > due) || underWay.has(id)) return;
    underWay.add(id);
    try {
      await db
        .updateTable('api_tokens')
        .set({ last_used_at: new Date(clock()).toISOString() })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', due)]))
        .execute();
    } catch (error) {
      log.warn({ err: error, tokenId: id }, 'the use of a token was not noted');
    } finally {
      underWay.delete(id);
    }
  };
}

/** @throws HttpError 403 when the token is not good for the operation */
function requireScope(required: Scope | undefined, actual: TokenScope, reply: FastifyReply): void {
  if (required === undefined) return;
  if (required === 'session')
    throw new HttpError(403, 'API tokens cannot be used for this: it is for people who sign in');
  if (tokenScopes.indexOf(actual) >= tokenScopes.indexOf(required)) return;
  challenge(reply, `error="insufficient_scope", scope="${required}"`);
  throw new HttpError(403, `This needs an API token of scope ${required}; this one has ${actual}`);
}

/**
 * Sets `request.hasToken` and `request.viewer` of requests that carry a token, and refuses those whose token is no good; to be
 * registered before whatever reads cookies.
 */
export function registerBearer(app: App, context: Context): void {
  const recordUse = createUseRecorder(context);
  app.decorateRequest('hasToken', false);
  app.addHook('onRequest', async (request, reply) => {
    if (!carriesToken(request)) return;
    delete request.raw.headers.cookie;
    const [, secret = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const found = await findToken(context, secret);
    if (found?.auth_provider !== context.config.authMode) {
      challenge(reply, 'error="invalid_token"');
      throw new HttpError(401, 'The API token is wrong, expired or revoked');
    }
    const { token_id: id, scope, last_used_at: lastUsedAt, ...user } = found;
    request.hasToken = true;
    request.viewer = toViewer(user);
    void recordUse(id, lastUsedAt, request.log);
    requireScope(request.routeOptions.config.scope, scope, reply);
  });
}
