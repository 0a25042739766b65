import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnTo } from './return-to.ts';

describe('a path of this origin', () => {
  test.each([
    ['/', '/'],
    ['/tools/7', '/tools/7'],
    ['/tools?search=a%2Fb&sort=top_rated#ratings', '/tools?search=a%2Fb&sort=top_rated#ratings'],
    ['/tools?search=//x', '/tools?search=//x'],
    ['/tools?next=https://example.org/', '/tools?next=https://example.org/'],
    ['/tools?search=100%', '/tools?search=100%'],
    ['/a//b', '/a//b'],
    ['/category/Büro', '/category/B%C3%BCro'],
    ['/category/100%25', '/category/100%25'],
    ['/a/../b', '/b'],
    ['/apiary', '/apiary'],
    ['/tools/api', '/tools/api'],
    [`/${'x'.repeat(2047)}`, `/${'x'.repeat(2047)}`],
    [`/100%${'25'.repeat(9)}`, `/100%${'25'.repeat(9)}`],
  ])('%s is kept, as %s', (value, expected) => {
    expect(safeReturnTo(value)).toBe(expected);
  });
});

describe('anything else', () => {
  test.each([
    undefined,
    null,
    7,
    '',
    'tools',
    ' /tools',
    'https://evil.test',
    'https:evil.test',
    'http://toolscore.invalid@evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\\/evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/x\r\nset-cookie: a=b',
    '\u0000//evil.test',
    '/\u200b/evil.test',
    '/%2Fevil.test',
    '/%2f%2fevil.test',
    '/%5Cevil.test',
    '/%255Cevil.test',
    '/%25252Fevil.test',
    '/%09/evil.test',
    '/%0d%0ax',
    '/%00',
    '/.//evil.test',
    '/..//evil.test',
    '/a/..//evil.test',
    '/%2e/%2fevil.test',
    '/../%2fevil.test',
    '/%2e%2e//evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '/api',
    '/api/auth/oidc/login',
    '/x/../api/auth/oidc/login',
    '/%61pi/auth/oidc/login',
    '/\ud800',
    `/${'x'.repeat(2048)}`,
    `/100%${'25'.repeat(10)}`,
  ])('%j is replaced by the front page', (value) => {
    expect(safeReturnTo(value)).toBe('/');
  });
});

test('whatever it is, a browser stays on the origin, before and after any decoding, and the header is ASCII', () => {
  const parts = [
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5C',
    '%252F',
    '%',
    '\t',
    '@',
    ':',
    '?',
    '#',
    'evil.test',
    'https:',
    'é',
  ];
  const text = fc.oneof(
    fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join('')),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (tail, slash) => {
      const result = safeReturnTo(slash ? `/${tail}` : tail);
      expect(result).toMatch(/^\/[\x21-\x7e]*$/);
      let path = result.split(/[?#]/, 1)[0] ?? '';
      for (let round = 0; round < 5; round += 1) {
        expect(new URL(path, 'https://tools.test').origin).toBe('https://tools.test');
        expect(path).not.toMatch(/^\/[/\\]/);
        try {
          path = decodeURIComponent(path);
        } catch {
          return;
        }
      }
    }),
    { numRuns: 3000 },
  );
});
