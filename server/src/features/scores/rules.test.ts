// What averages are worth, by itself.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combine, explainScore, priorOf, spreadOf, warningsOf } from './rules.ts';

const bucketsOf = (scores: readonly number[]) =>
  [1, 2, 3, 4, 5].map((score) => ({ score, count: scores.filter((one) => one === score).length }));
const ratings = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 60 });
const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

describe('for any ratings', () => {
  test('the spread equals a naive reading of them', () => {
    fc.assert(
      fc.property(ratings, (scores) => {
        const spread = spreadOf(bucketsOf(scores));
        const mean = sumOf(scores) / scores.length;
        const variance = sumOf(scores.map((score) => (score - mean) ** 2)) / scores.length;
        expect(spread.count).toBe(scores.length);
        expect(spread.mean).toBeCloseTo(mean, 10);
        expect(spread.deviation).toBeCloseTo(Math.sqrt(variance), 10);
      }),
    );
  });

  test('the score is the mean with the prior mixed in, and the interval that of all of these', () => {
    const prior = fc.record({
      mean: fc.double({ min: 1, max: 5, noNaN: true }),
      deviation: fc.double({ min: 0, max: 2, noNaN: true }),
    });
    fc.assert(
      fc.property(ratings, prior, fc.integer({ min: 0, max: 50 }), (scores, { mean, deviation }, weight) => {
        const found = explainScore(spreadOf(bucketsOf(scores)), { mean, deviation }, weight);
        const total = scores.length + weight;
        const score = (sumOf(scores) + mean * weight) / total;
        // The variance of the ratings and of `weight` more with the prior's mean and deviation, taken as one lot.
        const squares = sumOf(scores.map((one) => one ** 2)) + weight * (deviation ** 2 + mean ** 2);
        const margin = 1.96 * Math.sqrt(Math.max(squares / total - score ** 2, 0) / total);
        expect(found).toMatchObject({ priorMean: mean, priorWeight: weight });
        expect(found.mean).toBeCloseTo(sumOf(scores) / scores.length, 10);
        expect(found.score).toBeCloseTo(score, 10);
        expect(found.standardDeviation).toBe(spreadOf(bucketsOf(scores)).deviation);
        expect(found.low).toBeCloseTo(Math.max(score - margin, 1), 5);
        expect(found.high).toBeCloseTo(Math.min(score + margin, 5), 5);
      }),
    );
  });
});

describe('nothing', () => {
  test('has no spread, and no mean of its own', () => {
    expect(spreadOf(bucketsOf([]))).toEqual({ count: 0, mean: 0, deviation: 0 });
    expect(spreadOf([])).toEqual({ count: 0, mean: 0, deviation: 0 });
    const none = { count: 0, mean: 0, deviation: 0 };
    expect(explainScore(none, { mean: 3, deviation: 1 }, 0)).toEqual({
      mean: null,
      priorMean: 3,
      priorWeight: 0,
      score: null,
      low: null,
      high: null,
      standardDeviation: null,
    });
    expect(explainScore(none, { mean: 2, deviation: 1 }, 4)).toMatchObject({
      mean: null,
      score: 2,
      standardDeviation: null,
    });
  });
});

describe('both scores combined', () => {
  test('have the mean of both, and the largest deviation that these allow', () => {
    const [a, b] = [
      { count: 7, mean: 2, deviation: 1 },
      { count: 7, mean: 5, deviation: 0.5 },
    ];
    expect(combine(a, b)).toEqual({ count: 7, mean: 3.5, deviation: 0.75 });
  });
});

describe('the prior', () => {
  test('is the spread of all ratings once there are enough, and the middle of the scale before', () => {
    const all = { count: 10, mean: 4, deviation: 0.5 };
    expect(priorOf(all, 10, 3)).toEqual(all);
    expect(priorOf({ ...all, count: 9 }, 10, 3)).toEqual({ mean: 3, deviation: Math.sqrt(2) });
  });
});

describe('warnings', () => {
  const spread = (count: number, deviation: number) => ({ count, mean: 3, deviation });

  test.each([
    [4, 2, 2, true, false],
    [5, 1.5, 0, false, true],
    [5, 0, 1.5, false, true],
    [5, 1.49, 1.49, false, false],
    [0, 0, 0, true, false],
  ])('of %i ratings with deviations %d and %d: few %s, polarised %s', (count, a, b, fewRatings, polarised) => {
    expect(warningsOf(spread(count, a), spread(count, b))).toEqual({ fewRatings, polarised });
  });
});
