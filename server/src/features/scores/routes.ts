// What ratings say about a tool: its score explained, and its place between useful and usable.
import { setImmediate } from 'node:timers/promises';
import { operations } from '@toolscore/contract';
import type { QuadrantEntry } from '@toolscore/contract/schemas';
import { isEntitled } from '../../access.ts';
import type { App, Context } from '../../app.ts';
import type { Db } from '../../database/index.ts';
import { notFound } from '../../errors.ts';
import { sendList } from '../../lists.ts';
import { getDistribution, MIDDLE_OF_SCALE, MIN_RATINGS_FOR_PRIOR } from '../analytics/queries.ts';
import { totalsOf } from '../costs/money.ts';
import { listCurrentCosts } from '../costs/queries.ts';
import { findToolWithStats } from '../tools/queries.ts';
import { listRatedTools } from './queries.ts';
import { combine, explainScore, priorOf, type Spread, spreadOf, warningsOf } from './rules.ts';

const DEFAULT_THRESHOLD = 3;
const DEFAULT_MIN_RATINGS = 3;
/** Tools read at once; other requests get their turn in between. */
const TOOLS_PER_READ = 1000;

/** The spread of all ratings, or of one tool's, for each metric. */
async function getSpreads(db: Db, toolId?: number): Promise<Record<'usefulness' | 'usability' | 'combined', Spread>> {
  const distribution = await getDistribution(db, toolId);
  const [usefulness, usability] = [spreadOf(distribution.usefulness), spreadOf(distribution.usability)];
  return { usefulness, usability, combined: combine(usefulness, usability) };
}

export function scoreRoutes(app: App, context: Context): void {
  app.route({
    ...operations.getToolScore,
    handler: async ({ reader, params: { id } }) => {
      if (!(await findToolWithStats(reader, id))) throw notFound('Tool');
      const [own, all] = [await getSpreads(reader, id), await getSpreads(reader)];
      const explain = (metric: keyof typeof own) =>
        explainScore(
          own[metric],
          priorOf(all[metric], MIN_RATINGS_FOR_PRIOR, MIDDLE_OF_SCALE),
          context.config.bayesianWeight,
        );
      return {
        toolId: id,
        ratingCount: own.usefulness.count,
        usefulness: explain('usefulness'),
        usability: explain('usability'),
        combined: explain('combined'),
        ...warningsOf(own.usefulness, own.usability),
      };
    },
  });
  quadrantRoute(app, context);
}

/** Useful and usable, useful only, usable only, neither. */
function quadrantOf(useful: boolean, usable: boolean): QuadrantEntry['quadrant'] {
  if (useful) return usable ? 'invest' : 'improve';
  return usable ? 'tolerate' : 'retire';
}

/** What each tool costs a year today. */
async function listYearlyCosts(db: Db, now: number) {
  const recurring = (await listCurrentCosts(db, now)).filter(({ period }) => period !== 'once');
  const byTool = [...Map.groupBy(recurring, ({ toolId }) => toolId)];
  return new Map(
    byTool.map(([id, costs]) => [
      id,
      totalsOf(costs).map(({ currency, yearlyAmount }) => ({ currency, yearlyAmount })),
    ]),
  );
}

type YearlyCosts = Awaited<ReturnType<typeof listYearlyCosts>>;

interface Thresholds {
  usefulness: number;
  usability: number;
  minRatings: number;
}

/** All tools with enough ratings, by id, part by part, with room for other requests in between. */
async function* pageQuadrant(db: Db, { usefulness, usability, minRatings }: Thresholds, costs: YearlyCosts) {
  for (let after = 0; ; await setImmediate()) {
    const tools = await listRatedTools(db, minRatings, after, TOOLS_PER_READ);
    yield tools.map((tool): QuadrantEntry => {
      const [useful, usable] = [spreadOf(tool.usefulness), spreadOf(tool.usability)];
      return {
        toolId: tool.id,
        name: tool.name,
        category: tool.category,
        avgUsefulness: useful.mean,
        avgUsability: usable.mean,
        ratingCount: useful.count,
        ...warningsOf(useful, usable),
        yearlyCosts: costs.get(tool.id) ?? [],
        quadrant: quadrantOf(useful.mean >= usefulness, usable.mean >= usability),
      };
    });
    const last = tools.at(-1);
    if (tools.length < TOOLS_PER_READ || !last) return;
    after = last.id;
  }
}

function quadrantRoute(app: App, { clock }: Context): void {
  app.route({
    ...operations.getQuadrant,
    handler: async (request, reply) => {
      const { usefulness = DEFAULT_THRESHOLD, usability = DEFAULT_THRESHOLD } = request.query;
      const { minRatings = DEFAULT_MIN_RATINGS } = request.query;
      // The quadrant is public, costs are not: everybody else sees it without them.
      const { reader, viewer } = request;
      const seesCosts = viewer !== null && isEntitled(viewer, 'costs');
      const costs: YearlyCosts = seesCosts ? await listYearlyCosts(reader, clock()) : new Map();
      return sendList(reply, pageQuadrant(reader, { usefulness, usability, minRatings }, costs));
    },
  });
}
