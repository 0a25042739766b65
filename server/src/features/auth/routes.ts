// Signing in and out with a password, the CSRF token, who is signed in, and changing one's own password.
import { operations } from '@toolscore/contract';
import type { AuthUser } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import { entitlementsOf, toViewer, type Viewer, viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { countAttempt, createQueue, refuseWhenUsedUp } from '../../attempts.ts';
import { inTransaction } from '../../database/index.ts';
import type { UserRow } from '../../database/schema.ts';
import { badRequest, HttpError } from '../../errors.ts';
import { issueCsrfToken, keepSignedIn, signIn } from '../../session.ts';
import { actorOf, recordAudit, visitorActor } from '../audit/queries.ts';
import type { IdentityProvider } from '../oidc/provider.ts';
import { findUserByName, lockUser, updatePassword } from '../users/queries.ts';
import { limitPasswordAttempts, managedElsewhere, signInLimit } from './limits.ts';
import { checkPasswordSize, hashPassword, verifyPassword } from './passwords.ts';

const toAuthUser = (viewer: Viewer): AuthUser => ({
  sub: viewer.oidcSubject ?? String(viewer.id),
  email: viewer.email,
  name: viewer.name,
  preferredUsername: viewer.preferredUsername ?? viewer.username,
  role: viewer.role,
  tier: viewer.tier,
  entitlements: [...entitlementsOf(viewer)],
  isLocal: viewer.authProvider === 'local',
});

const wrongCredentials = () => new HttpError(401, 'Username or password is wrong');

/** `provider` is null in local mode. */
export function authRoutes(app: App, context: Context, provider: IdentityProvider | null): void {
  const { authMode, oidcPasswordUrl } = context.config;
  app.route({ ...operations.getAuthMode, handler: async () => ({ mode: authMode }) });
  app.route({ ...operations.getPasswordRedirect, handler: async () => ({ url: provider && oidcPasswordUrl }) });
  app.route({
    ...operations.getCsrfToken,
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return { token: issueCsrfToken(request, reply) };
    },
  });
  app.route({ ...operations.getMe, handler: async (request) => toAuthUser(viewerOf(request)) });

  const checkCredentials = credentialCheck(context);
  app.route({
    ...operations.localLogin,
    handler: async (request, reply) => {
      if (provider) throw new HttpError(401, 'Passwords are not used here: sign in with the identity provider');
      const user = await checkCredentials(request, request.body);
      await signIn(request, reply, user);
      return toAuthUser(toViewer(user));
    },
  });
  app.route({
    ...operations.logout,
    handler: async (request) => {
      const { idToken } = request.session;
      const wasSignedIn = request.viewer !== null || idToken !== undefined;
      await request.session.destroy();
      return { url: provider && wasSignedIn ? await provider.endSessionUrl(idToken) : null };
    },
  });
  changePasswordRoute(app, context);
}

/**
 * Whether username and password belong together. Failures are counted per username and address; those of one username and
 * address are checked one after the other, so that many at once cannot get past the limit.
 */
function credentialCheck(context: Context) {
  const { engine, clock } = context;
  const inTurn = createQueue();
  return async (request: FastifyRequest, { username, password }: { username: string; password: string }) => {
    const limit = signInLimit(context, username, request.ip);
    return inTurn(limit.key, async (): Promise<UserRow> => {
      await refuseWhenUsedUp(engine.db, limit, clock());
      const user = await findUserByName(engine.db, username);
      if (await verifyPassword(password, user?.password_hash)) return user as UserRow;
      await inTransaction(engine, async (trx) => {
        const failures = await countAttempt(trx, limit, clock());
        if (failures < limit.limit) return;
        await recordAudit(trx, {
          actor: { ...visitorActor, username: user?.username ?? visitorActor.username },
          entityType: 'user',
          entityId: user?.id ?? null,
          action: 'sign_in_blocked',
          changes: { failedAttempts: { from: null, to: failures } },
          at: new Date(clock()).toISOString(),
        });
      });
      throw wrongCredentials();
    });
  };
}

function changePasswordRoute(app: App, context: Context): void {
  const { engine, clock } = context;
  app.route({
    ...operations.changeMyPassword,
    onRequest: limitPasswordAttempts(context, (request) => viewerOf(request).id),
    handler: async (request, reply) => {
      const { id, authProvider } = viewerOf(request);
      if (authProvider === 'oidc') throw managedElsewhere();
      const { currentPassword, newPassword } = request.body;
      checkPasswordSize('newPassword', newPassword);
      const user = await engine.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
      if (!(await verifyPassword(currentPassword, user?.password_hash))) {
        throw badRequest('currentPassword is wrong');
      }
      const passwordHash = await hashPassword(newPassword);
      const version = await inTransaction(engine, async (trx) => {
        // Somebody may have changed it, or deleted the account, since it was checked.
        const current = await lockUser(trx, id);
        if (!current || current.password_hash !== user?.password_hash) throw badRequest('currentPassword is wrong');
        const at = new Date(clock()).toISOString();
        await recordAudit(trx, {
          actor: actorOf(request),
          entityType: 'user',
          entityId: id,
          action: 'change_password',
          at,
        });
        return updatePassword(trx, id, passwordHash);
      });
      keepSignedIn(request, version);
      return reply.code(204).send(null);
    },
  });
}
