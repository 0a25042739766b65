import { expect, test } from 'vitest';
import { diffWords } from './word-diff.ts';

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

test('only the words that changed are told apart', () => {
  expect(diffWords('Fast notes for small teams.', 'Fast notes and lists for teams.')).toEqual([
    { kind: 'same', text: 'Fast notes ' },
    { kind: 'added', text: 'and lists ' },
    { kind: 'same', text: 'for ' },
    { kind: 'removed', text: 'small ' },
    { kind: 'same', text: 'teams.' },
  ]);
});

test('a word that is the last of its text is the same word with more behind it', () => {
  expect(diffWords('On a server.', 'On a server. Fast.')).toEqual([
    { kind: 'same', text: 'On a server. ' },
    { kind: 'added', text: 'Fast.' },
  ]);
});

test.each([
  ['', 'something'],
  ['something', ''],
  ['a b c d', 'd c b a'],
  ['two  spaces, one line', 'one\nline, two spaces'],
  ['w'.repeat(10_000), 'v'.repeat(10_000)],
  [Array.from({ length: 900 }, (_, n) => `a${n}`).join(' '), Array.from({ length: 900 }, (_, n) => `b${n}`).join(' ')],
])('the parts always give both texts again', (before, after) => {
  const parts = diffWords(before, after);
  const without = (kind: string) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('');
  expect(squeeze(without('added'))).toBe(squeeze(before));
  expect(without('removed')).toBe(after);
});
