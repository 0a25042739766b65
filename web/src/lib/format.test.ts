import { expect, test } from 'vitest';
import { createFormats } from './format.ts';

const { money } = createFormats('en-GB');

test.each([
  ['1234.50', 'EUR', 'EUR 1,234.50'],
  ['1000', 'JPY', 'JPY 1,000'],
  ['0.125', 'KWD', 'KWD 0.125'],
  ['99.90', 'RSD', 'RSD 99.90'],
  ['99.90', 'HUF', 'HUF 99.90'],
  ['12000000000000011.88', 'USD', 'USD 12,000,000,000,000,011.88'],
])('%s in %s is written exactly: %s', (amount, currency, text) => {
  expect(money(amount, currency).replaceAll('\u00a0', ' ')).toBe(text);
});

const { amount, fromToday, until } = createFormats('en-GB');

test('an amount alone has the separators of its language and no currency', () => {
  expect(amount('1234.50', 'EUR')).toBe('1,234.50');
  expect(createFormats('de').amount('1234.50', 'EUR')).toBe('1.234,50');
});

test('days until a calendar day are counted by the calendar, however late it is', () => {
  const lateInTheEvening = new Date(2026, 10, 30, 23, 30).getTime();
  expect(fromToday('2026-11-30', lateInTheEvening)).toBe('today');
  expect(fromToday('2026-12-01', lateInTheEvening)).toBe('tomorrow');
  expect(fromToday('2026-12-02', lateInTheEvening)).toBe('in 2 days');
  expect(fromToday('2026-11-20', lateInTheEvening)).toBe('10 days ago');
});

test('the time until a moment is told in hours within the last day', () => {
  const hour = 3_600_000;
  expect(until(5.2 * hour, 0)).toBe('in 6 hours');
  expect(until(30 * 24 * hour - 1000, 0)).toBe('in 30 days');
});
