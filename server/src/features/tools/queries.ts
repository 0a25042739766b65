// SQL of the catalogue. Every read of tools, in every feature, starts from `activeTools`: it is what keeps trashed tools,
// with their ratings and labels, out of every public surface.
import type { Tool, ToolFilters, ToolWithStats } from '@toolscore/contract/schemas';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { ToolRow } from '../../database/schema.ts';
import { NO_LIMIT } from '../../paging.ts';
import { activeTools, matching, selectedTools, type Selection, type ToolQuery } from './filters.ts';
import { labelsHash, textHash } from './labels.ts';
import { foldCase, searchText, type ToolFields } from './rules.ts';
import { countTools, noScores, recountTool } from './totals.ts';

const ownColumns = [
  'tools.id',
  'tools.name',
  'tools.description',
  'tools.category',
  'tools.website_url',
  'tools.icon_url',
  'tools.features',
  'tools.tags',
  'tools.created_at',
  'tools.updated_at',
] as const;
const statsColumns = ['tools.rating_count', 'tools.sum_usefulness', 'tools.sum_usability'] as const;

type OwnRow = Pick<
  ToolRow,
  | 'id'
  | 'name'
  | 'description'
  | 'category'
  | 'website_url'
  | 'icon_url'
  | 'features'
  | 'tags'
  | 'created_at'
  | 'updated_at'
> & { created_by: string | null };
type StatsRow = OwnRow & Pick<ToolRow, 'rating_count' | 'sum_usefulness' | 'sum_usability'>;
type TrashRow = OwnRow & Pick<ToolRow, 'deleted_at' | 'deleted_by'>;

/** The columns of a tool with its statistics and its creator's name. */
export function selectWithStats<O>(query: ToolQuery<O>) {
  return query
    .leftJoin('users', 'users.id', 'tools.created_by_id')
    .select([...ownColumns, ...statsColumns, 'users.username as created_by']);
}

function selectPlain<O>(query: ToolQuery<O>) {
  return query
    .leftJoin('users', 'users.id', 'tools.created_by_id')
    .select([...ownColumns, 'tools.deleted_at', 'tools.deleted_by', 'users.username as created_by']);
}

