import type { ToolWithStats } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { withRating } from './figures.ts';

const unrated = { ratingCount: 0, avgUsefulness: null, avgUsability: null, avgCombined: null } as ToolWithStats;

test('the first rating is the average', () => {
  expect(withRating(unrated, undefined, { usefulness: 5, usability: 2 })).toEqual({
    ratingCount: 1,
    avgUsefulness: 5,
    avgUsability: 2,
    avgCombined: 3.5,
  });
});

test('a changed rating replaces the earlier one, a withdrawn one leaves no score behind', () => {
  const one = withRating(unrated, undefined, { usefulness: 1, usability: 1 });
  const two = withRating(one, undefined, { usefulness: 3, usability: 5 });
  expect(two).toMatchObject({ ratingCount: 2, avgUsefulness: 2, avgUsability: 3 });
  const changed = withRating(two, { usefulness: 1, usability: 1 }, { usefulness: 5, usability: 1 });
  expect(changed).toMatchObject({ ratingCount: 2, avgUsefulness: 4, avgUsability: 3 });
  expect(withRating(one, { usefulness: 1, usability: 1 }, undefined)).toEqual(unrated);
});
