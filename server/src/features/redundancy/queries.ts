// SQL of decisions about overlapping tools. A decision is shown while both its tools are active.
import type { RedundancyDecision, RedundancyInput } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';
import type { RedundancyDecisionRow } from '../../database/schema.ts';
import { activeTools } from '../tools/filters.ts';

type Row = RedundancyDecisionRow & { tool_labels_now: number; related_labels_now: number };

const toDecision = (row: Row): RedundancyDecision => ({
  id: row.id,
  toolId: row.tool_id,
  relatedToolId: row.related_tool_id,
  decision: row.decision,
  keeperId: row.keeper_id,
  note: row.note,
  dueOn: row.due_on,
  decidedBy: row.decided_by,
  createdAt: row.created_at,
  labelsUnchanged: row.tool_labels_hash === row.tool_labels_now && row.related_labels_hash === row.related_labels_now,
});

/** Decisions about pairs of active tools. */
const selectDecisions = (db: Db) =>
  activeTools(db)
    .innerJoin('redundancy_decisions as decisions', 'decisions.tool_id', 'tools.id')
    .innerJoin(
      (eb) => eb.selectFrom('tools').select(['id', 'labels_hash']).where('deleted_at', 'is', null).as('related'),
      (join) => join.onRef('related.id', '=', 'decisions.related_tool_id'),
    )
    .selectAll('decisions')
    .select(['tools.labels_hash as tool_labels_now', 'related.labels_hash as related_labels_now']);

/** All decisions, newest first: each pair may have been decided about several times. */
export async function listDecisions(db: Db): Promise<RedundancyDecision[]> {
  const rows = await selectDecisions(db).orderBy('decisions.id', 'desc').execute();
  return rows.map(toDecision);
}

/** The pairs that stay decided: those whose tools have the labels they had when it was last decided about them. */
export function decidedPairs(newestFirst: readonly RedundancyDecision[]): [number, number][] {
  const latest = new Map<string, RedundancyDecision>();
  for (const decision of newestFirst) {
    const pair = [decision.toolId, decision.relatedToolId].toSorted((a, b) => a - b).join('-');
    if (!latest.has(pair)) latest.set(pair, decision);
  }
  return [...latest.values()]
    .filter(({ labelsUnchanged }) => labelsUnchanged)
    .map(({ toolId, relatedToolId }) => [toolId, relatedToolId]);
}

/** Records a decision about two tools whose label hashes are given in the order of the input's tools. */
export async function insertDecision(
  trx: Db,
  input: RedundancyInput,
  { toolHash, relatedHash }: { toolHash: number; relatedHash: number },
  decidedBy: string,
  at: string,
): Promise<RedundancyDecision> {
  const { id } = await trx
    .insertInto('redundancy_decisions')
    .values({
      tool_id: input.toolId,
      related_tool_id: input.relatedToolId,
      decision: input.decision,
      keeper_id: input.keeperId ?? null,
      note: input.note?.trim() || null,
      due_on: input.dueOn ?? null,
      tool_labels_hash: toolHash,
      related_labels_hash: relatedHash,
      decided_by: decidedBy,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return toDecision(await selectDecisions(trx).where('decisions.id', '=', id).executeTakeFirstOrThrow());
}
