// A user's browse preferences and watchlist.
import { operations } from '@toolscore/contract';
import { viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { inTransaction } from '../../database/index.ts';
import { notFound } from '../../errors.ts';
import { findToolWithStats, listToolsByIds } from '../tools/queries.ts';
import { getPreferences, savePreferences, unwatchTool, watchTool } from './queries.ts';

export function preferenceRoutes(app: App, { engine }: Context): void {
  app.route({
    ...operations.getMePreferences,
    handler: async (request) => getPreferences(engine.reader, viewerOf(request).id),
  });

  app.route({
    ...operations.updateMePreferences,
    handler: async (request) => {
      const { id } = viewerOf(request);
      await savePreferences(engine.db, id, request.body);
      return getPreferences(engine.db, id);
    },
  });

  app.route({
    ...operations.getMeWatchlist,
    handler: async (request) => {
      const { watchlist } = await getPreferences(engine.reader, viewerOf(request).id);
      return listToolsByIds(engine.reader, watchlist);
    },
  });

  app.route({
    ...operations.watchTool,
    handler: async (request) => {
      const user = viewerOf(request).id;
      const { id } = request.params;
      return inTransaction(engine, async (trx) => {
        if (!(await findToolWithStats(trx, id))) throw notFound('Tool');
        await watchTool(trx, user, id, request.body.position);
        return getPreferences(trx, user);
      });
    },
  });

  app.route({
    ...operations.unwatchTool,
    handler: async (request) => {
      const user = viewerOf(request).id;
      return inTransaction(engine, async (trx) => {
        await unwatchTool(trx, user, request.params.id);
        return getPreferences(trx, user);
      });
    },
  });
}
