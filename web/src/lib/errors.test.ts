import { ApiError } from '@toolscore/contract/client';
import { expect, test } from 'vitest';
import { de } from '../messages/de.ts';
import { en } from '../messages/en.ts';
import { explain } from './errors.ts';

const ofService = 'name must not be blank';
const failed = (status: number, retryAfter?: number) => new ApiError(status, ofService, retryAfter);
const named = [400, 409, 422];
const general = [0, 401, 403, 404, 413, 429, 500, 503];

test('in English, what the service says of a field is told as it is', () => {
  for (const status of named) expect(explain(failed(status), en)).toBe(ofService);
});

test('in German, what the service says of a field is quoted in a German sentence', () => {
  for (const status of named)
    expect(explain(failed(status), de), String(status)).toMatch(/^[A-ZÄÖÜ].*„name must not be blank“$/);
});

test.each([
  ['English', en],
  ['German', de],
])('in %s, every other status has a sentence of its own, without the words of the service', (_name, t) => {
  const sentences = general.map((status) => explain(failed(status), t));
  expect(new Set(sentences).size).toBe(general.length);
  for (const sentence of sentences) {
    expect(sentence).toMatch(/\.$|\.[^.]+$/);
    expect(sentence).not.toContain(ofService);
  }
});

test('how long to wait is told in whole minutes, rounded up', () => {
  expect(explain(failed(429, 61), de)).toContain('2 Minuten');
  expect(explain(failed(429), en)).toContain('1 minute');
});

test('a page that knows better is believed, and what is no answer of the service is unexpected', () => {
  expect(explain(failed(409), de, { 409: 'Bekannt.' })).toBe('Bekannt.');
  expect(explain(new TypeError('x is undefined'), de)).toBe(de.errors.unexpected);
});
