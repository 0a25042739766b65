// SQL of lists without an end: all tools of a selection, part by part, each part found by where the last one stopped. So
// memory does not grow with the catalogue, and no connection is held while a slow reader takes its time. What is written
// meanwhile is in the parts that are read after it; a tool that changes its place may be missed or come twice.
import type { ToolFilters, ToolWithStats } from '@toolscore/contract/schemas';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/index.ts';
import { type Selection, selectedTools, type ToolQuery } from './filters.ts';
import { listToolsByIds, type Prior, selectWithStats, sortedTools, toToolWithStats } from './queries.ts';

export type Order = ToolFilters['sort'] | 'id';

/** How many tools a part has: a catalogue that fits the first is read by one statement, and so as of one moment. */
const PARTS = { first: 5000, next: 1000 };

interface Keyset {
  order: NonNullable<Order>;
  columns: readonly ('id' | 'created_at' | 'updated_at' | 'name_key' | 'rating_count' | 'avg_combined')[];
  /** How the columns of the next part compare with those of the last row. */
  next: '<' | '>';
  /** The tools that this keyset is about, where it is not all. */
  among?: 'rated' | 'unrated';
}

/** What each order is made of; top_rated in two, since what is null compares with nothing. */
const keysets: Record<Exclude<NonNullable<Order>, 'bayesian'>, readonly Keyset[]> = {
  id: [{ order: 'id', columns: ['id'], next: '>' }],
  newest: [{ order: 'newest', columns: ['created_at', 'id'], next: '<' }],
  top_rated: [
    {
      order: 'top_rated',
      columns: ['avg_combined', 'rating_count', 'created_at', 'id'],
      next: '<',
      among: 'rated',
    },
    { order: 'newest', columns: ['created_at', 'id'], next: '<', among: 'unrated' },
  ],
  most_reviewed: [{ order: 'most_reviewed', columns: ['rating_count', 'created_at', 'id'], next: '<' }],
  name_asc: [{ order: 'name_asc', columns: ['name_key', 'id'], next: '>' }],
  name_desc: [{ order: 'name_desc', columns: ['name_key', 'id'], next: '<' }],
  recently_updated: [{ order: 'recently_updated', columns: ['updated_at', 'id'], next: '<' }],
};

function sorted<O>(query: ToolQuery<O>, order: NonNullable<Order>, prior: Prior): ToolQuery<O> {
  return order === 'id' ? query.orderBy('tools.id') : sortedTools(query, order, prior);
}

async function* pageKeyset(
  db: Db,
  selection: Selection,
  { order, columns, next, among }: Keyset,
  { prior, parts }: { prior: Prior; parts: typeof PARTS },
) {
  let query = selectedTools(db, selection);
  if (among === 'rated') query = query.where('tools.avg_combined', 'is not', null);
  // Both, so that what is left of the order is the rest of an index.
  if (among === 'unrated') query = query.where('tools.avg_combined', 'is', null).where('tools.rating_count', '=', 0);
  const names = columns.map((column) => sql.ref(`tools.${column}`));
  let part = query;
  for (let size = parts.first; ; size = parts.next) {
    const rows = await selectWithStats(sorted(part, order, prior))
      .select(['tools.name_key', 'tools.avg_combined'])
      .limit(size)
      .execute();
    yield rows.map(toToolWithStats);
    const last = rows.at(-1);
    if (rows.length < size || !last) return;
    const values = columns.map((column) => last[column]);
    part = query.where(sql<SqlBool>`(${sql.join(names)}) ${sql.raw(next)} (${sql.join(values)})`);
  }
}

/** The ids in the order of a score that no row has; they alone are kept. */
async function* pageIds(db: Db, selection: Selection, prior: Prior) {
  const selected = selectedTools(db, selection, { inOrder: false });
  const rows = await sortedTools(selected, 'bayesian', prior).select('tools.id').execute();
  const ids = Float64Array.from(rows, ({ id }) => id);
  for (let start = 0; start < ids.length; start += PARTS.next)
    yield await listToolsByIds(db, [...ids.subarray(start, start + PARTS.next)]);
}

/** All tools of a selection, in an order, part by part. */
export async function* pageTools(
  db: Db,
  selection: Selection,
  { sort = 'newest', prior, parts = PARTS }: { sort?: Order; prior: Prior; parts?: typeof PARTS },
): AsyncGenerator<ToolWithStats[]> {
  if (sort === 'bayesian') yield* pageIds(db, selection, prior);
  else for (const keyset of keysets[sort]) yield* pageKeyset(db, selection, keyset, { prior, parts });
}