const toOwn = (row: OwnRow) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  websiteUrl: row.website_url,
  iconUrl: row.icon_url,
  createdBy: row.created_by,
  features: JSON.parse(row.features) as string[],
  tags: JSON.parse(row.tags) as string[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const toTool = (row: TrashRow): Tool => ({
  ...toOwn(row),
  deletedAt: row.deleted_at,
  deletedBy: row.deleted_by,
});

/** avgCombined = (avgUsefulness + avgUsability) / 2; null where there is no rating. Nothing is rounded. */
export function averages(count: number, sumUsefulness: number, sumUsability: number) {
  if (count === 0) return { avgUsefulness: null, avgUsability: null, avgCombined: null };
  const avgUsefulness = sumUsefulness / count;
  const avgUsability = sumUsability / count;
  return { avgUsefulness, avgUsability, avgCombined: (avgUsefulness + avgUsability) / 2 };
}

export const toToolWithStats = (row: StatsRow): ToolWithStats => ({
  ...toOwn(row),
  ratingCount: row.rating_count,
  ...averages(row.rating_count, row.sum_usefulness, row.sum_usability),
});

/** Prior of the Bayesian ranking: `mean` of all live ratings, counted as `weight` ratings of every tool. */
export interface Prior {
  mean: number;
  weight: number;
}

/** (C*m + sum) / (m + n): the mean of a tool's ratings drawn towards the mean of all, the less of them there are. */
export function bayesianScore(sum: Expression<unknown>, { mean, weight }: Prior) {
  const prior = sql.lit(mean * weight);
  return sql<number>`(cast(${prior} as double precision) + ${sum}) / (cast(${sql.lit(weight)} as double precision) + tools.rating_count)`;
}

const combinedSum = sql`(tools.sum_usefulness + tools.sum_usability) / cast(2 as double precision)`;

/** Every order ends with id, so that pages never overlap. */
export function sortedTools<O>(
  query: ToolQuery<O>,
  sort: NonNullable<ToolFilters['sort']>,
  prior: Prior,
): ToolQuery<O> {
  const newest = (q: ToolQuery<O>) => q.orderBy('tools.created_at', 'desc').orderBy('tools.id', 'desc');
  switch (sort) {
    case 'newest':
      return newest(query);
    case 'top_rated':
      return newest(
        query.orderBy('tools.avg_combined', (o) => o.desc().nullsLast()).orderBy('tools.rating_count', 'desc'),
      );
    case 'bayesian':
      return newest(
        query
          .orderBy(sql`case when tools.rating_count > 0 then ${bayesianScore(combinedSum, prior)} end`, (o) =>
            o.desc().nullsLast(),
          )
          .orderBy('tools.rating_count', 'desc'),
      );
    case 'most_reviewed':
      return newest(query.orderBy('tools.rating_count', 'desc'));
    case 'name_asc':
      return query.orderBy('tools.name_key', 'asc').orderBy('tools.id', 'asc');
    case 'name_desc':
      return query.orderBy('tools.name_key', 'desc').orderBy('tools.id', 'desc');
    case 'recently_updated':
      return query.orderBy('tools.updated_at', 'desc').orderBy('tools.id', 'desc');
  }
}

/** So many tools are read by their ids in one statement. */
const MOST_BY_IDS = 500;

/**
 * A page of a selection in its order. Which tools it has is found first, which indexes alone can tell; only those are then
 * read.
 */
export async function listTools(
  db: Db,
  selection: Selection,
  { sort = 'newest', prior }: { sort?: ToolFilters['sort']; prior: Prior },
  { limit = NO_LIMIT, offset = 0 }: { limit?: number; offset?: number },
): Promise<ToolWithStats[]> {
  const selected = selectedTools(db, selection, { inOrder: sort !== 'bayesian' });
  const sorted = sortedTools(selected, sort, prior).limit(limit).offset(offset);
  if (limit > MOST_BY_IDS) return (await selectWithStats(sorted).execute()).map(toToolWithStats);
  const page = await sorted.select('tools.id').execute();
  return listToolsByIds(
    db,
    page.map(({ id }) => id),
  );
}

export async function findToolWithStats(db: Db, id: number): Promise<ToolWithStats | undefined> {
  const row = await selectWithStats(activeTools(db).where('tools.id', '=', id)).executeTakeFirst();
  return row && toToolWithStats(row);
}

/** Active tools of those ids, in the order of the ids; unknown and trashed ones are left out. */
export async function listToolsByIds(db: Db, ids: readonly number[]): Promise<ToolWithStats[]> {
  if (ids.length === 0) return [];
  const rows = await selectWithStats(activeTools(db).where('tools.id', 'in', ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(toToolWithStats);
}

export async function getTool(db: Db, id: number): Promise<Tool> {
  return toTool(await selectPlain(db.selectFrom('tools').where('tools.id', '=', id)).executeTakeFirstOrThrow());
}

const trashedTools = (db: Db) => db.selectFrom('tools').where('tools.deleted_at', 'is not', null);

/** Trashed tools, latest first. */
export async function listTrashedTools(
  db: Db,
  search: string | undefined,
  { limit = NO_LIMIT, offset = 0 }: { limit?: number; offset?: number },
): Promise<Tool[]> {
  const rows = await selectPlain(matching(trashedTools(db), search))
    .orderBy('tools.deleted_at', 'desc')
    .orderBy('tools.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toTool);
}

export async function countTrashedTools(db: Db, search: string | undefined): Promise<number> {
  const row = await matching(trashedTools(db), search)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

const toColumns = (fields: ToolFields) => ({
  name: fields.name,
  name_key: foldCase(fields.name),
  description: fields.description,
  category: fields.category,
  website_url: fields.websiteUrl,
  icon_url: fields.iconUrl,
  features: JSON.stringify(fields.features),
  tags: JSON.stringify(fields.tags),
  labels_hash: labelsHash(fields),
  text_hash: textHash(fields),
});

export const toFields = (row: Pick<ToolRow, keyof ReturnType<typeof toColumns>>): ToolFields => ({
  name: row.name,
  description: row.description,
  category: row.category,
  websiteUrl: row.website_url,
  iconUrl: row.icon_url,
  features: JSON.parse(row.features),
  tags: JSON.parse(row.tags),
});

const labelRows = (toolId: number, { tags, features }: ToolFields) => [
  ...tags.map((label) => ({ tool_id: toolId, kind: 'tag' as const, label })),
  ...features.map((label) => ({ tool_id: toolId, kind: 'feature' as const, label })),
];

const searchRow = (toolId: number, fields: ToolFields) => ({ rowid: toolId, search_text: searchText(fields) });

async function insertLabels(trx: Db, rows: ReturnType<typeof labelRows>): Promise<void> {
  if (rows.length > 0) await trx.insertInto('tool_labels').values(rows).execute();
}

/** Adds tools with their labels; their ids, in the given order. Of many, `breathe` lets others have their turn in between. */
export async function insertTools(
  trx: Db,
  tools: readonly ToolFields[],
  createdById: number | null,
  at: string,
  { importId = null, breathe }: { importId?: number | null; breathe?: () => Promise<void> | undefined } = {},
): Promise<number[]> {
  const origin = { created_by_id: createdById, created_at: at, updated_at: at, import_id: importId };
  const rows = tools.map((fields) => ({ ...toColumns(fields), ...origin }));
  const inserted = await trx.insertInto('tools').values(rows).returning('id').execute();
  await breathe?.();
  // Both engines number the rows of one statement in their order; sorting makes the pairing independent of how they answer.
  const ids = inserted.map((row) => row.id).toSorted((a, b) => a - b);
  const texts = tools.map((fields, index) => searchRow(ids[index] as number, fields));
  if (texts.length > 0) await trx.insertInto('tool_search').values(texts).execute();
  await breathe?.();
  const labels = tools.flatMap((fields, index) => labelRows(ids[index] as number, fields));
  for (let start = 0; start < labels.length; start += 5000) await insertLabels(trx, labels.slice(start, start + 5000));
  await breathe?.();
  const unrated = rows.map((row, index) => ({ ...row, ...noScores, id: ids[index] as number }));
  await countTools(trx, unrated, 1);
  return ids;
}

/**
 * The row of an active tool, held until the transaction ends, so that what is read stays true until it is written.
 * An update that changes nothing takes the row's lock on both engines.
 */
export async function lockActiveTool(trx: Db, id: number): Promise<ToolRow | undefined> {
  return trx
    .updateTable('tools')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Gives an active tool, whose row the transaction holds, other fields. */
export async function updateTool(trx: Db, before: ToolRow, fields: ToolFields, at: string): Promise<void> {
  const { id } = before;
  const columns = toColumns(fields);
  await trx
    .updateTable('tools')
    .set({ ...columns, updated_at: at })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('tool_search')
    .set({ search_text: searchText(fields) })
    .where('rowid', '=', id)
    .execute();
  await trx.deleteFrom('tool_labels').where('tool_id', '=', id).execute();
  await insertLabels(trx, labelRows(id, fields));
  await recountTool(trx, before, { ...before, ...columns });
}
