// SQL of the statistics. Everything comes from tools' counters and from the totals of categories, never from ratings.
import type {
  AnalyticsSummary,
  CategoryStats,
  RatingDistribution,
  TopToolEntry,
  TopToolsQuery,
} from '@toolscore/contract/schemas';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { activeTools } from '../tools/filters.ts';
import {
  averages,
  bayesianScore,
  listToolsByIds,
  type Prior,
  selectWithStats,
  toToolWithStats,
} from '../tools/queries.ts';
import { type CategoryTotal, listCategoryTotals, scoreColumns } from '../tools/totals.ts';

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

const averageOf = { usefulness: 'avgUsefulness', usability: 'avgUsability', combined: 'avgCombined' } as const;

/** Ratings and their scores, added up. */
interface Sums {
  count: number;
  usefulness: number;
  usability: number;
}

const levels = [1, 2, 3, 4, 5] as const;

function sumsOf(total: CategoryTotal): Sums {
  const sums = { count: 0, usefulness: 0, usability: 0 };
  for (const level of levels) {
    sums.count += total[`usefulness_${level}`];
    sums.usefulness += level * total[`usefulness_${level}`];
    sums.usability += level * total[`usability_${level}`];
  }
  return sums;
}

function addUp(all: readonly Sums[]): Sums {
  const sums = { count: 0, usefulness: 0, usability: 0 };
  for (const { count, usefulness, usability } of all) {
    sums.count += count;
    sums.usefulness += usefulness;
    sums.usability += usability;
  }
  return sums;
}

/** The Bayesian prior: the mean of all live ratings by that metric, weighing `weight` ratings. Read only when `needed`. */
export async function getPrior(db: Db, needed: boolean, weight: number, metric: Metric = 'combined'): Promise<Prior> {
  if (!needed) return { mean: MIDDLE_OF_SCALE, weight };
  const { count, usefulness, usability } = addUp((await listCategoryTotals(db)).map(sumsOf));
  const sum = { usefulness, usability, combined: (usefulness + usability) / 2 }[metric];
  return { mean: count < MIN_RATINGS_FOR_PRIOR ? MIDDLE_OF_SCALE : sum / count, weight };
}

/** The platform's figures, every rating weighing the same. */
export async function getSummary(db: Db): Promise<AnalyticsSummary> {
  const totals = await listCategoryTotals(db);
  const { count, usefulness, usability } = addUp(totals.map(sumsOf));
  const mostRated = await selectWithStats(activeTools(db).where('tools.rating_count', '>', 0))
    .orderBy('tools.rating_count', 'desc')
    .orderBy('tools.created_at', 'desc')
    .orderBy('tools.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    totalTools: totals.reduce((sum, { tool_count }) => sum + tool_count, 0),
    totalRatings: count,
    ...averages(count, usefulness, usability),
    categoriesCount: totals.length,
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
  const best = await activeTools(db)
    .where('tools.rating_count', '>', 0)
    .select(['tools.id', score.as('score')])
    .orderBy(score, (order) => order.desc().nullsLast())
    .orderBy('tools.rating_count', 'desc')
    .orderBy('tools.created_at', 'desc')
    .orderBy('tools.id', 'desc')
    .limit(limit)
    .execute();
  const scores = new Map(best.map((row) => [row.id, row.score]));
  const tools = await listToolsByIds(db, [...scores.keys()]);
  return tools.flatMap((tool) => {
    // The tool is read after its score was found: what it says of itself is newer.
    const score = prior ? scores.get(tool.id) : tool[averageOf[metric]];
    return score === undefined || score === null ? [] : [{ tool, score, ratingCount: tool.ratingCount }];
  });
}

/** Figures of each category, by code point. */
export async function listCategoryStats(db: Db): Promise<CategoryStats[]> {
  return (await listCategoryTotals(db)).map((total) => {
    const { count, usefulness, usability } = sumsOf(total);
    const { avgUsefulness, avgUsability } = averages(count, usefulness, usability);
    return { category: total.category, toolCount: total.tool_count, totalRatings: count, avgUsefulness, avgUsability };
  });
}

/** How many ratings gave each score, of all active tools or one; always the five buckets. */
export async function getDistribution(db: Db, toolId: number | undefined): Promise<RatingDistribution> {
  const counts =
    toolId === undefined
      ? await listCategoryTotals(db)
      : await activeTools(db).select(scoreColumns).where('id', '=', toolId).execute();
  const buckets = (metric: 'usefulness' | 'usability') =>
    levels.map((score) => ({ score, count: counts.reduce((sum, row) => sum + row[`${metric}_${score}`], 0) }));
  return { usefulness: buckets('usefulness'), usability: buckets('usability') };
}
