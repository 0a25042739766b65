// SQL of signing in with a provider: sign-ins under way, and the accounts of people who came that way.
import { createHash } from 'node:crypto';
import type { Role, Tier } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';
import type { UserRow } from '../../database/schema.ts';
import { usernameKey } from '../users/queries.ts';
import type { Identity } from './claims.ts';

/** What must be the same when the provider sends a browser back. */
export interface PendingSignIn {
  /** The key of the browser session that began it. */
  readonly browser: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
}

const digest = (browser: string, state: string) =>
  createHash('sha256')
    .update(JSON.stringify(['sign-in', browser, state]))
    .digest('base64url');

/**
 * Keeps a sign-in under way. It is a part of its session with a row of its own: several tabs begin and finish without
 * overwriting each other, and taking it is one statement.
 */
export async function insertPendingSignIn(db: Db, pending: PendingSignIn, expiresAt: string): Promise<void> {
  const { browser, state, ...rest } = pending;
  const row = { id_hash: digest(browser, state), data: JSON.stringify(rest), expires_at: expiresAt };
  await db.insertInto('sessions').values(row).execute();
}

/** Takes the sign-in of that browser and state away: whatever follows, and however often it is asked for, once. */
export async function takePendingSignIn(
  db: Db,
  browser: string,
  state: string,
  now: number,
): Promise<PendingSignIn | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', digest(browser, state))
    .where('expires_at', '>', new Date(now).toISOString())
    .returning('data')
    .executeTakeFirst();
  return row && { browser, state, ...JSON.parse(row.data) };
}

export async function findIdentity(trx: Db, { issuer, subject }: Identity): Promise<UserRow | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .executeTakeFirst();
}

export async function countIdentities(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('auth_provider', '=', 'oidc')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Adds an account; undefined when the username is taken, or the person has an account by now. */
export async function insertIdentity(
  trx: Db,
  identity: Identity,
  { username, role, tier, at }: { username: string; role: Role; tier: Tier; at: string },
): Promise<UserRow | undefined> {
  return trx
    .insertInto('users')
    .values({
      username,
      username_key: usernameKey(username),
      email: identity.email,
      name: identity.name,
      preferred_username: identity.preferredUsername,
      role,
      tier,
      auth_provider: 'oidc',
      oidc_issuer: identity.issuer,
      oidc_subject: identity.subject,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

type Refreshed = Pick<UserRow, 'email' | 'name' | 'preferred_username' | 'role' | 'tier'>;

export async function updateIdentity(trx: Db, id: number, values: Refreshed): Promise<void> {
  await trx.updateTable('users').set(values).where('id', '=', id).execute();
}

/**
 * Takes the one admin role that the first person is given: true for one transaction in the life of a database, whatever the
 * number of people and instances, false for all others. A lease that never ends remembers it.
 */
export async function takeFirstAdmin(trx: Db): Promise<boolean> {
  const taken = await trx
    .insertInto('leases')
    .values({ name: 'first-oidc-admin', holder: 'oidc', expires_at: '9999-12-31T23:59:59.999Z' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}
