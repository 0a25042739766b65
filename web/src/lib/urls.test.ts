import { expect, test } from 'vitest';
import { safeHref, safeImage } from './urls.ts';

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['HTTP://example.org', 'http://example.org/'],
  ['example.org', 'https://example.org/'],
  ['example.org:8080/path', 'https://example.org:8080/path'],
  ['localhost:3000', 'https://localhost:3000/'],
])('%s becomes a link', (url, href) => expect(safeHref(url)).toBe(href));

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:a@b.c',
  '',
  null,
  undefined,
  'https://',
])('%s never becomes a link', (url) => {
  const href = safeHref(url);
  // A line break inside of the scheme is no scheme at all: what is left is at most a host of the web.
  expect(href === undefined || href.startsWith('https://')).toBe(true);
});

test('icons come from the web or are images in place', () => {
  expect(safeImage('data:image/png;base64,AA')).toBeDefined();
  expect(safeImage('https://example.org/icon.png')).toBeDefined();
  expect(safeImage('data:text/html,x')).toBeUndefined();
  expect(safeImage('javascript:alert(1)')).toBeUndefined();
});
