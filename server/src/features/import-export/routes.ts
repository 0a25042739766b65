// Import of catalogues and its undoing; export of the catalogue, of ratings and of the audit log.
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { operations } from '@toolscore/contract';
import type { FastifyReply } from 'fastify';
import { viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { inTransaction } from '../../database/index.ts';
import { HttpError, notFound } from '../../errors.ts';
import { getPrior } from '../analytics/queries.ts';
import { type Actor, actorOf, recordAudit } from '../audit/queries.ts';
import { planSelection } from '../tools/filters.ts';
import { pageTools } from '../tools/pages.ts';
import { moveToTrash } from '../trash/queries.ts';
import { readUpload, registerImportBodies } from './body.ts';
import { followed } from './follow.ts';
import { openSource } from './formats.ts';
import { findImport, listImportedIds, pageAuditLogs, pageRatings } from './queries.ts';
import { runImport } from './run.ts';
import { mediaTypes, writeRecords, writeTools } from './write.ts';

export async function importExportRoutes(app: App, context: Context): Promise<void> {
  exportRoutes(app, context);
  undoRoute(app, context);
  // A scope of its own: nowhere else are such large bodies taken, or other types than JSON.
  await app.register(async (scope: App) => {
    await registerImportBodies(scope);
    importRoute(scope, context);
  });
}

function importRoute(scope: App, context: Context): void {
  scope.route({
    ...operations.importTools,
    // Before the body is read, like every question of access.
    onRequest: async (request) => {
      if (context.config.catalogueEditors === 'admins' && viewerOf(request).role !== 'admin') {
        throw new HttpError(403, 'Only admins may change the catalogue');
      }
    },
    handler: async (request, reply) => {
      const { dryRun = false, mode = 'create', rows = 'failed', progress = false } = request.query;
      const viewer = viewerOf(request);
      const { text, encoding, format } = await readUpload(request);
      const source = await openSource(text, format);
      const options = {
        mode,
        dryRun,
        reportAll: rows === 'all',
        encoding,
        actor: actorOf(request),
        userId: viewer.id,
        mayEditAll: viewer.role === 'admin',
      };
      if (!progress) return runImport(context, source, options);
      return followed(reply, (onProgress) => runImport(context, source, { ...options, onProgress }));
    },
  });
}

const UNDO_BATCH = 200;

function undoRoute(app: App, { engine, clock }: Context): void {
  /** Short transactions, with room for others in between. */
  const trashImported = async (importId: number, actor: Actor): Promise<number> => {
    let trashed = 0;
    for (;;) {
      const at = new Date(clock()).toISOString();
      const count = await inTransaction(engine, async (trx) => {
        const ids = await listImportedIds(trx, importId, UNDO_BATCH);
        return ids.length === 0 ? 0 : moveToTrash(trx, ids, { actor, at });
      });
      if (count === 0) return trashed;
      trashed += count;
      await setImmediate();
    }
  };

  app.route({
    ...operations.undoImport,
    handler: async (request) => {
      const { id } = request.params;
      const viewer = viewerOf(request);
      const found = await findImport(engine.reader, id);
      if (!found) throw notFound('Import');
      if (viewer.role !== 'admin' && found.user_id !== viewer.id) {
        throw new HttpError(403, 'Only who imported or an admin may undo an import');
      }
      const actor = actorOf(request);
      const trashed = await trashImported(id, actor);
      const entry = { actor, entityType: 'import' as const, entityId: id, at: new Date(clock()).toISOString() };
      const changes = { trashed: { from: null, to: trashed } };
      await inTransaction(engine, (trx) => recordAudit(trx, { ...entry, action: 'undo', changes }));
      return { trashed };
    },
  });
}

function download(reply: FastifyReply, name: string, format: keyof typeof mediaTypes, parts: AsyncIterable<string>) {
  return reply
    .header('content-type', mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .send(Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 }));
}

const ratingColumns = [
  'id',
  'toolId',
  'toolName',
  'category',
  'usefulness',
  'usability',
  'comment',
  'reviewerName',
  'createdAt',
] as const;
const auditColumns = ['id', 'createdAt', 'userId', 'username', 'action', 'entityType', 'entityId', 'changes'] as const;

function exportRoutes(app: App, { engine: { reader }, config }: Context): void {
  app.route({
    ...operations.exportTools,
    handler: async (request, reply) => {
      // Without an order, that of their ids: what was imported comes out as it came in.
      const { format, sort = 'id', ...filters } = request.query;
      const { reader: publicReader } = request;
      const prior = await getPrior(publicReader, sort === 'bayesian', config.bayesianWeight);
      const selection = await planSelection(publicReader, filters);
      return download(reply, 'tools', format, writeTools(pageTools(publicReader, selection, { sort, prior }), format));
    },
  });

  app.route({
    ...operations.exportRatings,
    handler: async ({ query: { format } }, reply) =>
      download(reply, 'ratings', format, writeRecords(pageRatings(reader), ratingColumns, format)),
  });

  app.route({
    ...operations.exportAuditLogs,
    handler: async ({ query: { format, ...filters } }, reply) =>
      download(reply, 'audit-log', format, writeRecords(pageAuditLogs(reader, filters), auditColumns, format)),
  });
}
