import { expect, test } from 'vitest';
import { makeTool } from '../../test/factories.ts';
import { createFormats } from '../lib/format.ts';
import { en } from '../messages/en.ts';
import { comparisonRows, differs, toMarkdown } from './rows.ts';

const i18n = { t: en, format: createFormats('en') };
const tools = [
  makeTool({ name: 'A|B', category: 'Same', features: ['x', 'y'], ratingCount: 1, avgCombined: 4 }),
  makeTool({ name: 'C', category: 'Same', features: ['x'] }),
];

test('differences are the lines whose cells are not all alike', () => {
  const different = comparisonRows(tools, undefined, i18n)
    .filter(differs)
    .map(({ name }) => name);
  expect(different).toContain('y');
  expect(different).not.toContain('x');
  expect(different).not.toContain('Category');
});

test('an unrated tool has no number for a score', () => {
  const score = comparisonRows(tools, undefined, i18n).find(({ name }) => name === 'Combined score');
  expect(score?.cells).toEqual(['4.00', 'Not rated yet']);
});

test('the best score of a line is known, unless all are alike', () => {
  const bestOf = (compared: typeof tools) =>
    comparisonRows(compared, undefined, i18n).find(({ name }) => name === 'Combined score')?.best;
  expect(bestOf(tools)).toEqual([0]);
  expect(bestOf([tools[0] ?? makeTool(), tools[0] ?? makeTool()])).toEqual([]);
  expect(bestOf([makeTool(), makeTool()])).toEqual([]);
});

test('names cannot break out of a Markdown table', () => {
  expect(toMarkdown(tools, []).split('\n')[0]).toBe('|  | A\\|B | C |');
});
