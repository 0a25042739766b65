// SQL of accounts. Usernames are unique regardless of case; the database decides, so no race makes two of one.
import type { Role, Tier, User } from '@toolscore/contract/schemas';
import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { UserRow } from '../../database/schema.ts';
import { NO_LIMIT } from '../../paging.ts';

export const usernameKey = (username: string) => username.normalize('NFKC').trim().toLowerCase();

export const toUser = (row: UserRow): User => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  tier: row.tier,
  authProvider: row.auth_provider,
  createdAt: row.created_at,
});

export async function listUsers(
  db: Db,
  { limit = NO_LIMIT, offset = 0 }: { limit?: number; offset?: number },
): Promise<User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('id').limit(limit).offset(offset).execute();
  return rows.map(toUser);
}

export async function countUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function countLocalUsers(db: Db): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('auth_provider', '=', 'local')
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findUserByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst();
}

export interface NewUser {
  username: string;
  email: string | null;
  role: Role;
  tier: Tier;
  passwordHash: string;
  at: string;
}

/** Adds a local account; undefined when the username is taken. */
export async function insertUser(trx: Db, user: NewUser): Promise<UserRow | undefined> {
  return trx
    .insertInto('users')
    .values({
      username: user.username,
      username_key: usernameKey(user.username),
      email: user.email,
      role: user.role,
      tier: user.tier,
      auth_provider: 'local',
      password_hash: user.passwordHash,
      created_at: user.at,
    })
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The row of a user, held until the transaction ends. */
export async function lockUser(trx: Db, id: number): Promise<UserRow | undefined> {
  return trx
    .updateTable('users')
    .set((eb) => ({ username: eb.ref('username') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * The ids of all admins, with their rows held until the transaction ends: two admins who demote each other at the same
 * moment take turns, and the second one sees what the first one did.
 */
export async function lockAdmins(trx: Db): Promise<number[]> {
  const rows = await trx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id').execute();
  const admins: number[] = [];
  for (const { id } of rows) if ((await lockUser(trx, id))?.role === 'admin') admins.push(id);
  return admins;
}

export async function updateUser(trx: Db, id: number, values: { role: Role; tier: Tier }): Promise<void> {
  await trx.updateTable('users').set(values).where('id', '=', id).execute();
}

/**
 * Sets the password and ends every session that was opened with an older one; the new credential version. API tokens are
 * revoked: whoever knew the old password could have made some.
 */
export async function updatePassword(trx: Db, id: number, passwordHash: string): Promise<number> {
  await trx.deleteFrom('api_tokens').where('user_id', '=', id).execute();
  const row = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, credential_version: sql`credential_version + 1` })
    .where('id', '=', id)
    .returning('credential_version')
    .executeTakeFirstOrThrow();
  return row.credential_version;
}

export async function deleteUser(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute();
}
