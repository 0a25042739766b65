// What the comparison of tools notices changed names and descriptions by, beside `labels_hash`.
import { type Kysely, sql } from 'kysely';
import { textHash } from '../../features/tools/labels.ts';
import { fillTools } from './fill.ts';

export async function textHashes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('tools')
    .addColumn('text_hash', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await fillTools(db, 'text_hash', ['name', 'description'], textHash);
  // Again all that the fingerprint of the catalogue is made of, in one index.
  await db.schema.dropIndex('tools_labels_hash').execute();
  await sql`create index tools_compared on tools (id, labels_hash, text_hash, deleted_at) where deleted_at is null`.execute(
    db,
  );
}
