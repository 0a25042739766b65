// What tools cost: records with history, and what they add up to today.
import { operations } from '@toolscore/contract';
import type { Cost } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import { viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { type Db, inTransaction } from '../../database/index.ts';
import { notFound } from '../../errors.ts';
import { actorOf, type Changes, diff, recordAudit } from '../audit/queries.ts';
import { findToolWithStats, lockActiveTool } from '../tools/queries.ts';
import { totalsOf } from './money.ts';
import {
  deleteCost,
  findCost,
  insertCost,
  listCosts,
  listCurrentCosts,
  listRenewals,
  toCostFields,
  updateCost,
} from './queries.ts';
import { normalizeCost } from './rules.ts';

export function costRoutes(app: App, context: Context): void {
  readRoutes(app, context);
  createRoute(app, context);
  correctRoutes(app, context);
}

function readRoutes(app: App, { engine: { reader }, clock }: Context): void {
  app.route({
    ...operations.listToolCosts,
    handler: async (request) => {
      const { id } = request.params;
      if (!(await findToolWithStats(reader, id))) throw notFound('Tool');
      return listCosts(reader, id);
    },
  });

  app.route({
    ...operations.getCostAnalytics,
    handler: async () => {
      const now = clock();
      const costs = await listCurrentCosts(reader, now);
      const categories = Map.groupBy(costs, ({ category }) => category);
      return {
        totals: totalsOf(costs),
        byCategory: [...categories]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([category, those]) => ({ category, totals: totalsOf(those) })),
        byTool: [...Map.groupBy(costs, ({ toolId }) => toolId)].map(([toolId, those]) => ({
          toolId,
          name: those[0]?.name ?? '',
          totals: totalsOf(those),
        })),
        renewals: await listRenewals(reader, now),
      };
    },
  });
}

async function recordCost(trx: Db, request: FastifyRequest, id: number, action: string, changes: Changes, at: string) {
  await recordAudit(trx, { actor: actorOf(request), entityType: 'cost', entityId: id, action, changes, at });
}

const audited = (cost: Cost) => ({ toolId: cost.toolId, ...toCostFields(cost) });

function createRoute(app: App, { engine, clock }: Context): void {
  app.route({
    ...operations.createCost,
    handler: async (request, reply) => {
      const fields = normalizeCost(request.body);
      const at = new Date(clock()).toISOString();
      const cost = await inTransaction(engine, async (trx) => {
        if (!(await lockActiveTool(trx, request.params.id))) throw notFound('Tool');
        const created = await insertCost(trx, request.params.id, fields, viewerOf(request).id, at);
        await recordCost(trx, request, created.id, 'create', diff(null, audited(created)), at);
        return created;
      });
      return reply.code(201).send(cost);
    },
  });
}

/** The cost, with its tool's row held until the transaction ends, so that corrections of one cost never cross. */
async function lockCost(trx: Db, id: number): Promise<Cost> {
  const found = await findCost(trx, id);
  const cost = found && (await lockActiveTool(trx, found.toolId)) && (await findCost(trx, id));
  if (!cost) throw notFound('Cost');
  return cost;
}

function correctRoutes(app: App, { engine, clock }: Context): void {
  const now = () => new Date(clock()).toISOString();

  app.route({
    ...operations.updateCost,
    handler: async (request) => {
      const { id } = request.params;
      return inTransaction(engine, async (trx) => {
        const before = await lockCost(trx, id);
        const fields = normalizeCost({ ...toCostFields(before), ...request.body });
        const changes = diff(toCostFields(before), fields);
        if (Object.keys(changes).length === 0) return before;
        await updateCost(trx, id, fields);
        await recordCost(trx, request, id, 'update', changes, now());
        return (await findCost(trx, id)) as Cost;
      });
    },
  });

  app.route({
    ...operations.deleteCost,
    handler: async (request, reply) => {
      const { id } = request.params;
      await inTransaction(engine, async (trx) => {
        const before = await lockCost(trx, id);
        await deleteCost(trx, id);
        await recordCost(trx, request, id, 'delete', diff(audited(before), null), now());
      });
      return reply.code(204).send(null);
    },
  });
}
