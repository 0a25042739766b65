// SQL of the totals that lists and statistics live on: active tools and scores of each category, active tools of each label.
// Whoever makes a tool active, changes its category or labels, or takes it away says so here, in the same transaction; the
// rows of totals are what it takes last, and in their order, so that transactions neither wait long nor for each other.
import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import type { Tables, ToolRow } from '../../database/schema.ts';

const levels = [1, 2, 3, 4, 5] as const;
export const scoreColumns = (['usefulness', 'usability'] as const).flatMap((metric) =>
  levels.map((level) => `${metric}_${level}` as const),
);
type ScoreColumn = (typeof scoreColumns)[number];
type Scores = Record<ScoreColumn, number>;

/** Rows that a category's totals are spread over. Fixed with the migration that filled them. */
export const SLOTS = 8;
export const slotOf = (toolId: number) => toolId % SLOTS;

type Counted = Pick<ToolRow, 'id' | 'category' | 'tags' | 'features' | ScoreColumn>;
type CategoryRow = Tables['category_totals'];
type LabelTotal = Tables['label_totals'];

const noScores = Object.fromEntries(scoreColumns.map((column) => [column, 0])) as Scores;

/** A tool to be added to the totals (1), or taken out (-1). */
type Change = readonly [tool: Counted, by: 1 | -1];

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
  const inOrder = [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
  return inOrder.filter((total) => total.tool_count !== 0 || scoreColumns.some((column) => total[column] !== 0));
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
  const inOrder = [...totals].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
  return inOrder.filter((total) => total.tool_count !== 0);
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

interface Rated {
  usefulness: number;
  usability: number;
}

/** Moves scores of one active tool within its category: adds those of `add`, takes out those of `remove`. */
export async function moveScores(
  trx: Db,
  { id, category }: Pick<ToolRow, 'id' | 'category'>,
  { add, remove }: { add?: Rated; remove?: Rated },
): Promise<void> {
  const moves = new Map<ScoreColumn, number>();
  for (const [scores, by] of [
    [add, 1],
    [remove, -1],
  ] as const) {
    for (const metric of ['usefulness', 'usability'] as const) {
      if (!scores) continue;
      const column = `${metric}_${scores[metric]}` as ScoreColumn;
      moves.set(column, (moves.get(column) ?? 0) + by);
    }
  }
  const sums = [...moves].filter(([, by]) => by !== 0);
  if (sums.length === 0) return;
  await trx
    .updateTable('category_totals')
    .set(Object.fromEntries(sums.map(([column, by]) => [column, sql`${sql.ref(column)} + ${by}`])))
    .where('category', '=', category)
    .where('slot', '=', slotOf(id))
    .execute();
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
