// What lists and statistics of a large catalogue live on: totals by category and by label, and texts to search apart from the
// tools, whose rows every rating writes anew.
import { type Kysely, sql } from 'kysely';
import type { Engine } from '../index.ts';

const levels = [1, 2, 3, 4, 5];
const scores = ['usefulness', 'usability'].flatMap((metric) => levels.map((level) => `${metric}_${level}`));
const SLOTS = 8;

export async function totals(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createCategoryTotals(db, engine);
  await createLabelTotals(db, engine);
  await moveSearchTexts(db, engine);
  await indexOrders(db);
}

async function createCategoryTotals(db: Kysely<unknown>, { keyed, text }: Engine) {
  let table = db.schema
    .createTable('category_totals')
    .addColumn('category', text, (c) => c.notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('tool_count', 'integer', (c) => c.notNull());
  for (const column of scores) table = table.addColumn(column, 'bigint', (c) => c.notNull());
  await table.addPrimaryKeyConstraint('category_totals_pk', ['category', 'slot']).modifyEnd(sql.raw(keyed)).execute();
  const sums = sql.raw(scores.map((column) => `sum(${column})`).join(', '));
  await sql`insert into category_totals (category, slot, tool_count, ${sql.raw(scores.join(', '))})
    select category, id % ${sql.lit(SLOTS)}, count(*), ${sums} from tools where deleted_at is null
    group by category, id % ${sql.lit(SLOTS)}`.execute(db);
}

async function createLabelTotals(db: Kysely<unknown>, { keyed, text }: Engine) {
  await db.schema
    .createTable('label_totals')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('label', text, (c) => c.notNull())
    .addColumn('tool_count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('label_totals_pk', ['kind', 'label'])
    .modifyEnd(sql.raw(keyed))
    .execute();
  await sql`insert into label_totals (kind, label, tool_count)
    select kind, label, count(*) from tool_labels join tools on tools.id = tool_labels.tool_id
    where deleted_at is null group by kind, label`.execute(db);
}

async function moveSearchTexts(db: Kysely<unknown>, { kind, id }: Engine) {
  if (kind === 'sqlite') {
    // Without positions and sizes: only LIKE asks it, and looks at the text of what it finds anyway.
    await sql`create virtual table tool_search
      using fts5(search_text, tokenize = 'trigram', detail = none, columnsize = 0)`.execute(db);
    await sql`create trigger tool_search_delete after delete on tools
      begin delete from tool_search where rowid = old.id; end`.execute(db);
  } else {
    await db.schema
      .createTable('tool_search')
      .addColumn('rowid', id, (c) => c.primaryKey().references('tools.id').onDelete('cascade'))
      .addColumn('search_text', 'text', (c) => c.notNull())
      .execute();
  }
  await sql`insert into tool_search (rowid, search_text) select id, search_text from tools order by id`.execute(db);
  await db.schema.alterTable('tools').dropColumn('search_text').execute();
  if (kind === 'postgres') await indexTrigrams(db);
}

/**
 * The orders that a category had no index for: a page of it would sort all of it. The numbers of ratings come with the sums
 * of their scores, which change with them anyway: rankings by what no index can hold then read an index, not the tools.
 * The sum of both sums is there because SQLite looks whether generated columns are in an index only if that has a term.
 */
async function indexOrders(db: Kysely<unknown>) {
  const orders = {
    most_reviewed:
      'rating_count desc, created_at desc, id desc, sum_usefulness, sum_usability, (sum_usefulness + sum_usability), deleted_at',
    name: 'name_key, id',
    recently_updated: 'updated_at desc, id desc',
  };
  await db.schema.dropIndex('tools_most_reviewed').execute();
  await sql`create index tools_most_reviewed on tools (${sql.raw(orders.most_reviewed)})
    where deleted_at is null`.execute(db);
  for (const [name, columns] of Object.entries(orders)) {
    const index = sql.ref(`tools_category_${name}`);
    await sql`create index ${index} on tools (category, ${sql.raw(columns)}) where deleted_at is null`.execute(db);
  }
}

/** Where the extension is missing and may not be made, search reads all texts, as it says in the guide. */
async function indexTrigrams(db: Kysely<unknown>) {
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`create index tool_search_trigrams on tool_search using gin (search_text gin_trgm_ops)`.execute(db);
  } catch {
    await sql`rollback to savepoint trigrams`.execute(db);
  }
  await sql`release savepoint trigrams`.execute(db);
}
