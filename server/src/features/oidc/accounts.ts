// The account of a person the provider vouches for: made at the first sign-in, brought up to date at every later one.
import type { Role } from '@toolscore/contract/schemas';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../../app.ts';
import { type Db, inTransaction } from '../../database/index.ts';
import type { UserRow } from '../../database/schema.ts';
import { diff, recordAudit, systemActor, visitorActor, voterActor } from '../audit/queries.ts';
import { lockAdmins, lockUser, usernameKey } from '../users/queries.ts';
import { type Identity, usernamesFor } from './claims.ts';
import { countIdentities, findIdentity, insertIdentity, takeFirstAdmin, updateIdentity } from './queries.ts';

const audited = ({ username, email, name, preferred_username, role, tier }: UserRow) => ({
  username,
  email,
  name,
  preferredUsername: preferred_username,
  role,
  tier,
});

/** Records what the provider's word changed. Nobody here did it, so the actor is the system. */
async function recordChange(trx: Db, before: UserRow | null, after: UserRow, at: string): Promise<void> {
  await recordAudit(trx, {
    actor: systemActor,
    entityType: 'user',
    entityId: after.id,
    action: before ? 'update' : 'create',
    changes: diff(before && audited(before), audited(after)),
    at,
  });
}

/**
 * The account of that person, never one found by name or email address. Where no claim decides who is admin, the first
 * person who ever comes this way is.
 */
export async function admit(
  { engine, config, clock }: Context,
  identity: Identity,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<UserRow> {
  const at = new Date(clock()).toISOString();
  // Names that mean somebody else: actors of the audit log, and the local admin should one be needed again.
  const reserved = [systemActor, voterActor, visitorActor].map(({ username }) => username);
  const taken = new Set([...reserved, config.adminUsername].map(usernameKey));
  return inTransaction(engine, async (trx) => {
    const known = await findIdentity(trx, identity);
    return (known && refresh(trx, known, identity, at, log)) ?? create(trx, identity, taken, at, log);
  });
}

async function firstRole(trx: Db): Promise<Role> {
  return (await countIdentities(trx)) === 0 && (await takeFirstAdmin(trx)) ? 'admin' : 'user';
}

async function create(
  trx: Db,
  identity: Identity,
  taken: ReadonlySet<string>,
  at: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<UserRow> {
  const role = identity.role ?? (await firstRole(trx));
  for (const username of usernamesFor(identity)) {
    if (taken.has(usernameKey(username))) continue;
    const user = await insertIdentity(trx, identity, { username, role, tier: identity.tier ?? 'free', at });
    if (user) {
      await recordChange(trx, null, user, at);
      return user;
    }
    // Signed in elsewhere at the same moment?
    const known = await findIdentity(trx, identity);
    if (known) return refresh(trx, known, identity, at, log);
  }
  throw new Error('every username for this person is taken');
}

async function refresh(
  trx: Db,
  { id, role }: UserRow,
  identity: Identity,
  at: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<UserRow> {
  const demotes = identity.role === 'user';
  // All admins are held until the transaction ends, but only to take the role from one: most sign-ins are of others. Whoever
  // is made admin at this very moment keeps the role until the next sign-in.
  const admins = demotes && role === 'admin' ? await lockAdmins(trx) : [];
  const before = await lockUser(trx, id);
  if (!before) throw new Error('the account was deleted during the sign-in');
  const keepsRole = demotes && before.role === 'admin' && admins.every((admin) => admin === id);
  if (keepsRole) log.warn({ userId: id }, 'OIDC_ROLE_CLAIM no longer makes this person admin; kept as the last admin');
  const values = {
    email: identity.email,
    name: identity.name,
    preferred_username: identity.preferredUsername,
    role: (keepsRole ? undefined : identity.role) ?? before.role,
    tier: identity.tier ?? before.tier,
  };
  const after = { ...before, ...values };
  if (Object.keys(diff(audited(before), audited(after))).length === 0) return before;
  await updateIdentity(trx, id, values);
  await recordChange(trx, before, after, at);
  return after;
}
