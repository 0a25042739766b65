import { expect, test } from 'vitest';
import { changeSince, earlierVisit } from './visits.ts';

const MINUTE = 60_000;
const snapshot = (at: number, ratingCount: number) => ({ at, figures: { 7: { ratingCount, avgCombined: 3 } } });

test('at the first visit there is nothing to compare with', () => {
  expect(earlierVisit(undefined, 0)).toBeUndefined();
  expect(changeSince(undefined, { id: 7, ratingCount: 1, avgCombined: 3 })).toBeUndefined();
});

test('looking again soon is the same visit; later, the last look is what to compare with', () => {
  const stored = { latest: snapshot(100 * MINUTE, 5), earlier: snapshot(0, 4) };
  expect(earlierVisit(stored, 129 * MINUTE)).toBe(stored.earlier);
  expect(earlierVisit(stored, 131 * MINUTE)).toBe(stored.latest);
});

test('new ratings and a moved score are told, and nothing when nothing changed', () => {
  const before = snapshot(0, 4);
  expect(changeSince(before, { id: 7, ratingCount: 6, avgCombined: 3.5 })).toEqual({ ratings: 2, score: 0.5 });
  expect(changeSince(before, { id: 7, ratingCount: 4, avgCombined: 3.5 })).toEqual({ ratings: 0, score: 0.5 });
  expect(changeSince(before, { id: 7, ratingCount: 0, avgCombined: null })).toEqual({ ratings: -4, score: 0 });
  expect(changeSince(before, { id: 7, ratingCount: 4, avgCombined: 3 })).toBeUndefined();
  expect(changeSince(before, { id: 8, ratingCount: 4, avgCombined: 3 })).toBeUndefined();
});
