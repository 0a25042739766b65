// Costs, relations, decisions about overlapping tools, and what the comparison of tools notices changes by.
import { type Kysely, sql } from 'kysely';
import { labelsHash } from '../../features/tools/labels.ts';
import type { Engine } from '../index.ts';
import { fillTools } from './fill.ts';

export async function portfolio(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addLabelsHash(db);
  await createCosts(db, engine);
  await createRelations(db, engine);
  await createDecisions(db, engine);
}

interface Labels {
  category: string;
  tags: string;
  features: string;
}

/** Whoever changes how labels are compared makes it anew, in another migration. */
async function addLabelsHash(db: Kysely<unknown>) {
  await db.schema
    .alterTable('tools')
    .addColumn('labels_hash', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await fillTools<Labels>(db, 'labels_hash', ['category', 'tags', 'features'], ({ category, tags, features }) =>
    labelsHash({ category, tags: JSON.parse(tags), features: JSON.parse(features) }),
  );
  // Has all that the fingerprint of the catalogue is made of (SQLite wants the condition's column too), so that taking it
  // never touches the wide rows.
  await sql`create index tools_labels_hash on tools (id, labels_hash, deleted_at) where deleted_at is null`.execute(db);
}

async function createCosts(db: Kysely<unknown>, { id, generateId, timestamp }: Engine) {
  await db.schema
    .createTable('costs')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('seats', 'integer')
    .addColumn('vendor', 'text')
    .addColumn('note', 'text')
    .addColumn('starts_on', 'text', (c) => c.notNull())
    .addColumn('ends_on', 'text')
    .addColumn('renews_on', 'text')
    .addColumn('created_by_id', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('costs_tool').on('costs').columns(['tool_id', 'starts_on']).execute();
  await db.schema.createIndex('costs_created_by').on('costs').column('created_by_id').execute();
}

async function createRelations(db: Kysely<unknown>, { id, generateId, timestamp }: Engine) {
  await db.schema
    .createTable('relations')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('related_tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('pair', 'text', (c) => c.notNull())
    .addColumn('note', 'text')
    .addColumn('created_by_id', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('relations_unique', ['pair', 'kind'])
    .execute();
  await db.schema.createIndex('relations_tool').on('relations').column('tool_id').execute();
  await db.schema.createIndex('relations_related_tool').on('relations').column('related_tool_id').execute();
  await db.schema.createIndex('relations_created_by').on('relations').column('created_by_id').execute();
}

async function createDecisions(db: Kysely<unknown>, { id, generateId, timestamp }: Engine) {
  await db.schema
    .createTable('redundancy_decisions')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('related_tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('keeper_id', id, (c) => c.references('tools.id').onDelete('set null'))
    .addColumn('note', 'text')
    .addColumn('due_on', 'text')
    .addColumn('tool_labels_hash', 'bigint', (c) => c.notNull())
    .addColumn('related_labels_hash', 'bigint', (c) => c.notNull())
    .addColumn('decided_by', 'text', (c) => c.notNull())
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('redundancy_tool').on('redundancy_decisions').column('tool_id').execute();
  await db.schema.createIndex('redundancy_related').on('redundancy_decisions').column('related_tool_id').execute();
  await db.schema.createIndex('redundancy_keeper').on('redundancy_decisions').column('keeper_id').execute();
}
