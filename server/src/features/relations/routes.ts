// How tools relate to each other, as people say it.
import { operations } from '@toolscore/contract';
import type { Relation } from '@toolscore/contract/schemas';
import { type Viewer, viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { inTransaction } from '../../database/index.ts';
import { badRequest, HttpError, notFound } from '../../errors.ts';
import { actorOf, diff, recordAudit } from '../audit/queries.ts';
import { findToolWithStats } from '../tools/queries.ts';
import { deleteRelation, findRelation, insertRelation, listRelations, lockPair, type RelationKind } from './queries.ts';

const audited = ({ toolId, relatedToolId, kind, note }: Relation) => ({ toolId, relatedToolId, kind, note });

/** @throws HttpError 403 unless the viewer may speak for the house, which `recommended` does */
function requireRightToKind(viewer: Viewer, kind: RelationKind): void {
  if (kind === 'recommended' && viewer.role !== 'admin') throw new HttpError(403, 'Only admins recommend tools');
}

export function relationRoutes(app: App, context: Context): void {
  app.route({
    ...operations.listToolRelations,
    handler: async ({ reader, params: { id } }) => {
      if (!(await findToolWithStats(reader, id))) throw notFound('Tool');
      return listRelations(reader, id);
    },
  });
  writeRoutes(app, context);
}

function writeRoutes(app: App, { engine, clock }: Context): void {
  const now = () => new Date(clock()).toISOString();

  app.route({
    ...operations.createRelation,
    handler: async (request, reply) => {
      const toolId = request.params.id;
      const { relatedToolId, kind } = request.body;
      const viewer = viewerOf(request);
      requireRightToKind(viewer, kind);
      if (relatedToolId === toolId) throw badRequest('relatedToolId must be another tool');
      const fields = { toolId, relatedToolId, kind, note: request.body.note?.trim() || null };
      const at = now();
      const relation = await inTransaction(engine, async (trx) => {
        await lockPair(trx, toolId, relatedToolId);
        const created = await insertRelation(trx, fields, viewer.id, at);
        if (!created) throw new HttpError(409, `These tools are related as ${kind} already`);
        await recordAudit(trx, {
          actor: actorOf(request),
          entityType: 'relation',
          entityId: created.id,
          action: 'create',
          changes: diff(null, audited(created)),
          at,
        });
        return created;
      });
      return reply.code(201).send(relation);
    },
  });

  app.route({
    ...operations.deleteRelation,
    handler: async (request, reply) => {
      const viewer = viewerOf(request);
      const { id } = request.params;
      await inTransaction(engine, async (trx) => {
        const found = await findRelation(trx, id);
        if (!found) throw notFound('Relation');
        requireRightToKind(viewer, found.relation.kind);
        if (viewer.role !== 'admin' && found.createdById !== viewer.id) {
          throw new HttpError(403, 'Only its creator or an admin may delete a relation');
        }
        if (!(await deleteRelation(trx, id))) throw notFound('Relation');
        const changes = diff(audited(found.relation), null);
        const actor = actorOf(request);
        await recordAudit(trx, {
          actor,
          entityType: 'relation',
          entityId: id,
          action: 'delete',
          changes,
          at: now(),
        });
      });
      return reply.code(204).send(null);
    },
  });
}
