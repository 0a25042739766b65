// Which tool to keep, by itself.
import { describe, expect, test } from 'vitest';
import { type Candidate, suggestKeeper } from './keeper.ts';

const prior = { mean: 3, weight: 5 };

function candidate(
  id: number,
  ratingCount: number,
  avgCombined: number | null,
  ...costs: [string, string][]
): Candidate {
  const yearly = costs.map(([yearlyAmount, currency]) => ({ currency, yearlyAmount, onceAmount: '0' }));
  return { tool: { id, ratingCount, avgCombined }, yearly };
}

function suggest(...candidates: Candidate[]): [number, string, string] {
  const { keeper, basis, reason } = suggestKeeper(candidates, prior);
  return [keeper.tool.id, basis, reason];
}

describe('the tool to keep is', () => {
  test('the one with the best Bayesian rating, which few good ratings do not make', () => {
    expect(suggest(candidate(1, 1, 5), candidate(2, 20, 4.5))).toEqual([
      2,
      'score',
      'The best Bayesian rating: 4.20 from 20 ratings',
    ]);
    expect(suggest(candidate(1, 1, 5), candidate(2, 20, 1))).toEqual([
      1,
      'score',
      'The best Bayesian rating: 3.33 from 1 rating',
    ]);
    expect(suggest(candidate(1, 3, 2), candidate(2, 4, 2))).toEqual([
      1,
      'score',
      'The best Bayesian rating: 2.63 from 3 ratings',
    ]);
  });

  test('one that somebody rated, however badly, before one that nobody did', () => {
    expect(suggest(candidate(1, 0, null), candidate(2, 9, 1))).toEqual([
      2,
      'score',
      'The best Bayesian rating: 1.71 from 9 ratings',
    ]);
  });

  test('among equals the one with most ratings', () => {
    const reason = 'Rated as well as others (3.00 from 4 ratings), by more people';
    expect(suggest(candidate(1, 2, 3), candidate(2, 4, 3), candidate(3, 3, 3))).toEqual([2, 'count', reason]);
  });

  test('among equals by as many the cheapest, exactly, where all costs are in one currency', () => {
    const reason = 'Rated as well as others (3.75 from 3 ratings), at the lowest yearly cost';
    const costing = (...amounts: string[]) =>
      suggest(...amounts.map((amount, index) => candidate(index + 1, 3, 5, [amount, 'EUR'])));
    expect(costing('10.00', '9.99')).toEqual([2, 'cost', reason]);
    expect(costing('9.99', '10.00')).toEqual([1, 'cost', reason]);
    expect(costing('9007199254740993.00', '9007199254740992.99', '9007199254740994.00')).toEqual([2, 'cost', reason]);
    expect(suggest(candidate(1, 3, 5, ['1', 'JPY']), candidate(2, 3, 5))).toEqual([2, 'cost', reason]);
    expect(suggest(candidate(1, 3, 5, ['100', 'JPY']), candidate(2, 3, 5, ['20', 'JPY']))).toEqual([2, 'cost', reason]);
  });

  test('the oldest where nothing sets them apart, or costs in two currencies cannot be compared', () => {
    const reason = 'Nothing sets it apart from others rated as well (3.75 from 3 ratings): the oldest entry';
    expect(suggest(candidate(1, 3, 5), candidate(2, 3, 5))).toEqual([1, 'age', reason]);
    expect(suggest(candidate(1, 3, 5, ['9', 'EUR']), candidate(2, 3, 5, ['1', 'USD']))).toEqual([1, 'age', reason]);
    expect(suggest(candidate(1, 3, 5, ['9', 'EUR']), candidate(2, 3, 5, ['9', 'EUR']))).toEqual([1, 'age', reason]);
    expect(
      suggest(candidate(1, 3, 5, ['9', 'EUR']), candidate(2, 3, 5, ['5', 'EUR']), candidate(3, 3, 5, ['5', 'EUR'])),
    ).toEqual([2, 'age', reason]);
  });

  test('where nobody rated any, the cheapest, else the oldest', () => {
    const unrated = (id: number, ...costs: [string, string][]) => candidate(id, 0, null, ...costs);
    expect(suggest(unrated(1), unrated(2))).toEqual([1, 'age', 'Nobody has rated any of them: the oldest entry']);
    expect(suggest(unrated(1, ['2', 'EUR']), unrated(2, ['1', 'EUR']))).toEqual([
      2,
      'cost',
      'Nobody has rated any of them: the lowest yearly cost',
    ]);
  });
});
