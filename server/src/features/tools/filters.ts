// SQL of which tools are seen. Every read of tools, in every feature, starts from `activeTools`: it is what keeps trashed
// tools, with their ratings and labels, out of every public surface.
import type { ToolFilters } from '@toolscore/contract/schemas';
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { Tables } from '../../database/schema.ts';
import { labelFilter, searchWords } from './rules.ts';

export function activeTools(db: Db) {
  return db.selectFrom('tools').where('tools.deleted_at', 'is', null);
}

export type ToolQuery<O> = SelectQueryBuilder<Tables, 'tools', O>;
type Filters = Omit<ToolFilters, 'sort'>;

/** One filter, in the forms in which a query may use it. */
interface Condition {
  /** Ids of the tools that meet it, from an index of its own, as `id`. */
  ids: Expression<unknown>;
  /** The same, asked of one tool. */
  holds: Expression<SqlBool>;
  /** The same for those who look at all that meet it. */
  counted: Expression<SqlBool>;
  /** How many active tools meet it, where there is a shorter way than to look at each of them: one for many, one for few. */
  total?: (isCommon: boolean) => Expression<number>;
}

const isAmong = (ids: Expression<unknown>) => sql<SqlBool>`tools.id in (${ids})`;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/**
 * That the searchable text has a word; `%`, `_` and `\` mean themselves. Such words ask twice: indexes of trigrams only know
 * patterns without ESCAPE, here one in which the special characters stand for any other.
 */
function hasWord(text: Expression<string>, word: string) {
  const loosely = sql<SqlBool>`${text} like ${`%${word.replace(/[\\%]/g, '_')}%`}`;
  if (!/[\\%_]/.test(word)) return loosely;
  return sql<SqlBool>`${loosely} and ${text} like ${`%${escapeLike(word)}%`} escape '\\'`;
}

/** All words of a search; none when there are none. */
function searchCondition(search: string | undefined): Condition[] {
  const words = searchWords(search ?? '');
  if (words.length === 0) return [];
  const text = sql.ref<string>('tool_search.search_text');
  // A cast that does nothing but keep SQLite from asking its index once more for every single tool.
  const unindexed = sql<string>`cast(${text} as text)`;
  const all = (of: Expression<string>) =>
    sql.join(
      words.map((word) => hasWord(of, word)),
      sql` and `,
    );
  const ids = sql`select tool_search.rowid as id from tool_search where ${all(text)}`;
  const holds = sql<SqlBool>`exists (select 1 from tool_search where tool_search.rowid = tools.id and ${all(unindexed)})`;
  // Where a word is in every third text, reading all of them is quicker than to look each one up. The trash mostly holds few.
  const total = (isCommon: boolean) => sql<number>`
    (select count(*) from tool_search where ${all(isCommon ? unindexed : text)})
    - (select count(*) from tools where tools.deleted_at is not null and ${holds})`;
  return [{ ids, counted: isAmong(ids), holds, total }];
}

function labelCondition(kind: 'tag' | 'feature', label: string): Condition {
  const isIt = sql`tool_labels.kind = ${kind} and tool_labels.label = ${label}`;
  const ids = sql`select tool_labels.tool_id as id from tool_labels where ${isIt}`;
  return {
    ids,
    counted: isAmong(ids),
    // A count of none or one, not EXISTS, which SQLite would turn round and begin with.
    holds: sql<SqlBool>`(select count(*) from tool_labels where tool_labels.tool_id = tools.id and ${isIt}) = 1`,
  };
}

function ratingCondition(minRating: number): Condition[] {
  if (minRating === 0) return [];
  return [
    {
      ids: sql`select rated.id from tools as rated where rated.deleted_at is null and rated.avg_combined >= ${minRating}`,
      counted: sql<SqlBool>`tools.avg_combined >= ${minRating}`,
      // Adding nothing keeps the index of averages out of it, so that the one of the order is used.
      holds: sql<SqlBool>`tools.avg_combined + 0 >= ${minRating}`,
    },
  ];
}

