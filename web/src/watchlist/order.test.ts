import { expect, test } from 'vitest';
import { moved } from './order.ts';

test('an item takes the place of another, in both directions', () => {
  expect(moved([1, 2, 3], 3, 1)).toEqual([3, 1, 2]);
  expect(moved([1, 2, 3], 1, 3)).toEqual([2, 3, 1]);
});
