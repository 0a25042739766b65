// The totals after each thing that moves them, against what the tools say and what lists show of them.
import type { CategoryStats, ToolInput } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, type TestClient } from '../../../test/harness.ts';
import { listTotalDifferences } from '../../cli/totals.ts';
import { countTools, differences, recountTool, scoreColumns, type Scores } from './totals.ts';

async function app() {
  const { admin, visitor, context } = await appForTest();
  const { db } = context.engine;
  const client = await admin();
  const read = async <T>(path: string) => (await visitor().get<T>(path)).body;
  return {
    client,
    visitor,
    add: async (input: Partial<ToolInput>) => (await client.createTool(input)).id,
    totals: async () => {
      expect(await listTotalDifferences(db)).toEqual([]);
      return {
        categories: Object.fromEntries(
          (await read<CategoryStats[]>('/analytics/by-category')).map((one) => [
            one.category,
            [one.toolCount, one.totalRatings, one.avgUsefulness, one.avgUsability],
          ]),
        ),
        names: await read('/categories'),
        tags: await read('/tags/all'),
        features: await read('/features/all'),
      };
    },
    rows: async () => [
      ...(await db.selectFrom('category_totals').selectAll().execute()),
      ...(await db.selectFrom('label_totals').selectAll().execute()),
    ],
  };
}

describe('totals of categories and labels', () => {
  test('have every tool that is added, and are listed by code point', async () => {
    const { add, totals } = await app();
    expect(await totals()).toEqual({ categories: {}, names: [], tags: [], features: [] });
    await add({ category: 'b', tags: ['y', 'X'], features: ['y'] });
    await add({ category: 'B', tags: ['x'] });
    await add({ category: 'b', tags: ['y'], features: ['Z'] });
    expect(await totals()).toEqual({
      categories: { B: [1, 0, null, null], b: [2, 0, null, null] },
      names: ['B', 'b'],
      tags: ['X', 'x', 'y'],
      features: ['Z', 'y'],
    });
  });

  test('follow ratings that are given, changed and withdrawn', async () => {
    const { add, totals, visitor } = await app();
    const id = await add({ category: 'A' });
    await add({ category: 'B' });
    const voter = visitor();
    await voter.rate(id, 5, 1);
    await visitor().rate(id, 2, 3);
    expect((await totals()).categories).toEqual({ A: [1, 2, 3.5, 2], B: [1, 0, null, null] });
    await voter.put(`/tools/${id}/ratings/mine`, { usefulness: 4, usability: 1 });
    expect((await totals()).categories['A']).toEqual([1, 2, 3, 2]);
    await voter.delete(`/tools/${id}/ratings/mine`);
    expect((await totals()).categories['A']).toEqual([1, 1, 2, 3]);
  });

  test('move with a tool whose category or labels change, and its ratings with it', async () => {
    const { client, add, totals, visitor } = await app();
    const id = await add({ category: 'A', tags: ['p', 'q'], features: ['f'] });
    await add({ category: 'A', tags: ['q'] });
    await visitor().rate(id, 5, 1);
    await client.patch(`/tools/${id}`, { category: 'B', tags: ['q', 'r'], features: ['p'] });
    expect(await totals()).toEqual({
      categories: { A: [1, 0, null, null], B: [1, 1, 5, 1] },
      names: ['A', 'B'],
      tags: ['q', 'r'],
      features: ['p'],
    });
    await client.patch(`/tools/${id}`, { tags: [], features: [] });
    expect(await totals()).toMatchObject({ tags: ['q'], features: [] });
  });

  test('lose what goes to the trash or for good, and get back what is restored', async () => {
    const { client, add, totals, visitor } = await app();
    const ids = [
      await add({ category: 'A', tags: ['p'] }),
      await add({ category: 'A', tags: ['p', 'q'], features: ['f'] }),
    ];
    const other = await add({ category: 'B' });
    for (const id of ids) await visitor().rate(id, 4, 4);
    await client.post('/tools/trash', { ids: [ids[1], other] });
    expect(await totals()).toEqual({ categories: { A: [1, 1, 4, 4] }, names: ['A'], tags: ['p'], features: [] });
    await client.post('/tools/trash/restore', { ids: [ids[1]] });
    const restored = { categories: { A: [2, 2, 4, 4] }, names: ['A'], tags: ['p', 'q'], features: ['f'] };
    expect(await totals()).toEqual(restored);
    await client.post('/tools/trash/empty');
    expect(await totals()).toEqual(restored);
    for (const id of ids) await client.delete(`/tools/${id}`);
    expect(await totals()).toEqual({ categories: {}, names: [], tags: [], features: [] });
  });

  test('are not written where nothing changes', async () => {
    const { client, add, rows } = await app();
    const id = await add({ category: 'A', tags: ['p'] });
    const before = await rows();
    await client.patch(`/tools/${id}`, { category: 'B', tags: ['q'] });
    await client.patch(`/tools/${id}`, { category: 'A', tags: ['p'] });
    const moved = await rows();
    expect(moved.length).toBe(before.length + 2);
    await client.patch(`/tools/${id}`, { description: 'Other', tags: ['p'] });
    expect(await rows()).toEqual(moved);
  });

  test('are right after many things at once', async () => {
    const { client, visitor, totals } = await app();
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const { id } = await client.createTool({ category: `C${i % 3}`, tags: [`t${i % 4}`, 't'], features: ['f'] });
        return id;
      }),
    );
    const work: ((voter: TestClient, id: number, i: number) => Promise<unknown>)[] = [
      (voter, id) => voter.rate(id, 3, 4),
      (_, id, i) => client.patch(`/tools/${id}`, { category: `C${i % 5}`, tags: [`t${i % 7}`] }),
      (_, id) => client.delete(`/tools/${id}`),
      (voter, id) => voter.rate(id, 1, 5),
    ];
    await Promise.all(ids.map(async (id, i) => work[i % work.length]?.(visitor(), id, i)));
    const { categories } = await totals();
    expect(Object.values(categories).reduce((sum, [tools = 0]) => sum + Number(tools), 0)).toBe(15);
    expect(Object.values(categories).reduce((sum, [, ratings = 0]) => sum + Number(ratings), 0)).toBe(10);
  });
});

