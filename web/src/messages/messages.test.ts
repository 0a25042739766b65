import { expect, test } from 'vitest';
import { de } from './de.ts';
import { en } from './en.ts';

/** Every text with its path; functions count as texts. Names of keys to press may differ between languages. */
function texts(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}
const isKeyboard = (path: string) => path.startsWith('.palette.keys.');
const listOf = (messages: object) => texts(messages, '').filter(([path]) => !isKeyboard(path));

test('the second language has every text of the first, and no other', () => {
  expect(listOf(de).map(([path]) => path)).toEqual(listOf(en).map(([path]) => path));
  expect(Object.keys(de.palette.keys)).toHaveLength(Object.keys(en.palette.keys).length);
});

test.each([
  ['English', en],
  ['German', de],
])('no text is empty in %s', (_name, messages) => {
  expect(listOf(messages).filter(([, text]) => typeof text === 'string' && text.trim() === '')).toEqual([]);
});

test('counts agree with their nouns and use the separators of the language', () => {
  expect(en.score.ratings(1)).toBe('1 rating');
  expect(en.browse.results(1348)).toBe('1,348 tools');
  expect(de.browse.results(1348)).toBe('1.348 Werkzeuge');
  expect(de.score.ratings(1)).toBe('1 Bewertung');
});
