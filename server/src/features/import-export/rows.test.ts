// From rows of a file to tools: what is taken over, and everything that is wrong with the others.
import { expect, test } from 'vitest';
import { createRowCheck } from './rows.ts';

const check = createRowCheck();
const good = { name: 'a', description: 'd', category: 'c' };
const errorOf = (values: Record<string, unknown>) => {
  const checked = check({ line: 7, values }, 3);
  return 'error' in checked ? checked.error : undefined;
};

test('a good row is a tool, normalized, and knows which fields it speaks of', () => {
  const values = { name: ' a ', category: 'c', description: ' d ', tags: ['x', ' X ', 'y'], iconUrl: '' };
  expect(check({ line: 7, values }, 3)).toEqual({
    row: 3,
    line: 7,
    fields: {
      name: 'a',
      description: ' d ',
      category: 'c',
      websiteUrl: null,
      iconUrl: null,
      features: [],
      tags: ['x', 'y'],
    },
    given: ['name', 'description', 'category', 'iconUrl', 'tags'],
  });
});

test('a row that cannot be read fails with its reason', () => {
  expect(check({ line: 7, error: 'is odd' }, 3)).toEqual({ row: 3, line: 7, error: 'is odd' });
  expect(check({ line: 7 }, 3)).toEqual({ row: 3, line: 7, error: 'cannot be read' });
});

test('a bad row fails with its name, where it has one, and all that is wrong', () => {
  const bad = {
    ...good,
    name: `${'x'.repeat(199)}\ud800yz`,
    websiteUrl: 'ftp://x',
    iconUrl: 'x',
    tags: ['\0'],
    features: 'f',
  };
  expect(check({ line: 7, values: bad }, 3)).toEqual({
    row: 3,
    line: 7,
    name: `${'x'.repeat(199)}\ufffd`,
    error: [
      'name must have at most 200 characters',
      'features must be a list',
      'name must not contain NUL characters or lone surrogates',
      'tags must not contain NUL characters or lone surrogates',
      'websiteUrl must be an http or https URL',
      'iconUrl must be an http, https or data:image/ URL',
    ].join('; '),
  });
  expect(check({ line: 7, values: { ...good, name: '' } }, 3)).toEqual({
    row: 3,
    line: 7,
    error: 'name must not be blank',
  });
  expect(check({ line: 7, values: { ...good, name: 5 } }, 3)).toEqual({
    row: 3,
    line: 7,
    error: 'name must be a string',
  });
  expect(errorOf({})).toBe('name is required; description is required; category is required');
});

test('URLs too long are called so once, those of other types by their type', () => {
  const long = `https://example.com/${'x'.repeat(2048)}`;
  expect(errorOf({ ...good, websiteUrl: long, iconUrl: long })).toBe(
    'websiteUrl must have at most 2048 characters; iconUrl must have at most 2048 characters',
  );
  expect(errorOf({ ...good, websiteUrl: `ftp://${'x'.repeat(2042)}` })).toBe('websiteUrl must be an http or https URL');
  expect(errorOf({ ...good, websiteUrl: `ftp://${'x'.repeat(2043)}` })).toBe(
    'websiteUrl must have at most 2048 characters',
  );
  expect(errorOf({ ...good, websiteUrl: 5 })).toMatch(/^websiteUrl must be [^;]*$/);
  expect(errorOf({ ...good, websiteUrl: null, iconUrl: null })).toBeUndefined();
});

test('lists of a million items are not looked through, and errors are not listed without end', () => {
  expect(errorOf({ ...good, tags: 5 })).toBe('tags must be a list');
  expect(errorOf({ ...good, tags: ['x', '\0'] })).toBe('tags must not contain NUL characters or lone surrogates');
  expect(errorOf({ ...good, tags: Array(100).fill('x') })).toBeUndefined();
  expect(errorOf({ ...good, tags: Array(101).fill('x') })).toBe('tags must have at most 100 items');
  const many = errorOf({ ...good, tags: Array(1e6).fill(1) })?.split('; ');
  expect(many).toHaveLength(20);
  expect(many?.[0]).toBe('tags must have at most 100 items');
  expect(many?.[19]).toBe('tags[18] must be a string');
});
