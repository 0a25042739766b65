// Clusters of overlapping tools with what speaks for which, and the decisions people make about them.
import { setImmediate } from 'node:timers/promises';
import { operations } from '@toolscore/contract';
import type { Redundancy, RedundancyDecision, ToolWithStats } from '@toolscore/contract/schemas';
import { viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { inTransaction } from '../../database/index.ts';
import { badRequest } from '../../errors.ts';
import { getPrior } from '../analytics/queries.ts';
import { actorOf, diff, recordAudit } from '../audit/queries.ts';
import { totalsOf } from '../costs/money.ts';
import { type CurrentCost, listCurrentCostsOf } from '../costs/queries.ts';
import { lockPair } from '../relations/queries.ts';
import type { Cluster } from '../similar/clusters.ts';
import type { Comparison } from '../similar/comparison.ts';
import { labelKey } from '../tools/labels.ts';
import { listToolsByIds, type Prior } from '../tools/queries.ts';
import { suggestKeeper } from './keeper.ts';
import { decidedPairs, insertDecision, listDecisions } from './queries.ts';

const DEFAULT_LIMIT = 500;
/** Tools read at once; requests get their turn in between. */
const TOOLS_PER_READ = 500;

export function redundancyRoutes(app: App, context: Context, comparison: Comparison): void {
  const { engine, config, clock } = context;
  const { reader } = engine;

  app.route({
    ...operations.getRedundancy,
    handler: async (request): Promise<Redundancy> => {
      const { limit = DEFAULT_LIMIT, offset = 0 } = request.query;
      const decisions = await listDecisions(reader);
      const clusters = await comparison.clusters(decidedPairs(decisions));
      const page = clusters.slice(offset, offset + limit);
      const ids = page.flatMap((cluster) => cluster.ids);
      const tools = new Map<number, ToolWithStats>();
      for (let start = 0; start < ids.length; start += TOOLS_PER_READ) {
        for (const tool of await listToolsByIds(reader, ids.slice(start, start + TOOLS_PER_READ)))
          tools.set(tool.id, tool);
        await setImmediate();
      }
      const costs = await listCurrentCostsOf(reader, clock(), ids);
      const prior = await getPrior(reader, true, config.bayesianWeight);
      // A tool trashed since the clusters were made is in none any more.
      const present = page
        .map(({ ids, similarity, shared }) => ({ ids: ids.filter((id) => tools.has(id)), similarity, shared }))
        .filter((cluster) => cluster.ids.length > 1);
      const described = present.map((cluster) => describe(cluster, { tools, costs, prior }));
      return { total: clusters.length, clusters: described, decisions };
    },
  });

  decideRoute(app, context);
}

interface Material {
  tools: ReadonlyMap<number, ToolWithStats>;
  costs: ReadonlyMap<number, CurrentCost[]>;
  prior: Prior;
}

/** Labels by their keys, in the spelling of the first tool that has them. */
function spell(tools: readonly ToolWithStats[], keys: readonly string[], kind: 'tags' | 'features'): string[] {
  const missing = new Set(keys.filter((key) => key.startsWith(kind[0] as string)));
  const labels: string[] = [];
  for (const tool of tools) {
    if (missing.size === 0) break;
    for (const label of tool[kind]) if (missing.delete(`${kind[0]}:${labelKey(label)}`)) labels.push(label);
  }
  return labels;
}

function describe({ ids, similarity, shared }: Cluster, { tools: known, costs, prior }: Material) {
  const tools = ids.flatMap((id) => known.get(id) ?? []);
  const recurring = (id: number) => (costs.get(id) ?? []).filter(({ period }) => period !== 'once');
  const candidates = tools.map((tool) => ({ tool, yearly: totalsOf(recurring(tool.id)) }));
  const { keeper, basis, reason } = suggestKeeper(candidates, prior);
  const others = ids.filter((id) => id !== keeper.tool.id);
  return {
    tools,
    sharedTags: spell(tools, shared, 'tags'),
    sharedFeatures: spell(tools, shared, 'features'),
    similarity,
    yearlyCosts: candidates.flatMap(({ tool, yearly }) =>
      yearly.map(({ currency, yearlyAmount }) => ({ toolId: tool.id, currency, yearlyAmount })),
    ),
    suggestedKeeperId: keeper.tool.id,
    keeperBasis: basis,
    keeperReason: reason,
    potentialSavings: totalsOf(others.flatMap(recurring)).map(({ currency, yearlyAmount }) => ({
      currency,
      yearlyAmount,
    })),
  };
}

const audited = ({ toolId, relatedToolId, decision, keeperId, note, dueOn }: RedundancyDecision) => ({
  toolId,
  relatedToolId,
  decision,
  keeperId,
  note,
  dueOn,
});

function decideRoute(app: App, { engine, clock }: Context): void {
  app.route({
    ...operations.decideRedundancy,
    handler: async (request, reply) => {
      const { toolId, relatedToolId, keeperId = null } = request.body;
      if (toolId === relatedToolId) throw badRequest('relatedToolId must be another tool than toolId');
      if (keeperId !== null && keeperId !== toolId && keeperId !== relatedToolId) {
        throw badRequest('keeperId must be one of the two tools');
      }
      const at = new Date(clock()).toISOString();
      const decision = await inTransaction(engine, async (trx) => {
        const [tool, related] = await lockPair(trx, toolId, relatedToolId);
        const hashes = { toolHash: tool.labels_hash, relatedHash: related.labels_hash };
        const created = await insertDecision(trx, request.body, hashes, viewerOf(request).username, at);
        await recordAudit(trx, {
          actor: actorOf(request),
          entityType: 'redundancy',
          entityId: created.id,
          action: 'create',
          changes: diff(null, audited(created)),
          at,
        });
        return created;
      });
      return reply.code(201).send(decision);
    },
  });
}
