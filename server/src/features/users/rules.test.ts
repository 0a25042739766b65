import { describe, expect, test } from 'vitest';
import { normalizeUsername } from './rules.ts';

describe('a username', () => {
  test.each([
    ['ab', 'ab'],
    ['  Ada Lovelace\t', 'Ada Lovelace'],
    ['Zoë', 'Zoë'],
    ['李小龙', '李小龙'],
  ])('%j is kept as %j', (given, kept) => {
    expect(normalizeUsername(given)).toBe(kept);
  });

  test.each([
    ['a', 'username must have at least 2 characters'],
    [' a ', 'username must have at least 2 characters'],
    ['', 'username must have at least 2 characters'],
    ['a\u0007b', 'username must not contain control or invisible characters'],
    ['a\u202eb', 'username must not contain control or invisible characters'],
    ['a\u200bb', 'username must not contain control or invisible characters'],
    ['a\u2028b', 'username must not contain control or invisible characters'],
    ['a\u2029b', 'username must not contain control or invisible characters'],
    ['a\nb', 'username must not contain control or invisible characters'],
  ])('%j is refused: %s', (given, message) => {
    expect(() => normalizeUsername(given)).toThrow(expect.objectContaining({ statusCode: 400, message }));
  });
});
