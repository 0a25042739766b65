// What a first visit of the catalogue loads, read from the build that `npm run build` has left in dist/.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const MOST_BYTES = 150_000;
const dist = join(import.meta.dirname, '../dist');
const page = readFileSync(join(dist, 'index.html'), 'utf8');

/** The scripts of the page, and what these import before anything runs; what is fetched later on is not among them. */
function firstLoad(): string[] {
  const files = new Set([...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path));
  for (const file of files) {
    const code = readFileSync(join(dist, file), 'utf8');
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      files.add(`/assets/${name}`);
  }
  return [...files];
}

/** The texts of languages other than English, each in a file of its own. */
const languages = readdirSync(join(dist, 'assets')).filter((name) => /^[a-z]{2}-[\w-]+\.js$/.test(name));

test('languages other than English are fetched by whoever reads them', () => expect(languages.length).toBe(1));

test.each(['English', ...languages])(
  'the first load of the catalogue is at most 150 KB of JavaScript in gzip: %s',
  (language) => {
    const files = [...firstLoad(), ...languages.filter((name) => name === language).map((name) => `/assets/${name}`)];
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
    expect(files.length).toBeGreaterThan(1);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  },
);

test('the page holds no inline script or style, and names no other host', () => {
  expect(page.match(/<script(?![^>]*\bsrc=)/g)).toBeNull();
  expect(page.match(/<style|\son\w+=|\sstyle=/g)).toBeNull();
  expect(page.match(/(?:src|href)="(?!\/)/g)).toBeNull();
});
