import { expect, test } from 'vitest';
import { inSteps } from './history.ts';

const day = (date: string, usefulness: number, count: number) => ({
  date: `${date}T00:00:00.000Z`,
  usefulness,
  usability: 3,
  combined: (usefulness + 3) / 2,
  count,
});

test('a short history stays as it is, day by day', () => {
  const items = [day('2024-01-01', 4, 1), day('2024-01-09', 2, 3)];
  expect(inSteps(items)).toEqual({ items, days: 1 });
  expect(inSteps([])).toEqual({ items: [], days: 1 });
});

test('a longer one goes by weeks, in which every rating counts the same', () => {
  const { items, days } = inSteps([day('2024-01-01', 5, 1), day('2024-01-07', 1, 3), day('2024-03-01', 3, 2)]);
  expect(days).toBe(7);
  expect(items).toEqual([
    { ...day('2024-01-01', 2, 4), combined: 2.5 },
    { ...day('2024-02-26', 3, 2), combined: 3 },
  ]);
});

test('the longest never has more steps than a drawing can show', () => {
  const years = Array.from({ length: 3000 }, (_, index) =>
    day(new Date(Date.UTC(2010, 0, 1 + index * 5)).toISOString().slice(0, 10), 3, 1),
  );
  expect(inSteps(years).items.length).toBeLessThanOrEqual(41);
});
