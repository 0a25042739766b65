// SQL of costs. Only costs of active tools are ever read; adding up happens in exact arithmetic, never in SQL.
import type { Cost } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';
import type { CostRow } from '../../database/schema.ts';
import { activeTools } from '../tools/filters.ts';
import { derivedAmounts } from './money.ts';
import type { CostFields } from './rules.ts';

const toCost = (row: Omit<CostRow, 'created_by_id'> & { created_by: string | null }): Cost => ({
  id: row.id,
  toolId: row.tool_id,
  amount: row.amount,
  currency: row.currency,
  period: row.period,
  seats: row.seats,
  vendor: row.vendor,
  note: row.note,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
  renewsOn: row.renews_on,
  ...derivedAmounts(row),
  createdBy: row.created_by,
  createdAt: row.created_at,
});

export const toCostFields = (cost: Cost): CostFields => ({
  amount: cost.amount,
  currency: cost.currency,
  period: cost.period,
  seats: cost.seats,
  vendor: cost.vendor,
  note: cost.note,
  startsOn: cost.startsOn,
  endsOn: cost.endsOn,
  renewsOn: cost.renewsOn,
});

const toColumns = (fields: CostFields) => ({
  amount: fields.amount,
  currency: fields.currency,
  period: fields.period,
  seats: fields.seats,
  vendor: fields.vendor,
  note: fields.note,
  starts_on: fields.startsOn,
  ends_on: fields.endsOn,
  renews_on: fields.renewsOn,
});

const activeCosts = (db: Db) => activeTools(db).innerJoin('costs', 'costs.tool_id', 'tools.id');

const selectCosts = (db: Db) =>
  activeCosts(db)
    .leftJoin('users', 'users.id', 'costs.created_by_id')
    .selectAll('costs')
    .select('users.username as created_by');

/** Costs of an active tool, the latest start first. */
export async function listCosts(db: Db, toolId: number): Promise<Cost[]> {
  const rows = await selectCosts(db)
    .where('tools.id', '=', toolId)
    .orderBy('costs.starts_on', 'desc')
    .orderBy('costs.id', 'desc')
    .execute();
  return rows.map(toCost);
}

/** A cost of an active tool. */
export async function findCost(db: Db, id: number): Promise<Cost | undefined> {
  const row = await selectCosts(db).where('costs.id', '=', id).executeTakeFirst();
  return row && toCost(row);
}

export async function insertCost(
  trx: Db,
  toolId: number,
  fields: CostFields,
  createdById: number,
  at: string,
): Promise<Cost> {
  const { id } = await trx
    .insertInto('costs')
    .values({ tool_id: toolId, ...toColumns(fields), created_by_id: createdById, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return toCost(await selectCosts(trx).where('costs.id', '=', id).executeTakeFirstOrThrow());
}

export async function updateCost(trx: Db, id: number, fields: CostFields): Promise<void> {
  await trx.updateTable('costs').set(toColumns(fields)).where('id', '=', id).execute();
}

export async function deleteCost(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('costs').where('id', '=', id).execute();
}

/** Ids in one statement; SQLite binds at most 32,766 values. */
const IDS_PER_STATEMENT = 1000;

/** The UTC day of a time in milliseconds since 1970, YYYY-MM-DD. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function selectCurrentCosts(db: Db, now: number) {
  const today = dayOf(now);
  return activeCosts(db)
    .where('costs.starts_on', '<=', today)
    .where((eb) => eb.or([eb('costs.ends_on', 'is', null), eb('costs.ends_on', '>=', today)]))
    .select(['costs.tool_id as toolId', 'costs.amount', 'costs.currency', 'costs.period']);
}

/** Costs that run today, with the name and category of their tools, by name. */
export async function listCurrentCosts(db: Db, now: number) {
  return selectCurrentCosts(db, now)
    .select(['tools.name', 'tools.category'])
    .orderBy('tools.name_key')
    .orderBy('tools.id')
    .execute();
}

export type CurrentCost = Pick<CostRow, 'amount' | 'currency' | 'period'>;

/** Costs of those tools that run today, by tool. */
export async function listCurrentCostsOf(
  db: Db,
  now: number,
  toolIds: readonly number[],
): Promise<Map<number, CurrentCost[]>> {
  const byTool = new Map<number, CurrentCost[]>();
  for (let start = 0; start < toolIds.length; start += IDS_PER_STATEMENT) {
    const ids = toolIds.slice(start, start + IDS_PER_STATEMENT);
    const rows = await selectCurrentCosts(db, now).where('tools.id', 'in', ids).execute();
    for (const { toolId, ...cost } of rows) byTool.set(toolId, [...(byTool.get(toolId) ?? []), cost]);
  }
  return byTool;
}

/** Renewals from today on, of costs that do not end before them, the next one first. */
export async function listRenewals(db: Db, now: number) {
  return activeCosts(db)
    .where('costs.renews_on', '>=', dayOf(now))
    .where((eb) => eb.or([eb('costs.ends_on', 'is', null), eb('costs.ends_on', '>=', eb.ref('costs.renews_on'))]))
    .select(['costs.id as costId', 'tools.id as toolId', 'tools.name', 'costs.amount', 'costs.currency'])
    .select((eb) => eb.ref('costs.renews_on').$notNull().as('renewsOn'))
    .orderBy('costs.renews_on')
    .orderBy('costs.id')
    .execute();
}