/** Up to so many tools are looked up one by one and sorted; of more, those that an order comes upon are tested instead. */
const FEW = 1000;
/** A word in more than this part of the texts is common. */
const COMMON = 0.3;

/** How many tools meet a condition, and the highest of their ids, which SQLite finds in their order. */
async function findUpTo(db: Db, { ids }: Condition, limit: number): Promise<{ count: number; last: number | null }> {
  const { rows } = await sql<{ count: number; last: number | null }>`
    select count(*) as count, max(id) as last from (${ids} limit ${sql.lit(limit)}) as found`.execute(db);
  return rows[0] as { count: number; last: number | null };
}

/** Tools whose searchable text has every word of `search`. */
export function matching<O>(query: ToolQuery<O>, search: string | undefined): ToolQuery<O> {
  const [condition] = searchCondition(search);
  return condition ? query.where(condition.counted) : query;
}

/** Which tools are asked for, and how to find them. */
export interface Selection {
  category: string | undefined;
  labels: readonly (readonly ['tag' | 'feature', string])[];
  conditions: readonly Condition[];
  /** The condition to begin with: the one that fewest tools meet, if those are few. */
  first: Condition | undefined;
  /** How many tools it has, where an expression says it. */
  total: Expression<number> | undefined;
}

/** What the filters mean for this database as it is now. */
export async function planSelection(db: Db, filters: Filters): Promise<Selection> {
  const labels = [
    ...labelFilter(filters.tags).map((label) => ['tag', label] as const),
    ...labelFilter(filters.features).map((label) => ['feature', label] as const),
  ];
  const conditions = [
    ...searchCondition(filters.search),
    ...labels.map(([kind, label]) => labelCondition(kind, label)),
    ...ratingCondition(filters.minRating ?? 0),
  ];
  const category = filters.category || undefined;
  let fewest = FEW;
  let first: Condition | undefined;
  let total: Selection['total'];
  for (const condition of conditions) {
    const { count, last } = await findUpTo(db, condition, fewest + 1);
    if (count <= fewest) [fewest, first] = [count, condition];
    else if (conditions.length === 1 && category === undefined) total = condition.total?.(count > COMMON * (last ?? 0));
  }
  return { category, labels, conditions, first, total };
}

/**
 * The tools of a selection. Where an index has their order, those that it comes upon are tested until a page is full;
 * `inOrder` false says that none has, and all of them will be read anyway.
 */
export function selectedTools(db: Db, { category, conditions, first }: Selection, { inOrder = true } = {}) {
  let query = activeTools(db);
  if (category !== undefined) query = query.where('tools.category', '=', category);
  for (const condition of conditions) {
    if (!inOrder) query = query.where(condition.counted);
    else query = query.where(condition === first ? isAmong(condition.ids) : condition.holds);
  }
  return query;
}

/** How many tools a selection has: from totals where those say it, otherwise by counting them. */
export async function countSelected(db: Db, selection: Selection): Promise<number> {
  const { category, labels, conditions, total } = selection;
  const [label] = labels;
  if (conditions.length === 0) {
    let query = db.selectFrom('category_totals').select(sql<number>`coalesce(sum(tool_count), 0)`.as('count'));
    if (category !== undefined) query = query.where('category', '=', category);
    return (await query.executeTakeFirstOrThrow()).count;
  }
  if (label && conditions.length === 1 && category === undefined) {
    const labelled = db.selectFrom('label_totals').select('tool_count').where('kind', '=', label[0]);
    return (await labelled.where('label', '=', label[1]).executeTakeFirst())?.tool_count ?? 0;
  }
  if (total) {
    const { rows } = await sql<{ count: number }>`select ${total} as count`.execute(db);
    return rows[0]?.count ?? 0;
  }
  const query = selectedTools(db, selection, { inOrder: false }).select((eb) => eb.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}
