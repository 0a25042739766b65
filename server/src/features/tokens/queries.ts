// SQL of API tokens. The secret itself is never stored.
import type { ApiToken, OwnedApiToken } from '@toolscore/contract/schemas';
import type { Insertable } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { Tables } from '../../database/schema.ts';

const columns = [
  'api_tokens.id',
  'api_tokens.name',
  'api_tokens.scope',
  'api_tokens.hint',
  'api_tokens.created_at as createdAt',
  'api_tokens.expires_at as expiresAt',
  'api_tokens.last_used_at as lastUsedAt',
] as const;

export async function listTokens(db: Db, userId: number): Promise<ApiToken[]> {
  return db.selectFrom('api_tokens').select(columns).where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

export async function listAllTokens(db: Db): Promise<OwnedApiToken[]> {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(columns)
    .select(['users.id as userId', 'username'])
    .orderBy('api_tokens.id', 'desc')
    .execute();
}

export async function countTokens(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('api_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertToken(trx: Db, row: Insertable<Tables['api_tokens']>): Promise<ApiToken> {
  return trx.insertInto('api_tokens').values(row).returning(columns).executeTakeFirstOrThrow();
}

/** Revokes a token, of that user only where one is named; undefined when there is none. */
export async function deleteToken(trx: Db, id: number, userId?: number) {
  return trx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId as number))
    .returning([...columns, 'user_id as userId'])
    .executeTakeFirst();
}

const SHOWN_AFTER_EXPIRY_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes tokens that expired a month ago; until then their owners see them as expired. */
export async function deleteExpiredTokens(db: Db, now: number): Promise<void> {
  const before = new Date(now - SHOWN_AFTER_EXPIRY_MS).toISOString();
  await db.deleteFrom('api_tokens').where('expires_at', '<=', before).execute();
}
