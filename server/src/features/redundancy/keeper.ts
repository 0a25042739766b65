// Which of several overlapping tools to keep, and what that could save.
import type { Redundancy, ToolWithStats } from '@toolscore/contract/schemas';
import { toMinor, type Total } from '../costs/money.ts';
import type { Prior } from '../tools/queries.ts';

export interface Candidate {
  tool: Pick<ToolWithStats, 'id' | 'ratingCount' | 'avgCombined'>;
  /** What it costs a year, per currency; none when no cost is recorded. */
  yearly: readonly Total[];
}

interface Suggestion {
  keeper: Candidate;
  /** What decided. */
  basis: Redundancy['clusters'][number]['keeperBasis'];
  reason: string;
}

/** Scores closer than this are equal: they differ by rounding alone. */
const ROUNDING = 1e-9;

function scoreOf({ tool }: Candidate, { mean, weight }: Prior): number {
  const { ratingCount, avgCombined } = tool;
  return (mean * weight + ratingCount * (avgCombined ?? 0)) / (weight + ratingCount);
}

/** The candidates with the largest value. */
function best(candidates: readonly Candidate[], valueOf: (candidate: Candidate) => number): Candidate[] {
  const values = candidates.map(valueOf);
  const largest = Math.max(...values);
  return candidates.filter((_, index) => (values[index] as number) >= largest - ROUNDING);
}

/** The cheapest candidates, where their costs can be compared at all: none recorded, or all in one currency. */
function cheapest(candidates: readonly Candidate[]): Candidate[] {
  const currencies = new Set(candidates.flatMap(({ yearly }) => yearly.map(({ currency }) => currency)));
  if (currencies.size !== 1) return [...candidates];
  const cost = ({ yearly }: Candidate) => {
    const { yearlyAmount = '0' } = yearly[0] ?? {};
    return toMinor(yearlyAmount, yearlyAmount.split('.')[1]?.length ?? 0) as bigint;
  };
  let least = cost(candidates[0] as Candidate);
  for (const candidate of candidates) if (cost(candidate) < least) least = cost(candidate);
  return candidates.filter((candidate) => cost(candidate) === least);
}

const ratings = (count: number) => (count === 1 ? '1 rating' : `${count} ratings`);

/**
 * The tool to keep: the best Bayesian rating, then the most ratings, then the lowest cost, then the oldest entry. One that
 * nobody has rated is never kept in place of one that somebody has.
 * @param candidates at least one, in ascending order of ids
 */
export function suggestKeeper(candidates: readonly Candidate[], prior: Prior): Suggestion {
  const rated = candidates.filter(({ tool }) => tool.ratingCount > 0);
  const byScore = rated.length > 0 ? best(rated, (candidate) => scoreOf(candidate, prior)) : [...candidates];
  const byCount = best(byScore, ({ tool }) => tool.ratingCount);
  const byCost = cheapest(byCount);
  const keeper = byCost[0] as Candidate;
  const count = ratings(keeper.tool.ratingCount);
  const score = `${scoreOf(keeper, prior).toFixed(2)} from ${count}`;
  if (rated.length === 0 && byCost.length > 1)
    return { keeper, basis: 'age', reason: 'Nobody has rated any of them: the oldest entry' };
  if (rated.length === 0) {
    return { keeper, basis: 'cost', reason: 'Nobody has rated any of them: the lowest yearly cost' };
  }
  if (byScore.length === 1) return { keeper, basis: 'score', reason: `The best Bayesian rating: ${score}` };
  if (byCount.length === 1) {
    return { keeper, basis: 'count', reason: `Rated as well as others (${score}), by more people` };
  }
  if (byCost.length === 1) {
    return { keeper, basis: 'cost', reason: `Rated as well as others (${score}), at the lowest yearly cost` };
  }
  return {
    keeper,
    basis: 'age',
    reason: `Nothing sets it apart from others rated as well (${score}): the oldest entry`,
  };
}
