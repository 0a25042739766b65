// The trash: look into it, fill it, restore from it, empty it.
import { operations } from '@toolscore/contract';
import type { App, Context } from '../../app.ts';
import { inTransaction } from '../../database/index.ts';
import { isPaged, setPageHeaders } from '../../paging.ts';
import { actorOf } from '../audit/queries.ts';
import { countTrashedTools, listTrashedTools } from '../tools/queries.ts';
import { deleteTrash } from './purge.ts';
import { deleteTools, moveToTrash, restoreFromTrash } from './queries.ts';

export function trashRoutes(app: App, { engine, clock }: Context): void {
  const now = () => new Date(clock()).toISOString();

  app.route({
    ...operations.listTrashedTools,
    handler: async (request, reply) => {
      const { search, ...paging } = request.query;
      if (isPaged(paging)) setPageHeaders(request, reply, paging, await countTrashedTools(engine.reader, search));
      return listTrashedTools(engine.reader, search, paging);
    },
  });

  app.route({
    ...operations.trashTools,
    handler: async (request) => {
      const deed = { actor: actorOf(request), at: now() };
      return { trashed: await inTransaction(engine, (trx) => moveToTrash(trx, request.body.ids, deed)) };
    },
  });

  app.route({
    ...operations.restoreTools,
    handler: async (request) => {
      const deed = { actor: actorOf(request), at: now() };
      return { restored: await inTransaction(engine, (trx) => restoreFromTrash(trx, request.body.ids, deed)) };
    },
  });

  app.route({
    ...operations.deleteTrashedTools,
    handler: async (request, reply) => {
      const deed = { actor: actorOf(request), at: now() };
      const selection = { ids: request.body.ids, trashed: true };
      await inTransaction(engine, (trx) => deleteTools(trx, selection, 'delete', deed));
      return reply.code(204).send(null);
    },
  });

  app.route({
    ...operations.emptyTrash,
    handler: async (request) => ({ deleted: await deleteTrash(engine, 'delete', actorOf(request), now()) }),
  });
}
