// SQL of the statistics. Everything is a sum over tools' counters, never over ratings.
import type {
  AnalyticsSummary,
  CategoryStats,
  RatingDistribution,
  TopToolEntry,
  TopToolsQuery,
} from '@toolscore/contract/schemas';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import {
  activeTools,
  averages,
  bayesianScore,
  type Prior,
  selectWithStats,
  toToolWithStats,
} from '../tools/queries.ts';

const toNumber = (value: unknown) => Number(value ?? 0);
const total = (column: string) => sql<number>`sum(${sql.ref(column)})`;

/** Fewer ratings than this on the whole platform say nothing yet; the prior is then the middle of the scale. */
export const MIN_RATINGS_FOR_PRIOR = 10;
export const MIDDLE_OF_SCALE = 3;

type Metric = NonNullable<TopToolsQuery['metric']>;

/** Sum of a tool's scores by metric; the combined score of a rating is the mean of its two. */
const sumOf: Record<Metric, Expression<unknown>> = {
  usefulness: sql`tools.sum_usefulness`,
  usability: sql`tools.sum_usability`,
  combined: sql`(tools.sum_usefulness + tools.sum_usability) / cast(2 as double precision)`,
};

/** The Bayesian prior: the mean of all live ratings by that metric, weighing `weight` ratings. Read only when `needed`. */
export async function getPrior(db: Db, needed: boolean, weight: number, metric: Metric = 'combined'): Promise<Prior> {
  if (!needed) return { mean: MIDDLE_OF_SCALE, weight };
  const row = await activeTools(db)
    .select([total('rating_count').as('count'), sql<number>`sum(${sumOf[metric]})`.as('sum')])
    .executeTakeFirstOrThrow();
  const count = toNumber(row.count);
  return { mean: count < MIN_RATINGS_FOR_PRIOR ? MIDDLE_OF_SCALE : toNumber(row.sum) / count, weight };
}

/** The platform's figures, every rating weighing the same. */
export async function getSummary(db: Db): Promise<AnalyticsSummary> {
  const row = await activeTools(db)
    .select([
      sql<number>`count(*)`.as('tools'),
      sql<number>`count(distinct category)`.as('categories'),
      total('rating_count').as('ratings'),
      total('sum_usefulness').as('usefulness'),
      total('sum_usability').as('usability'),
    ])
    .executeTakeFirstOrThrow();
  const mostRated = await selectWithStats(activeTools(db).where('tools.rating_count', '>', 0))
    .orderBy('tools.rating_count', 'desc')
    .orderBy('tools.created_at', 'desc')
    .orderBy('tools.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const totalRatings = toNumber(row.ratings);
  return {
    totalTools: toNumber(row.tools),
    totalRatings,
    ...averages(totalRatings, toNumber(row.usefulness), toNumber(row.usability)),
    categoriesCount: toNumber(row.categories),
    ...(mostRated && { mostRatedTool: toToolWithStats(mostRated) }),
  };
}

/** Rated tools by the plain or the Bayesian mean of a metric; ties: more ratings, newest, id. */
export async function listTopTools(
  db: Db,
  { metric, limit, prior }: { metric: Metric; limit: number; prior?: Prior },
): Promise<TopToolEntry[]> {
  const mean = sql<number>`cast(${sumOf[metric]} as double precision) / tools.rating_count`;
  const combined = sql<number>`tools.avg_combined`;
  const plain = metric === 'combined' ? combined : mean;
  const score = prior ? bayesianScore(sumOf[metric], prior) : plain;
  const rows = await selectWithStats(activeTools(db).where('tools.rating_count', '>', 0))
    .select(score.as('score'))
    .orderBy(score, (order) => order.desc().nullsLast())
    .orderBy('tools.rating_count', 'desc')
    .orderBy('tools.created_at', 'desc')
    .orderBy('tools.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tool: toToolWithStats(row), score: row.score, ratingCount: row.rating_count }));
}

/** Figures of each category, by code point. */
export async function listCategoryStats(db: Db): Promise<CategoryStats[]> {
  const rows = await activeTools(db)
    .select([
      'category',
      sql<number>`count(*)`.as('tools'),
      total('rating_count').as('ratings'),
      total('sum_usefulness').as('usefulness'),
      total('sum_usability').as('usability'),
    ])
    .groupBy('category')
    .orderBy('category')
    .execute();
  return rows.map(({ category, tools, ratings, usefulness, usability }) => {
    const { avgUsefulness, avgUsability } = averages(toNumber(ratings), toNumber(usefulness), toNumber(usability));
    return { category, toolCount: toNumber(tools), totalRatings: toNumber(ratings), avgUsefulness, avgUsability };
  });
}

const levels = [1, 2, 3, 4, 5] as const;

/** How many ratings gave each score, of all active tools or one; always the five buckets. */
export async function getDistribution(db: Db, toolId: number | undefined): Promise<RatingDistribution> {
  let query = activeTools(db).select(
    levels.flatMap((level) => [
      total(`usefulness_${level}`).as(`usefulness_${level}`),
      total(`usability_${level}`).as(`usability_${level}`),
    ]),
  );
  if (toolId !== undefined) query = query.where('id', '=', toolId);
  const row = await query.executeTakeFirstOrThrow();
  const buckets = (metric: 'usefulness' | 'usability') =>
    levels.map((level) => ({ score: level, count: toNumber(row[`${metric}_${level}`]) }));
  return { usefulness: buckets('usefulness'), usability: buckets('usability') };
}