describe('what moves totals', () => {
  const scores = Object.fromEntries(scoreColumns.map((column) => [column, 0])) as Scores;
  const tool = (id: number, category: string, ...labels: string[]) => {
    const texts = JSON.stringify(labels);
    return { id, category, tags: texts, features: texts, ...scores };
  };

  /** The parameters of each statement that is run through `db`. */
  async function watched() {
    const { context } = await appForTest();
    const statements: (readonly unknown[])[] = [];
    const db = context.engine.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.push(context.engine.db.getExecutor().compileQuery(node, queryId).parameters);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    return { db, statements };
  }

  test('takes its rows in one order, whatever the order of tools and labels: nobody waits in a ring', async () => {
    const { db, statements } = await watched();
    await countTools(db, [tool(3, 'B', 'y', 'x'), tool(2, 'A', 'z'), tool(1, 'B'), tool(10, 'A')], 1);
    const [labels = [], categories = []] = statements;
    expect(labels).toEqual(['feature', 'tag'].flatMap((kind) => ['x', 'y', 'z'].flatMap((label) => [kind, label, 1])));
    const width = 3 + scoreColumns.length;
    const rows = Array.from({ length: categories.length / width }, (_, i) =>
      categories.slice(i * width, i * width + 3),
    );
    expect(rows).toEqual([
      ['A', 2, 2],
      ['B', 1, 1],
      ['B', 3, 1],
    ]);
    expect(statements.length).toBe(2);
  });

  test('writes nothing for a tool that stays where it is, and only what else of it has changed', async () => {
    const { db, statements } = await watched();
    await recountTool(db, tool(1, 'A', 'x', 'y'), tool(1, 'A', 'y', 'x'));
    expect(statements).toEqual([]);
    await recountTool(db, tool(1, 'A', 'x', 'y'), tool(1, 'A', 'x', 'z'));
    expect(statements).toEqual([['feature', 'y', -1, 'feature', 'z', 1, 'tag', 'y', -1, 'tag', 'z', 1]]);
  });
});

test('scores that change are told as what comes and what goes, counter by counter', () => {
  const changed = (move: Parameters<typeof differences>[0]) =>
    Object.fromEntries(Object.entries(differences(move)).filter(([, by]) => by !== 0));
  expect(changed({})).toEqual({});
  expect(changed({ add: { usefulness: 5, usability: 1 } })).toEqual({ usefulness_5: 1, usability_1: 1 });
  expect(changed({ remove: { usefulness: 2, usability: 2 } })).toEqual({ usefulness_2: -1, usability_2: -1 });
  expect(changed({ add: { usefulness: 5, usability: 1 }, remove: { usefulness: 4, usability: 1 } })).toEqual({
    usefulness_5: 1,
    usefulness_4: -1,
  });
});
