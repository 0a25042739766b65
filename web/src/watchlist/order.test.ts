import { expect, test } from 'vitest';
import { placed } from './order.ts';

test('a new tool comes last, one that is there stays', () => {
  expect(placed([1, 2], 3, 'last')).toEqual([1, 2, 3]);
  expect(placed([1, 2], 1, 'last')).toEqual([1, 2]);
});

test('a tool takes the place of another, in both directions', () => {
  expect(placed([1, 2, 3], 3, 0)).toEqual([3, 1, 2]);
  expect(placed([1, 2, 3], 1, 2)).toEqual([2, 3, 1]);
});

test('a tool that goes leaves the others in order', () => {
  expect(placed([1, 2, 3], 2, 'gone')).toEqual([1, 3]);
});
