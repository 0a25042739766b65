// API tokens: everybody makes, lists and revokes their own; admins see and revoke those of everybody, and make none for others.
import { randomBytes } from 'node:crypto';
import { operations } from '@toolscore/contract';
import { type ApiToken, tokenDays } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import { signInFirst, viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { digestSecret, SECRET_PREFIX } from '../../bearer.ts';
import { inTransaction } from '../../database/index.ts';
import { HttpError, notFound } from '../../errors.ts';
import { actorOf, diff, recordAudit } from '../audit/queries.ts';
import { lockUser } from '../users/queries.ts';
import { countTokens, deleteToken, insertToken, listAllTokens, listTokens } from './queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET_BYTES = 32;
const HINT_LENGTH = 4;
const MOST_PER_USER = 50;

const audited = ({ name, scope, expiresAt }: ApiToken, userId: number) => ({ userId, name, scope, expiresAt });

export function tokenRoutes(app: App, context: Context): void {
  const { engine } = context;
  app.route({
    ...operations.listTokens,
    handler: async (request) => listTokens(engine.reader, viewerOf(request).id),
  });
  app.route({ ...operations.listAllTokens, handler: async () => listAllTokens(engine.reader) });
  createRoute(app, context);
  revokeRoutes(app, context);
}

function createRoute(app: App, { engine, clock }: Context): void {
  app.route({
    ...operations.createToken,
    handler: async (request, reply) => {
      const { id: userId } = viewerOf(request);
      const { name, scope, expiresInDays = tokenDays.usual } = request.body;
      const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
      const now = clock();
      const created = await inTransaction(engine, async (trx) => {
        const user = await lockUser(trx, userId);
        // A password that changed at this moment ends this session; it must not leave a token behind.
        if (user?.credential_version !== request.session.credentialVersion) throw signInFirst();
        if ((await countTokens(trx, userId)) >= MOST_PER_USER) {
          throw new HttpError(409, `You have ${MOST_PER_USER} API tokens already: revoke one first`);
        }
        const token = await insertToken(trx, {
          user_id: userId,
          name: name.trim(),
          scope,
          token_hash: digestSecret(secret),
          hint: secret.slice(-HINT_LENGTH),
          created_at: new Date(now).toISOString(),
          expires_at: new Date(now + expiresInDays * DAY_MS).toISOString(),
        });
        await recordAudit(trx, {
          actor: actorOf(request),
          entityType: 'token',
          entityId: token.id,
          action: 'create',
          changes: diff(null, audited(token, userId)),
          at: token.createdAt,
        });
        return token;
      });
      return reply.code(201).send({ ...created, token: secret });
    },
  });
}

function revokeRoutes(app: App, { engine, clock }: Context): void {
  /** @throws HttpError 404 when there is no such token, or it is not that user's */
  const revoke = (request: FastifyRequest, id: number, userId?: number) =>
    inTransaction(engine, async (trx) => {
      const token = await deleteToken(trx, id, userId);
      if (!token) throw notFound('API token');
      await recordAudit(trx, {
        actor: actorOf(request),
        entityType: 'token',
        entityId: id,
        action: 'delete',
        changes: diff(audited(token, token.userId), null),
        at: new Date(clock()).toISOString(),
      });
    });

  app.route({
    ...operations.deleteToken,
    handler: async (request, reply) => {
      await revoke(request, request.params.id, viewerOf(request).id);
      return reply.code(204).send(null);
    },
  });
  app.route({
    ...operations.revokeToken,
    handler: async (request, reply) => {
      await revoke(request, request.params.id);
      return reply.code(204).send(null);
    },
  });
}
