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
