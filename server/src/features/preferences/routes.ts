// A user's browse preferences and watchlist.
import { operations } from '@toolscore/contract';
import { viewerOf } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import { listToolsByIds } from '../tools/queries.ts';
import { getPreferences, savePreferences } from './queries.ts';

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
}
