// SQL that only the command line needs.
import type { Db } from '../database/index.ts';
import { activeTools } from '../features/tools/filters.ts';

/** Ids of all active tools, the oldest first. */
export async function listToolIds(db: Db): Promise<number[]> {
  const rows = await activeTools(db).select('tools.id').orderBy('tools.id').execute();
  return rows.map((row) => row.id);
}

export async function countAllTools(db: Db): Promise<number> {
  const row = await db
    .selectFrom('tools')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export interface Difference {
  toolId: number;
  /** A counter column, or a column of a day such as `2026-01-31 rating_count`. */
  what: string;
  stored: number;
  counted: number;
}

const dayColumns = ['rating_count', 'sum_usefulness', 'sum_usability'] as const;
const levels = [1, 2, 3, 4, 5] as const;
const counters = (['usefulness', 'usability'] as const).flatMap((metric) =>
  levels.map((level) => ({ metric, level, column: `${metric}_${level}` as const })),
);

/**
 * Compares the counters of up to `limit` tools, trashed ones included, with their ratings. `last` is where to go on,
 * undefined at the end. The tools' rows are held until the transaction ends.
 */
export async function listDifferences(trx: Db, afterId: number, limit: number) {
  const ids = (
    await trx.selectFrom('tools').select('id').where('id', '>', afterId).orderBy('id').limit(limit).execute()
  ).map(({ id }) => id);
  if (ids.length === 0) return { differences: [], checked: 0, last: undefined };
  const tools = await trx
    .updateTable('tools')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  const counted = new Map<string, number>();
  const add = (key: string, by: number) => counted.set(key, (counted.get(key) ?? 0) + by);
  const ratings = await trx
    .selectFrom('ratings')
    .select(['tool_id', 'usefulness', 'usability', 'created_at'])
    .where('tool_id', 'in', ids)
    .execute();
  for (const rating of ratings) {
    add(`${rating.tool_id} usefulness_${rating.usefulness}`, 1);
    add(`${rating.tool_id} usability_${rating.usability}`, 1);
    const day = `${rating.tool_id} ${rating.created_at.slice(0, 10)}`;
    add(`${day} rating_count`, 1);
    add(`${day} sum_usefulness`, rating.usefulness);
    add(`${day} sum_usability`, rating.usability);
  }
  const stored = new Map<string, number>();
  for (const tool of tools) for (const { column } of counters) stored.set(`${tool.id} ${column}`, tool[column]);
  const days = await trx.selectFrom('rating_days').selectAll().where('tool_id', 'in', ids).execute();
  for (const day of days)
    for (const column of dayColumns) stored.set(`${day.tool_id} ${day.day} ${column}`, day[column]);
  const differences = [...new Set([...stored.keys(), ...counted.keys()])]
    .map((key) => toDifference(key, stored.get(key) ?? 0, counted.get(key) ?? 0))
    .filter((item) => item.stored !== item.counted);
  return { differences, checked: ids.length, last: ids.at(-1) };
}

function toDifference(key: string, stored: number, counted: number): Difference {
  const space = key.indexOf(' ');
  return { toolId: Number(key.slice(0, space)), what: key.slice(space + 1), stored, counted };
}

/** Stores what was counted. */
export async function repair(trx: Db, { toolId, what, counted }: Difference): Promise<void> {
  const [day = '', dayColumn] = what.split(' ');
  if (dayColumn === undefined) {
    await trx
      .updateTable('tools')
      .set({ [what]: counted })
      .where('id', '=', toolId)
      .execute();
    return;
  }
  const empty = { rating_count: 0, sum_usefulness: 0, sum_usability: 0 };
  await trx
    .insertInto('rating_days')
    .values({ tool_id: toolId, day, ...empty, [dayColumn]: counted })
    .onConflict((conflict) => conflict.columns(['tool_id', 'day']).doUpdateSet({ [dayColumn]: counted }))
    .execute();
}
