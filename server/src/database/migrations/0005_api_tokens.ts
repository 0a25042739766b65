// Tokens by which programs act for a user; what is stored of the secret is its digest.
import { type Kysely } from 'kysely';
import type { Engine } from '../index.ts';

export async function apiTokens(db: Kysely<unknown>, { id, generateId, timestamp }: Engine): Promise<void> {
  await db.schema
    .createTable('api_tokens')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .addColumn('last_used_at', timestamp)
    .addUniqueConstraint('api_tokens_hash_unique', ['token_hash'])
    .execute();
  await db.schema.createIndex('api_tokens_user').on('api_tokens').column('user_id').execute();
  await db.schema.createIndex('api_tokens_expires_at').on('api_tokens').column('expires_at').execute();
}
