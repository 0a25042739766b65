// Imports, and which tools each of them added, so that one can be undone.
import { type Kysely, sql } from 'kysely';
import type { Engine } from '../index.ts';

export async function imports(db: Kysely<unknown>, { id, generateId, timestamp }: Engine): Promise<void> {
  await db.schema
    .createTable('imports')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('user_id', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('finished_at', timestamp)
    .execute();
  await db.schema.createIndex('imports_user').on('imports').column('user_id').execute();
  await db.schema
    .alterTable('tools')
    .addColumn('import_id', id, (c) => c.references('imports.id').onDelete('set null'))
    .execute();
  await sql`create index tools_import on tools (import_id) where import_id is not null`.execute(db);
}
