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

describe('one tool of the watchlist', () => {
  const premium = async () => {
    const { signedIn } = await appForTest();
    const client = await signedIn({ tier: 'premium' });
    const make = async (count: number) => {
      const ids: number[] = [];
      while (ids.length < count) ids.push((await client.createTool()).id);
      return ids;
    };
    const watch = (id: number, position?: number) => client.put(`/auth/me/watchlist/${id}`, { position });
    const saved = async () => (await client.get<{ watchlist: number[] }>('/auth/me/preferences')).body.watchlist;
    return { client, make, watch, saved };
  };

  test('comes last when it is new, stays where it is, and goes where it is put', async () => {
    const { client, make, watch, saved } = await premium();
    const [a = 0, b = 0, c = 0] = await make(3);
    for (const id of [a, b, c, a]) await watch(id);
    expect(await saved()).toEqual([a, b, c]);
    expect((await watch(c, 0)).body).toMatchObject({ view: 'grid', watchlist: [c, a, b] });
    await watch(c, 99);
    expect(await saved()).toEqual([a, b, c]);
    expect((await client.delete(`/auth/me/watchlist/${b}`)).body).toMatchObject({ watchlist: [a, c] });
    expect((await client.delete(`/auth/me/watchlist/${b}`)).status).toBe(200);
    expect(await saved()).toEqual([a, c]);
  });

  test('changed at the same time as others loses none of them', async () => {
    const { client, make, watch, saved } = await premium();
    const ids = await make(6);
    await Promise.all(ids.map((id) => watch(id)));
    expect((await saved()).toSorted((a, b) => a - b)).toEqual(ids);
    await Promise.all(ids.slice(0, 3).map((id) => client.delete(`/auth/me/watchlist/${id}`)));
    expect((await saved()).toSorted((a, b) => a - b)).toEqual(ids.slice(3));
  });

  test('that is unknown or in the trash is 404; a full list and a wrong position are refused', async () => {
    const { client, make, watch, saved } = await premium();
    const [tool = 0, trashed = 0] = await make(2);
    await client.delete(`/tools/${trashed}`);
    for (const id of [trashed, 987_654]) expect((await watch(id)).status).toBe(404);
    expect((await watch(tool, -1)).status).toBe(400);
    expect(await saved()).toEqual([]);
    const full = Array.from({ length: 1000 }, (_, index) => 2_000_000 + index);
    await client.put('/auth/me/preferences', { watchlist: full });
    expect(await watch(tool)).toMatchObject({ status: 409, body: { error: 'A watchlist holds at most 1000 tools' } });
    expect(await saved()).toEqual(full);
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
