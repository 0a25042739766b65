// SQL of relations. A relation is there for as long as both its tools are active.
import type { Relation, RelationInput } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';
import type { RelationRow, ToolRow } from '../../database/schema.ts';
import { notFound } from '../../errors.ts';
import { activeTools } from '../tools/filters.ts';
import { lockActiveTool } from '../tools/queries.ts';

export type RelationKind = RelationInput['kind'];

/** Kinds that say the same read from either tool; the others have a direction. */
const symmetric: ReadonlySet<RelationKind> = new Set(['alternative', 'complement', 'integrates']);
/** Kinds worth reading from the other end: `recommended` is advice for who looks at the one tool, not the other. */
const reversible: readonly RelationKind[] = [...symmetric, 'replaces'];

const pairOf = (kind: RelationKind, a: number, b: number) => (symmetric.has(kind) && b < a ? `${b}-${a}` : `${a}-${b}`);

/** Relations between active tools. */
function selectRelations(db: Db) {
  return activeTools(db)
    .innerJoin('relations', 'relations.tool_id', 'tools.id')
    .innerJoin(
      (eb) => eb.selectFrom('tools').select(['id', 'name']).where('deleted_at', 'is', null).as('related'),
      (join) => join.onRef('related.id', '=', 'relations.related_tool_id'),
    )
    .leftJoin('users', 'users.id', 'relations.created_by_id')
    .selectAll('relations')
    .select(['users.username as created_by', 'tools.name as tool_name', 'related.name as related_name']);
}

type Row = RelationRow & { created_by: string | null; tool_name: string; related_name: string };

/** A relation as it is seen from one of its two tools. */
function toRelation(row: Row, seenFrom: number): Relation {
  const outgoing = row.tool_id === seenFrom;
  return {
    id: row.id,
    toolId: row.tool_id,
    relatedToolId: row.related_tool_id,
    kind: row.kind,
    direction: outgoing ? 'outgoing' : 'incoming',
    otherTool: outgoing
      ? { id: row.related_tool_id, name: row.related_name }
      : { id: row.tool_id, name: row.tool_name },
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

/** Relations of a tool, its own and those of others with it that can be read in reverse, oldest first. */
export async function listRelations(db: Db, toolId: number): Promise<Relation[]> {
  const rows = await selectRelations(db)
    .where((eb) =>
      eb.or([
        eb('relations.tool_id', '=', toolId),
        eb.and([eb('relations.related_tool_id', '=', toolId), eb('relations.kind', 'in', reversible)]),
      ]),
    )
    .orderBy('relations.id')
    .execute();
  return rows.map((row) => toRelation(row, toolId));
}

/** A relation between active tools, with the id of the user who made it. */
export async function findRelation(db: Db, id: number) {
  const row = await selectRelations(db).where('relations.id', '=', id).executeTakeFirst();
  return row && { relation: toRelation(row, row.tool_id), createdById: row.created_by_id };
}

/**
 * The rows of two tools, held until the transaction ends; always in one order, so that holders never wait in a ring.
 * @throws HttpError 404 when one of them is missing or trashed
 */
export async function lockPair(trx: Db, toolId: number, relatedToolId: number): Promise<[ToolRow, ToolRow]> {
  const first = await lockActiveTool(trx, Math.min(toolId, relatedToolId));
  const second = await lockActiveTool(trx, Math.max(toolId, relatedToolId));
  const [tool, related] = toolId < relatedToolId ? [first, second] : [second, first];
  if (!tool) throw notFound('Tool');
  if (!related) throw notFound('Related tool');
  return [tool, related];
}

/** Adds a relation; undefined when there is one like it, which the unique index decides in any race. */
export async function insertRelation(
  trx: Db,
  {
    toolId,
    relatedToolId,
    kind,
    note,
  }: { toolId: number; relatedToolId: number; kind: RelationKind; note: string | null },
  createdById: number,
  at: string,
): Promise<Relation | undefined> {
  const inserted = await trx
    .insertInto('relations')
    .values({
      tool_id: toolId,
      related_tool_id: relatedToolId,
      kind,
      pair: pairOf(kind, toolId, relatedToolId),
      note,
      created_by_id: createdById,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['pair', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted && (await findRelation(trx, inserted.id))?.relation;
}

/** Whether the relation was still there to be deleted. */
export async function deleteRelation(trx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('relations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Kinds that name a tool for the same purpose, the strongest first. What goes with a tool is not similar to it. */
const pinning: readonly RelationKind[] = ['recommended', 'alternative', 'replaces'];

/** Ids of the tools that relations put first among the similar ones: by kind, then oldest relation first. */
export async function listPinnedIds(db: Db, toolId: number): Promise<number[]> {
  const relations = await listRelations(db, toolId);
  const pinned = pinning.flatMap((kind) => relations.filter((relation) => relation.kind === kind));
  return [...new Set(pinned.map(({ otherTool }) => otherTool.id))];
}
