// The statistics of the catalogue.
import { operations } from '@toolscore/contract';
import type { App, Context } from '../../app.ts';
import { getDistribution, getPrior, getSummary, listCategoryStats, listTopTools } from './queries.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export function analyticsRoutes(app: App, { config }: Context): void {
  app.route({ ...operations.getAnalyticsSummary, handler: async ({ reader }) => getSummary(reader) });
  app.route({ ...operations.getAnalyticsByCategory, handler: async ({ reader }) => listCategoryStats(reader) });

  app.route({
    ...operations.getTopTools,
    handler: async (request) => {
      const { limit = DEFAULT_LIMIT, metric = 'combined', ranking } = request.query;
      const bayesian = ranking === 'bayesian';
      const prior = bayesian ? await getPrior(request.reader, true, config.bayesianWeight, metric) : undefined;
      return listTopTools(request.reader, { metric, limit: Math.min(Math.max(limit, 1), MAX_LIMIT), prior });
    },
  });

  app.route({
    ...operations.getRatingDistribution,
    handler: async (request) => getDistribution(request.reader, request.query.toolId),
  });
}
