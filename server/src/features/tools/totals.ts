// SQL of the totals that lists and statistics live on: active tools and scores of each category, active tools of each label.
// Whoever makes a tool active, changes its category or labels, or takes it away says so here, in the same transaction; the
// rows of totals are what it takes last, and in their order, so that transactions neither wait long nor for each other.
import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { prepared } from '../../database/prepared.ts';
import type { Tables, ToolRow } from '../../database/schema.ts';

const levels = [1, 2, 3, 4, 5] as const;
export const scoreColumns = (['usefulness', 'usability'] as const).flatMap((metric) =>
  levels.map((level) => `${metric}_${level}` as const),
);
type ScoreColumn = (typeof scoreColumns)[number];
export type Scores = Record<ScoreColumn, number>;

/** Rows that a category's totals are spread over. Fixed with the migration that filled them. */
export const SLOTS = 8;
export const slotOf = (toolId: number) => toolId % SLOTS;

type Counted = Pick<ToolRow, 'id' | 'category' | 'tags' | 'features' | ScoreColumn>;
type CategoryRow = Tables['category_totals'];
type LabelTotal = Tables['label_totals'];

/** The scores of a tool without ratings. */
export const noScores = Object.fromEntries(scoreColumns.map((column) => [column, 0])) as Scores;

/** A tool to be added to the totals (1), or taken out (-1). */
type Change = readonly [tool: Counted, by: 1 | -1];

/** What changes, in the order in which everybody takes it. A tool that stays where it is keeps its scores, too. */
const inOrder = <T extends { tool_count: number }>(totals: ReadonlyMap<string, T>): T[] =>
  [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, total]) => (total.tool_count === 0 ? [] : [total]));

function categoryTotals(changes: readonly Change[]): CategoryRow[] {
  const totals = new Map<string, CategoryRow>();
  for (const [tool, by] of changes) {
    const { category } = tool;
    const slot = slotOf(tool.id);
    const key = `${category}\n${slot}`;
    const total = totals.get(key) ?? { category, slot, tool_count: 0, ...noScores };
    totals.set(key, total);
    total.tool_count += by;
    for (const column of scoreColumns) total[column] += by * tool[column];
  }
  return inOrder(totals);
}

function labelTotals(changes: readonly Change[]): LabelTotal[] {
  const totals = new Map<string, LabelTotal>();
  const add = (kind: LabelTotal['kind'], label: string, by: number) => {
    const total = totals.get(`${kind}\n${label}`) ?? { kind, label, tool_count: 0 };
    totals.set(`${kind}\n${label}`, total);
    total.tool_count += by;
  };
  for (const [{ tags, features }, by] of changes) {
    for (const label of JSON.parse(tags) as string[]) add('tag', label, by);
    for (const label of JSON.parse(features) as string[]) add('feature', label, by);
  }
  return inOrder(totals);
}

const plus = <K extends string>(table: string, columns: readonly K[]) =>
  Object.fromEntries(
    columns.map((column) => [column, sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`]),
  ) as Record<K, ReturnType<typeof sql<number>>>;

const LABELS_PER_STATEMENT = 5000;

async function change(trx: Db, changes: readonly Change[]): Promise<void> {
  const labels = labelTotals(changes);
  for (let start = 0; start < labels.length; start += LABELS_PER_STATEMENT) {
    await trx
      .insertInto('label_totals')
      .values(labels.slice(start, start + LABELS_PER_STATEMENT))
      .onConflict((conflict) => conflict.columns(['kind', 'label']).doUpdateSet(plus('label_totals', ['tool_count'])))
      .execute();
  }
  const categories = categoryTotals(changes);
  if (categories.length === 0) return;
  await trx
    .insertInto('category_totals')
    .values(categories)
    .onConflict((conflict) =>
      conflict.columns(['category', 'slot']).doUpdateSet(plus('category_totals', ['tool_count', ...scoreColumns])),
    )
    .execute();
}

/** Adds these tools to the totals (`by` 1), or takes them out (-1). */
export async function countTools(trx: Db, tools: readonly Counted[], by: 1 | -1): Promise<void> {
  await change(
    trx,
    tools.map((tool) => [tool, by]),
  );
}

/** Moves an active tool from the totals of what it was to those of what it is. */
export async function recountTool(trx: Db, before: Counted, after: Counted): Promise<void> {
  await change(trx, [
    [before, -1],
    [after, 1],
  ]);
}

/** What becomes of the scores of one tool: those of `add` come, those of `remove` go. */
export interface Move {
  add?: Rated;
  remove?: Rated;
}
interface Rated {
  usefulness: number;
  usability: number;
}

/** By how much each counter of scores changes. */
export function differences({ add, remove }: Move): Scores {
  const by = { ...noScores };
  const count = ({ usefulness, usability }: Rated, one: 1 | -1) => {
    by[`usefulness_${usefulness}` as ScoreColumn] += one;
    by[`usability_${usability}` as ScoreColumn] += one;
  };
  if (add) count(add, 1);
  if (remove) count(remove, -1);
  return by;
}

/** Assignments that add to each counter. */
export const plusScores = (by: Scores) =>
  Object.fromEntries(scoreColumns.map((column) => [column, sql<number>`${sql.ref(column)} + ${by[column]}`]));

const moveTotals = prepared((db, values: Scores & { id: number; slot: number }) =>
  db
    .updateTable('category_totals')
    .set(plusScores(values))
    .where('category', '=', db.selectFrom('tools').select('category').where('id', '=', values.id))
    .where('slot', '=', values.slot),
);

/** Moves scores of one active tool, whose row is held, within its category. */
export async function moveScores(trx: Db, id: number, move: Move): Promise<void> {
  const by = differences(move);
  // A new comment is no reason to wait for the totals, which others move too.
  if (scoreColumns.every((column) => by[column] === 0)) return;
  await moveTotals(trx, { ...by, id, slot: slotOf(id) });
}

/** Distinct categories of active tools, by code point. */
export async function listCategories(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('category_totals')
    .select('category')
    .groupBy('category')
    .having((eb) => eb(eb.fn.sum<number>('tool_count'), '>', 0))
    .orderBy('category')
    .execute();
  return rows.map((row) => row.category);
}

/** Distinct labels of active tools, by code point. */
export async function listLabels(db: Db, kind: LabelTotal['kind']): Promise<string[]> {
  const rows = await db
    .selectFrom('label_totals')
    .select('label')
    .where('kind', '=', kind)
    .where('tool_count', '>', 0)
    .orderBy('label')
    .execute();
  return rows.map((row) => row.label);
}

const sums = [
  sql<number>`coalesce(sum(tool_count), 0)`.as('tool_count'),
  ...scoreColumns.map((column) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column)),
];

export type CategoryTotal = Omit<CategoryRow, 'slot'>;

/** Active tools and their scores, category by category in the order of code points. */
export async function listCategoryTotals(db: Db): Promise<CategoryTotal[]> {
  return db
    .selectFrom('category_totals')
    .select(['category', ...sums])
    .groupBy('category')
    .having((eb) => eb(eb.fn.sum<number>('tool_count'), '>', 0))
    .orderBy('category')
    .execute();
}
