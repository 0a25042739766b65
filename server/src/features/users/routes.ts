// Accounts, for admins: list, create, change role and tier, set a password, delete.
import { operations } from '@toolscore/contract';
import { viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { type Db, inTransaction } from '../../database/index.ts';
import type { UserRow } from '../../database/schema.ts';
import { HttpError, notFound } from '../../errors.ts';
import { isPaged, setPageHeaders } from '../../paging.ts';
import { keepSignedIn } from '../../session.ts';
import { actorOf, diff, recordAudit } from '../audit/queries.ts';
import { limitPasswordAttempts, managedElsewhere } from '../auth/limits.ts';
import { checkPasswordSize, hashPassword } from '../auth/passwords.ts';
import {
  countUsers,
  deleteUser,
  insertUser,
  listUsers,
  lockAdmins,
  lockUser,
  toUser,
  updatePassword,
  updateUser,
} from './queries.ts';
import { audited, normalizeUsername } from './rules.ts';

export function userRoutes(app: App, context: Context): void {
  readAndCreateRoutes(app, context);
  changeRoutes(app, context);
  passwordRoute(app, context);
}

function readAndCreateRoutes(app: App, { engine, clock }: Context): void {
  app.route({
    ...operations.listUsers,
    handler: async (request, reply) => {
      if (isPaged(request.query)) {
        setPageHeaders(request, reply, request.query, await countUsers(engine.reader));
      }
      return listUsers(engine.reader, request.query);
    },
  });

  app.route({
    ...operations.createUser,
    handler: async (request, reply) => {
      const { password, email, role = 'user', tier = 'free' } = request.body;
      const username = normalizeUsername(request.body.username);
      checkPasswordSize('password', password);
      const passwordHash = await hashPassword(password);
      const at = new Date(clock()).toISOString();
      const user = await inTransaction(engine, async (trx) => {
        const row = await insertUser(trx, { username, email: email || null, role, tier, passwordHash, at });
        if (!row) throw new HttpError(409, `The username ${username} exists already`);
        const changes = diff(null, audited(row));
        await recordAudit(trx, { actor: actorOf(request), ...userEntry(row), action: 'create', changes, at });
        return toUser(row);
      });
      return reply.code(201).send(user);
    },
  });
}

const userEntry = ({ id }: Pick<UserRow, 'id'>) => ({ entityType: 'user' as const, entityId: id });

/**
 * The account, held until the transaction ends together with all admins, so that one of them is always left.
 * @throws HttpError 409 when it is the acting admin, or the last one
 */
async function lockRemovable(trx: Db, id: number, viewerId: number, deed: 'demote' | 'delete') {
  const admins = await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (id === viewerId) throw new HttpError(409, `You cannot ${deed} yourself`);
  if (admins.every((admin) => admin === id)) throw new HttpError(409, `You cannot ${deed} the last admin`);
  return user;
}

function changeRoutes(app: App, { engine, clock }: Context): void {
  const now = () => new Date(clock()).toISOString();

  app.route({
    ...operations.updateUser,
    handler: async (request) => {
      const { id } = request.params;
      return inTransaction(engine, async (trx) => {
        const demotes = request.body.role === 'user';
        const before = await (demotes ? lockRemovable(trx, id, viewerOf(request).id, 'demote') : lockUser(trx, id));
        if (!before) throw notFound('User');
        const { role = before.role, tier = before.tier } = request.body;
        const after = { ...before, role, tier };
        const changes = diff(audited(before), audited(after));
        if (Object.keys(changes).length > 0) {
          await updateUser(trx, id, { role, tier });
          await recordAudit(trx, {
            actor: actorOf(request),
            ...userEntry(before),
            action: 'update',
            changes,
            at: now(),
          });
        }
        return toUser(after);
      });
    },
  });

  app.route({
    ...operations.deleteUser,
    handler: async (request, reply) => {
      const { id } = request.params;
      await inTransaction(engine, async (trx) => {
        const before = await lockRemovable(trx, id, viewerOf(request).id, 'delete');
        if (!before) return;
        await deleteUser(trx, id);
        const changes = diff(audited(before), null);
        await recordAudit(trx, { actor: actorOf(request), ...userEntry(before), action: 'delete', changes, at: now() });
      });
      return reply.code(204).send(null);
    },
  });
}

function passwordRoute(app: App, context: Context): void {
  const { engine, clock } = context;
  app.route({
    ...operations.setUserPassword,
    onRequest: limitPasswordAttempts(context, (request) => Object(request.params).id),
    handler: async (request, reply) => {
      const { id } = request.params;
      checkPasswordSize('password', request.body.password);
      const passwordHash = await hashPassword(request.body.password);
      const version = await inTransaction(engine, async (trx) => {
        const user = await lockUser(trx, id);
        if (!user) throw notFound('User');
        if (user.auth_provider === 'oidc') throw managedElsewhere();
        const at = new Date(clock()).toISOString();
        await recordAudit(trx, { actor: actorOf(request), ...userEntry(user), action: 'set_password', at });
        return updatePassword(trx, id, passwordHash);
      });
      if (id === viewerOf(request).id) keepSignedIn(request, version);
      return reply.code(204).send(null);
    },
  });
}
