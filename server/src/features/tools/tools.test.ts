import { expect, test } from 'vitest';
import { appForTest, startApp } from '../../../test/harness.ts';
import { inTransaction } from '../../database/index.ts';
import { systemActor } from '../audit/queries.ts';
import { moveToTrash } from '../trash/queries.ts';
import { insertTools } from './queries.ts';
import { normalizeTool } from './rules.ts';

test('a tool that was created can be read, with no statistics yet', async () => {
  const { signedIn, visitor } = await appForTest();
  const author = await signedIn();
  const created = await author.createTool({
    name: '  Grafana ',
    tags: ['Charts', 'charts', 'Metrics'],
    websiteUrl: '',
  });
  const { status, body } = await visitor().get(`/tools/${created.id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Grafana',
    tags: ['Charts', 'Metrics'],
    features: [],
    websiteUrl: null,
    createdBy: author.user?.username,
    ratingCount: 0,
    avgCombined: null,
  });
});

test('a partial update keeps what is left out, clears what is null, and takes the empty description', async () => {
  const { signedIn } = await appForTest();
  const client = await signedIn();
  const made = await client.createTool({
    websiteUrl: 'https://a.example',
    iconUrl: 'https://a.example/i.png',
    tags: ['x'],
  });
  const changed = await client.patch<object>(`/tools/${made.id}`, {
    websiteUrl: null,
    description: '',
    category: ' ',
    tags: [],
  });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    name: made.name,
    category: made.category,
    iconUrl: 'https://a.example/i.png',
    websiteUrl: null,
    description: '',
    tags: [],
  });
  expect((await client.patch(`/tools/${made.id}`, { name: '' })).status).toBe(400);
  expect((await client.patch(`/tools/${made.id}`, { name: null })).status).toBe(400);
  expect((await client.patch(`/tools/${made.id}`, {})).body).toEqual(changed.body);
});

test('a description is kept as it was written', async () => {
  const { signedIn } = await appForTest();
  const client = await signedIn();
  expect((await client.createTool({ description: '  two\n lines ' })).description).toBe('  two\n lines ');
});

test('private answers may not be kept by anybody, public ones only with a check', async () => {
  const { signedIn } = await appForTest();
  const client = await signedIn();
  expect((await client.get('/auth/me')).headers['cache-control']).toBe('no-store');
  expect((await client.get('/tools')).headers['cache-control']).toBe('no-cache');
});

test.each([
  ['nearly all texts', (index: number) => index % 10 > 0],
  ['fewer than every third text', (index: number) => index % 4 === 0],
])('a word that is in %s is counted exactly, without the trash', async (_, has) => {
  const { context, visitor, close } = await startApp();
  const tools = Array.from({ length: 5000 }, (_item, index) =>
    normalizeTool({ name: `Tool ${index}`, description: has(index) ? 'haystack' : 'empty', category: 'c' }),
  );
  const found = tools.filter(({ description }) => description === 'haystack').length;
  await inTransaction(context.engine, async (trx) => {
    const at = '2026-01-01T00:00:00.000Z';
    const ids: number[] = [];
    for (let start = 0; start < tools.length; start += 1000)
      ids.push(...(await insertTools(trx, tools.slice(start, start + 1000), null, at)));
    const trashed = ids.filter((_id, index) => has(index)).slice(0, 3);
    const others = ids.filter((_id, index) => !has(index)).slice(0, 2);
    await moveToTrash(trx, [...trashed, ...others], { actor: systemActor, at });
  });
  const { headers } = await visitor().get('/tools?search=haystack&limit=1');
  expect(Number(headers['x-total-count'])).toBe(found - 3);
  await close();
});
