// People, tools, ratings, the counters that public reads live on, and the audit log.
import { type Kysely, sql } from 'kysely';
import type { Engine } from '../index.ts';

const levels = [1, 2, 3, 4, 5];
const counts = (metric: string) => levels.map((level) => `${metric}_${level}`);
const count = counts('usefulness').join(' + ');
const sum = (metric: string) => levels.map((level) => `${level} * ${metric}_${level}`).join(' + ');
const mean = (metric: string) => `cast(${sum(metric)} as double precision) / (${count})`;

export async function catalogue(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createPeople(db, engine);
  await createTools(db, engine);
  await createRatings(db, engine);
  await createRecords(db, engine);
}

async function createPeople(db: Kysely<unknown>, { id, generateId, keyed, text, timestamp }: Engine) {
  await db.schema
    .createTable('users')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('username', text, (c) => c.notNull())
    .addColumn('username_key', text, (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('preferred_username', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('tier', 'text', (c) => c.notNull())
    .addColumn('auth_provider', 'text', (c) => c.notNull())
    .addColumn('oidc_issuer', 'text')
    .addColumn('oidc_subject', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('credential_version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('users_username_key_unique', ['username_key'])
    .addUniqueConstraint('users_oidc_unique', ['oidc_issuer', 'oidc_subject'])
    .execute();
  await db.schema
    .createTable('preferences')
    .addColumn('user_id', id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('view', 'text')
    .addColumn('density', 'text')
    .addColumn('watchlist', 'text')
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .modifyEnd(sql.raw(keyed))
    .execute();
  await db.schema.createIndex('sessions_expires_at').on('sessions').column('expires_at').execute();
}

async function createTools(db: Kysely<unknown>, { id, generateId, keyed, text, timestamp, nullsLast }: Engine) {
  let tools = db.schema
    .createTable('tools')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', text, (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('category', text, (c) => c.notNull())
    .addColumn('website_url', 'text')
    .addColumn('icon_url', 'text')
    .addColumn('features', 'text', (c) => c.notNull())
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('created_by_id', id, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addColumn('updated_at', timestamp, (c) => c.notNull())
    .addColumn('deleted_at', timestamp)
    .addColumn('deleted_by', 'text');
  for (const column of [...counts('usefulness'), ...counts('usability')]) {
    tools = tools.addColumn(column, 'integer', (c) => c.notNull().defaultTo(0));
  }
  // Derived by the database from the ten counts, so they cannot disagree with them.
  await tools
    .addColumn('rating_count', 'integer', (c) => c.generatedAlwaysAs(sql.raw(count)).stored().notNull())
    .addColumn('sum_usefulness', 'integer', (c) =>
      c
        .generatedAlwaysAs(sql.raw(sum('usefulness')))
        .stored()
        .notNull(),
    )
    .addColumn('sum_usability', 'integer', (c) =>
      c
        .generatedAlwaysAs(sql.raw(sum('usability')))
        .stored()
        .notNull(),
    )
    .addColumn('avg_combined', 'double precision', (c) =>
      c
        .generatedAlwaysAs(
          sql.raw(`case when ${count} > 0 then (${mean('usefulness')} + ${mean('usability')}) / 2 end`),
        )
        .stored(),
    )
    .execute();

  const newest = 'created_at desc, id desc';
  const orders = {
    newest,
    top_rated: `avg_combined desc${nullsLast}, rating_count desc, ${newest}`,
    most_reviewed: `rating_count desc, ${newest}`,
    name: 'name_key, id',
    recently_updated: 'updated_at desc, id desc',
    category_top_rated: `category, avg_combined desc${nullsLast}, rating_count desc, ${newest}`,
    category_newest: `category, ${newest}`,
  };
  for (const [name, columns] of Object.entries(orders)) {
    await sql`create index ${sql.ref(`tools_${name}`)} on tools (${sql.raw(columns)}) where deleted_at is null`.execute(
      db,
    );
  }
  await sql`create index tools_trash on tools (deleted_at desc, id desc) where deleted_at is not null`.execute(db);
  await db.schema.createIndex('tools_created_by').on('tools').column('created_by_id').execute();

  await db.schema
    .createTable('tool_labels')
    .addColumn('tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('label', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('tool_labels_pk', ['tool_id', 'kind', 'label'])
    .modifyEnd(sql.raw(keyed))
    .execute();
  await db.schema.createIndex('tool_labels_label').on('tool_labels').columns(['kind', 'label', 'tool_id']).execute();
}

async function createRatings(db: Kysely<unknown>, { id, generateId, keyed, timestamp }: Engine) {
  await db.schema
    .createTable('ratings')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('voter', 'text', (c) => c.notNull())
    .addColumn('usefulness', 'integer', (c) => c.notNull())
    .addColumn('usability', 'integer', (c) => c.notNull())
    .addColumn('comment', 'text')
    .addColumn('reviewer_name', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .addUniqueConstraint('ratings_one_per_voter', ['tool_id', 'voter'])
    .execute();
  await sql`create index ratings_newest on ratings (tool_id, created_at desc, id desc)`.execute(db);
  await db.schema
    .createTable('rating_days')
    .addColumn('tool_id', id, (c) => c.notNull().references('tools.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('rating_count', 'integer', (c) => c.notNull())
    .addColumn('sum_usefulness', 'integer', (c) => c.notNull())
    .addColumn('sum_usability', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('rating_days_pk', ['tool_id', 'day'])
    .modifyEnd(sql.raw(keyed))
    .execute();
}

async function createRecords(db: Kysely<unknown>, { id, generateId, keyed, timestamp }: Engine) {
  await db.schema
    .createTable('audit_logs')
    .addColumn('id', id, (c) => generateId(c.primaryKey()))
    .addColumn('entity_type', 'text', (c) => c.notNull())
    .addColumn('entity_id', 'bigint')
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('changes', 'text')
    .addColumn('created_at', timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('audit_logs_entity')
    .on('audit_logs')
    .columns(['entity_type', 'entity_id', 'id'])
    .execute();
  await db.schema.createIndex('audit_logs_created_at').on('audit_logs').columns(['created_at', 'id']).execute();
  await db.schema
    .createTable('attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('resets_at', timestamp, (c) => c.notNull())
    .modifyEnd(sql.raw(keyed))
    .execute();
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('expires_at', timestamp, (c) => c.notNull())
    .modifyEnd(sql.raw(keyed))
    .execute();
}
