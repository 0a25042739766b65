// How labels are compared, and what tells that something compared has changed.
import { describe, expect, test } from 'vitest';
import { labelKey, labelKeys, labelsHash, textHash } from './labels.ts';

describe('comparing labels', () => {
  test.each([
    ['Databases', 'database'],
    ['Libraries', 'library'],
    ['Boxes', 'box'],
    ['Buzzes', 'buzze'],
    ['APIs', 'api'],
    ['Caches', 'cache'],
    ['Brushes', 'brush'],
    ['Classes', 'class'],
    ['ties', 'tie'],
    ['  Task   Boards ', 'task board'],
    ['CAFÉS', 'cafe\u0301'],
  ])('%j is %j', (one, other) => {
    expect(labelKey(one)).toBe(labelKey(other));
  });

  test.each([
    ['CSS', 'cs'],
    ['AWS', 'aw'],
    ['Status', 'statu'],
    ['Analysis', 'analysi'],
    ['Praxis', 'praxi'],
    ['ties', 'ty'],
    ['C', 'C++'],
  ])('%j is not %j', (one, other) => {
    expect(labelKey(one)).not.toBe(labelKey(other));
  });
});

test.each(['boxed', 'movies list', 'task board'])('%j is itself', (label) => {
  expect(labelKey(label)).toBe(label);
});

describe('the labels of a tool', () => {
  test('are those of its tags and of its features, apart, each once', () => {
    const tool = { category: 'X', tags: ['Files', 'file', 'Sync'], features: ['File'] };
    expect(labelKeys(tool)).toEqual(['t:file', 't:sync', 'f:file']);
  });
});

describe('the hash of labels', () => {
  const tool = { category: 'Wikis', tags: ['Markdown', 'Search'], features: ['API'] };

  test('is a whole number below 2^40, and the same for the same labels in other spellings and orders', () => {
    const hash = labelsHash(tool);
    expect(Number.isInteger(hash) && hash >= 0 && hash < 2 ** 40).toBe(true);
    expect(labelsHash({ category: 'wiki', tags: ['searches', 'MARKDOWN', 'Search'], features: ['apis'] })).toBe(hash);
  });

  test.each([
    [{ category: 'Notes' }],
    [{ tags: ['Markdown'] }],
    [{ tags: ['Markdown', 'Search', 'API'] }],
    [{ features: [] }],
    [{ tags: ['Markdown'], features: ['API', 'Search'] }],
  ])('is another with %j', (change) => {
    expect(labelsHash({ ...tool, ...change })).not.toBe(labelsHash(tool));
  });
});

describe('the hash of texts', () => {
  test('is another when name or description is, or a word goes from one to the other', () => {
    const texts = [
      { name: 'A', description: 'B C' },
      { name: 'A B', description: 'C' },
      { name: 'A', description: 'B c' },
      { name: 'a', description: 'B C' },
    ];
    expect(new Set(texts.map(textHash)).size).toBe(4);
    expect(textHash({ name: 'A', description: 'B C' })).toBe(textHash({ name: 'A', description: 'B C' }));
    expect(textHash({ name: 'A', description: 'B C' })).toBeLessThan(2 ** 40);
  });
});
