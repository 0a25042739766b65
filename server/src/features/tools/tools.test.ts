import { expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

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
