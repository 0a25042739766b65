// The catalogue: browse, read, create, update and delete tools, and compare them side by side.
import { operations } from '@toolscore/contract';
import { isEntitled, type Viewer, viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { type Db, inTransaction } from '../../database/index.ts';
import type { ToolRow } from '../../database/schema.ts';
import { badRequest, HttpError, notFound } from '../../errors.ts';
import { sendList } from '../../lists.ts';
import { isPaged, setPageHeaders } from '../../paging.ts';
import { getPrior } from '../analytics/queries.ts';
import { actorOf, diff, recordAudit } from '../audit/queries.ts';
import { deleteTools, moveToTrash } from '../trash/queries.ts';
import { countSelected, planSelection } from './filters.ts';
import {
  findToolWithStats,
  getTool,
  insertTools,
  listTools,
  listToolsByIds,
  lockActiveTool,
  toFields,
  updateTool,
} from './queries.ts';
import { pageTools } from './pages.ts';
import { applyUpdate, normalizeTool } from './rules.ts';
import { listCategories, listLabels } from './totals.ts';

const MAX_COMPARED = 20;

export function toolRoutes(app: App, context: Context): void {
  browseRoutes(app, context);
  editRoutes(app, context);
}

function browseRoutes(app: App, { engine, config }: Context): void {
  app.route({
    ...operations.listTools,
    handler: async (request, reply) => {
      const { limit, offset, sort, ...filters } = request.query;
      const { reader } = request;
      const selection = await planSelection(reader, filters);
      const prior = await getPrior(reader, sort === 'bayesian', config.bayesianWeight);
      if (!isPaged(request.query)) return sendList(reply, pageTools(reader, selection, { sort, prior }));
      setPageHeaders(request, reply, request.query, await countSelected(reader, selection));
      return listTools(reader, selection, { sort, prior }, { limit, offset });
    },
  });

  app.route({
    ...operations.getTool,
    handler: async (request) => {
      const tool = await findToolWithStats(request.reader, request.params.id);
      if (!tool) throw notFound('Tool');
      return tool;
    },
  });

  app.route({
    ...operations.listCompareTools,
    handler: async (request) => listToolsByIds(engine.reader, parseIds(request.query.ids)),
  });

  app.route({ ...operations.listCategories, handler: async ({ reader }) => listCategories(reader) });
  app.route({ ...operations.listAllFeatures, handler: async ({ reader }) => listLabels(reader, 'feature') });
  app.route({ ...operations.listAllTags, handler: async ({ reader }) => listLabels(reader, 'tag') });
}

/** Distinct ids of a comma-separated list, in its order. */
function parseIds(text: string): number[] {
  const ids = text.split(',').map((item) => {
    const id = Number(item);
    if (!/^\s*[1-9]\d*\s*$/.test(item) || !Number.isSafeInteger(id))
      throw badRequest(`ids: "${item}" is not a tool id`);
    return id;
  });
  if (ids.length > MAX_COMPARED) throw badRequest(`ids must name at most ${MAX_COMPARED} tools`);
  return [...new Set(ids)];
}

function editRoutes(app: App, { engine, clock }: Context): void {
  const now = () => new Date(clock()).toISOString();

  app.route({
    ...operations.createTool,
    handler: async (request, reply) => {
      const fields = normalizeTool(request.body);
      const at = now();
      const tool = await inTransaction(engine, async (trx) => {
        const [id] = (await insertTools(trx, [fields], viewerOf(request).id, at)) as [number];
        await recordAudit(trx, {
          actor: actorOf(request),
          entityType: 'tool',
          entityId: id,
          action: 'create',
          changes: diff(null, fields),
          at,
        });
        return getTool(trx, id);
      });
      return reply.code(201).send(tool);
    },
  });

  app.route({
    ...operations.updateTool,
    handler: async (request) => {
      const { id } = request.params;
      const at = now();
      return inTransaction(engine, async (trx) => {
        const row = await lockEditableTool(trx, id, viewerOf(request));
        const before = toFields(row);
        const after = applyUpdate(before, request.body);
        const changes = diff(before, after);
        if (Object.keys(changes).length > 0) {
          await updateTool(trx, row, after, at);
          await recordAudit(trx, {
            actor: actorOf(request),
            entityType: 'tool',
            entityId: id,
            action: 'update',
            changes,
            at,
          });
        }
        return getTool(trx, id);
      });
    },
  });

  app.route({
    ...operations.deleteTool,
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      const { id } = request.params;
      await inTransaction(engine, async (trx) => {
        await lockEditableTool(trx, id, viewer);
        const deletion = { actor: actorOf(request), at: now() };
        if (isEntitled(viewer, 'trash')) await moveToTrash(trx, [id], deletion);
        else await deleteTools(trx, { ids: [id], trashed: false }, 'delete', deletion);
      });
      return reply.code(204).send(null);
    },
  });
}

/**
 * The tool, held until the transaction ends, if the viewer made it or is an admin.
 * @throws HttpError 404 when it is unknown or trashed, 403 when it is somebody else's
 */
async function lockEditableTool(trx: Db, id: number, viewer: Viewer): Promise<ToolRow> {
  const row = await lockActiveTool(trx, id);
  if (!row) throw notFound('Tool');
  if (viewer.role !== 'admin' && row.created_by_id !== viewer.id) {
    throw new HttpError(403, 'Only its creator or an admin may change a tool');
  }
  return row;
}
