import type { ToolWithStats } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

describe('preferences', () => {
  test('start with the defaults, and a field left out keeps its value', async () => {
    const { signedIn } = await appForTest();
    const client = await signedIn();
    const defaults = { view: 'grid', density: 'cozy', watchlist: [] };
    expect((await client.get('/auth/me/preferences')).body).toEqual(defaults);
    expect((await client.put('/auth/me/preferences', {})).body).toEqual(defaults);
    expect((await client.put('/auth/me/preferences', { view: 'rows' })).body).toEqual({ ...defaults, view: 'rows' });
    expect((await client.put('/auth/me/preferences', { watchlist: [3, 1, 3] })).body).toEqual({
      ...defaults,
      view: 'rows',
      watchlist: [3, 1],
    });
    expect((await client.put('/auth/me/preferences', { watchlist: [] })).body).toEqual({ ...defaults, view: 'rows' });
  });

  test('of different fields at the same time are all kept', async () => {
    const { signedIn } = await appForTest();
    const client = await signedIn();
    const changes = [{ view: 'table' }, { density: 'compact' }, { watchlist: [5] }];
    await Promise.all(changes.map((change) => client.put('/auth/me/preferences', change)));
    expect((await client.get('/auth/me/preferences')).body).toEqual({
      view: 'table',
      density: 'compact',
      watchlist: [5],
    });
  });

  test.each([
    [{ view: 'list' }],
    [{ density: 1 }],
    [{ watchlist: ['1'] }],
    [{ watchlist: [0] }],
    [{ watchlist: Array.from({ length: 1001 }, (_, i) => i + 1) }],
  ])('%j is refused', async (change) => {
    const { signedIn } = await appForTest();
    expect((await (await signedIn()).put('/auth/me/preferences', change)).status).toBe(400);
  });
});

describe('the watchlist', () => {
  test('shows active tools in saved order; unknown ids stay saved, and are not shown', async () => {
    const { signedIn } = await appForTest();
    const client = await signedIn({ tier: 'premium' });
    const [a, b] = [await client.createTool(), await client.createTool()];
    const saved = [b.id, 987_654, a.id];
    await client.put('/auth/me/preferences', { watchlist: saved });
    const shown = (await client.get<ToolWithStats[]>('/auth/me/watchlist')).body.map(({ id }) => id);
    expect(shown).toEqual([b.id, a.id]);
    expect((await client.get('/auth/me/preferences')).body).toMatchObject({ watchlist: saved });
  });
});

describe('comparing', () => {
  test('keeps the requested order, collapses duplicates, skips unknown and trashed ids', async () => {
    const { signedIn } = await appForTest();
    const client = await signedIn({ tier: 'premium' });
    const [a, b, c] = [await client.createTool(), await client.createTool(), await client.createTool()];
    await client.delete(`/tools/${c.id}`);
    const { body } = await client.get<ToolWithStats[]>(`/compare?ids=${c.id},${b.id},987654,${a.id},${b.id}`);
    expect(body.map(({ id }) => id)).toEqual([b.id, a.id]);
  });

  test.each([
    '',
    'x',
    '1,,2',
    '1,0',
    '-1',
    '1.5',
    '9007199254740993',
    Array.from({ length: 21 }, (_, i) => i + 1).join(),
  ])('ids=%s is refused', async (ids) => {
    const { signedIn } = await appForTest();
    const client = await signedIn({ tier: 'premium' });
    expect((await client.get(`/compare?ids=${ids}`)).status).toBe(400);
    expect((await client.get('/compare')).status).toBe(400);
  });
});
