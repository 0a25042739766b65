// A service with no local account gets one admin. There is no default password. With AUTH_MODE=oidc nobody could sign in to a
// local account, so none is made: the provider's claims, or the first sign-in, decide who is admin there.
import { randomBytes } from 'node:crypto';
import type { Context } from '../../app.ts';
import { inTransaction } from '../../database/index.ts';
import { recordAudit, systemActor } from '../audit/queries.ts';
import { hashPassword } from '../auth/passwords.ts';
import { countLocalUsers, insertUser } from './queries.ts';

const RANDOM_PASSWORD_BYTES = 12;

/**
 * Makes the first admin where there is no local account yet, which is so too after years with an identity provider; the
 * password, if it had to be invented. Safe on many instances.
 * @throws Error when somebody who came from the identity provider has that username
 */
export async function ensureAdmin({ engine, config, clock }: Context): Promise<string | null> {
  if (config.authMode === 'oidc' || (await countLocalUsers(engine.db)) > 0) return null;
  const invented = config.adminPassword === null ? randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url') : null;
  const passwordHash = await hashPassword(config.adminPassword ?? (invented as string));
  const at = new Date(clock()).toISOString();
  return inTransaction(engine, async (trx) => {
    const username = config.adminUsername;
    const admin = await insertUser(trx, { username, email: null, role: 'admin', tier: 'enterprise', passwordHash, at });
    if (!admin) {
      // Made by another instance at the same moment, unless it is no local account at all.
      if ((await countLocalUsers(trx)) > 0) return null;
      throw new Error(`ADMIN_USERNAME ${username} is taken by an account of the identity provider; name another one`);
    }
    const changes = { username: { from: null, to: username }, role: { from: null, to: 'admin' } };
    const entry = {
      actor: systemActor,
      entityType: 'user' as const,
      entityId: admin.id,
      action: 'create',
      changes,
      at,
    };
    await recordAudit(trx, entry);
    return invented;
  });
}
