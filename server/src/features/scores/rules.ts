// What a tool's average is worth: the Bayesian score with everything it is made of, its 95 % interval, and two warnings.

/** Fewer ratings than this are an anecdote. */
const FEW_RATINGS = 5;
/** From this standard deviation on, on a scale of 1 to 5, people disagree: half at 1 and half at 4 give 1.5. */
const POLARISED_DEVIATION = 1.5;
/** Two-sided 95 % quantile of the normal distribution. */
const QUANTILE_95 = 1.96;
/** Standard deviation of scores that are all equally likely, assumed while there are too few ratings to know better. */
const EVEN_DEVIATION = Math.sqrt(2);
const LOWEST = 1;
const HIGHEST = 5;

export interface Spread {
  count: number;
  mean: number;
  /** Of the scores there are (the population). */
  deviation: number;
}

interface Bucket {
  score: number;
  count: number;
}

/** Count, mean and standard deviation of scores from how often each was given; mean and deviation are 0 for none. */
export function spreadOf(buckets: readonly Bucket[]): Spread {
  const count = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  if (count === 0) return { count, mean: 0, deviation: 0 };
  const mean = buckets.reduce((sum, bucket) => sum + bucket.score * bucket.count, 0) / count;
  const squares = buckets.reduce((sum, bucket) => sum + (bucket.score - mean) ** 2 * bucket.count, 0);
  return { count, mean, deviation: Math.sqrt(squares / count) };
}

/**
 * The spread of the mean of both scores of each rating. How the two go together is not known from counts, so the deviation
 * is the largest it can be: that of scores that rise and fall together.
 */
export function combine(a: Spread, b: Spread): Spread {
  return { count: a.count, mean: (a.mean + b.mean) / 2, deviation: (a.deviation + b.deviation) / 2 };
}

/** What is assumed of a tool before anybody rates it: the mean and deviation of all ratings, once there are `enough`. */
export function priorOf(all: Spread, enough: number, middle: number): Pick<Spread, 'mean' | 'deviation'> {
  return all.count < enough ? { mean: middle, deviation: EVEN_DEVIATION } : all;
}

const clamp = (value: number) => Math.min(Math.max(value, LOWEST), HIGHEST);

/**
 * The mean drawn towards the prior mean, (C*m + sum) / (m + n), and the 95 % interval around it: that of the mean of n
 * ratings and of m more that are spread like all ratings, so that a tool with few ratings gets a wide one.
 */
export function explainScore(own: Spread, prior: Pick<Spread, 'mean' | 'deviation'>, weight: number) {
  const { count, mean, deviation } = own;
  const base = { mean: count === 0 ? null : mean, priorMean: prior.mean, priorWeight: weight };
  const total = count + weight;
  if (total === 0) return { ...base, score: null, low: null, high: null, standardDeviation: null };
  const score = (prior.mean * weight + mean * count) / total;
  const between = count * (mean - score) ** 2 + weight * (prior.mean - score) ** 2;
  const variance = (count * deviation ** 2 + weight * prior.deviation ** 2 + between) / total;
  const margin = QUANTILE_95 * Math.sqrt(variance / total);
  return {
    ...base,
    score,
    low: clamp(score - margin),
    high: clamp(score + margin),
    standardDeviation: count === 0 ? null : deviation,
  };
}

/** What to be told before believing an average. */
export function warningsOf(usefulness: Spread, usability: Spread) {
  const fewRatings = usefulness.count < FEW_RATINGS;
  const deviation = Math.max(usefulness.deviation, usability.deviation);
  return { fewRatings, polarised: !fewRatings && deviation >= POLARISED_DEVIATION };
}
