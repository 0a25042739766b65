import { readFileSync } from 'node:fs';
import { operations } from '@toolscore/contract';
import { expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

test('the description that is served is the one that is committed', async () => {
  const { visitor } = await appForTest();
  const committed = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'));
  expect((await visitor().get('/openapi.json')).body).toEqual(committed);
});

test('the reference describes every operation, runs no script and fetches nothing from elsewhere', async () => {
  const { visitor } = await appForTest();
  const { status, text, headers } = await visitor().get('/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  for (const id of Object.keys(operations)) expect(text).toContain(`<section id="${id}">`);
  expect(text).not.toMatch(/<script|https?:\/\/|src=|undefined|\[object/);
});
