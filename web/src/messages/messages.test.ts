import { expect, test } from 'vitest';
import { deAdmin } from './de-admin.ts';
import { de } from './de.ts';
import { enAdmin } from './en-admin.ts';
import { en } from './en.ts';

const english = { ...en, admin: enAdmin };
const german = { ...de, admin: deAdmin };

/** Every text with its path; functions count as texts. Names of keys to press may differ between languages. */
function texts(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}
const isKeyboard = (path: string) => path.startsWith('.palette.keys.');
const listOf = (messages: object) => texts(messages, '').filter(([path]) => !isKeyboard(path));

test('the second language has every text of the first, and no other', () => {
  expect(listOf(german).map(([path]) => path)).toEqual(listOf(english).map(([path]) => path));
  expect(Object.keys(de.palette.keys)).toHaveLength(Object.keys(en.palette.keys).length);
});

test.each([
  ['English', english],
  ['German', german],
])('no text is empty in %s', (_name, messages) => {
  expect(listOf(messages).filter(([, text]) => typeof text === 'string' && text.trim() === '')).toEqual([]);
});

test('counts agree with their nouns and use the separators of the language', () => {
  expect(en.score.ratings(1)).toBe('1 rating');
  expect(en.browse.results(1348)).toBe('1,348 tools');
  expect(de.browse.results(1348)).toBe('1.348 Werkzeuge');
  expect(de.score.ratings(1)).toBe('1 Bewertung');
});

/** Words that both languages write the same way, and names. */
const shared = new Set([
  'Toolscore',
  'Premium',
  'Enterprise',
  'Free',
  'Administrator',
  'Organisation',
  'Name',
  'Import',
  'Export',
  'Format',
  'System',
  'Tags',
  'Website',
  'OK',
  'Tab',
  'Token',
]);

test('nothing in German was left in English', () => {
  const translations = new Map(listOf(german));
  const called = (text: unknown) => {
    if (typeof text !== 'function') return text;
    // Whatever a text is about, it is the words around it that count.
    const samples = [
      [2, 2],
      ['x', 'x'],
      [['x'], ['x']],
      ['x', 2, 2],
    ];
    for (const sample of samples) {
      try {
        return String(text(...sample));
      } catch {
        // It takes something else.
      }
    }
    return undefined;
  };
  const same = listOf(english)
    .filter(([path, text]) => called(text) === called(translations.get(path)))
    .map(([path, text]) => `${path}: ${String(called(text))}`)
    .filter((line) => !shared.has(line.split(': ')[1] ?? ''));
  expect(same).toEqual([]);
});

const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('no page has texts of its own', () => {
  const between = />\s*([A-Za-z][\w ,.’'!?-]{2,})\s*<\//g;
  const attributes = /\b(?:aria-label|title|placeholder|alt|label|caption|legend)="(?!https:)([^"]*[A-Za-z]{2}[^"]*)"/g;
  const found = Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(between), ...text.matchAll(attributes)].map(([, words]) => `${file}: ${words}`),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
