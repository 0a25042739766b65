// How the databases go about every public list and statistic: by an index and in its order, never through a whole table,
// unless it says here that they may.
import type { CompiledQuery, KyselyPlugin, RootOperationNode } from 'kysely';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, buildApp } from '../src/app.ts';
import { inTransaction } from '../src/database/index.ts';
import { planSelection } from '../src/features/tools/filters.ts';
import { pageTools } from '../src/features/tools/pages.ts';
import { insertTools } from '../src/features/tools/queries.ts';
import { normalizeTool } from '../src/features/tools/rules.ts';
import { isPostgres, startApp, type TestApp } from './harness.ts';

/** More than a filter looks up one by one; see filters.ts. */
const MANY = 1010;
const NEEDLE = 7;

let started: TestApp;
let app: App;
let asked: RootOperationNode[] = [];

const capture: KyselyPlugin = {
  transformQuery: ({ node }) => {
    asked.push(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeAll(async () => {
  started = await startApp();
  const { engine } = started.context;
  const tools = Array.from({ length: MANY }, (_, i) =>
    normalizeTool({
      name: `Tool ${i}`,
      description: i === NEEDLE ? 'needle hay' : 'hay',
      category: `C${i % 5}`,
      tags: i === NEEDLE ? ['frequent', 'rare'] : ['frequent'],
      features: ['frequent'],
    }),
  );
  await inTransaction(engine, async (trx) => {
    const ids = await insertTools(trx, tools, null, '2026-01-01T00:00:00.000Z');
    await trx.updateTable('tools').set({ usefulness_4: 1, usability_4: 1 }).where('id', 'in', ids).execute();
  });
  const reader = engine.reader.withPlugin(capture);
  app = await buildApp({ ...started.context, engine: { ...engine, reader, publicReader: reader } });
});
afterAll(async () => {
  await app.close();
  await started.close();
});

const explained = (prefix: string, { sql: text, parameters, ...others }: CompiledQuery): CompiledQuery<never> => ({
  ...others,
  sql: `${prefix} ${text}`,
  parameters,
});

async function explain(query: CompiledQuery): Promise<string[]> {
  const { db } = started.context.engine;
  if (!isPostgres()) {
    const { rows } = await db.executeQuery<{ detail: string }>(explained('explain query plan', query));
    return rows.map(({ detail }) => detail);
  }
  return db.transaction().execute(async (trx) => {
    // So few rows are soonest read and sorted as they are; what of that is left now has no index that could do it.
    for (const way of ['seqscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'])
      await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
    const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explained('explain', query));
    return rows.map((row) => row['QUERY PLAN']);
  });
}

/** A few rows each, or none at all, read whole on purpose. */
const SMALL = /\b(category_totals|found|CONSTANT ROW)\b/;

/** What of a plan takes longer the more tools there are. */
function findings(plan: readonly string[]): string[] {
  const found = plan.filter((line) =>
    isPostgres()
      ? /Seq Scan on/.test(line) && !SMALL.test(line)
      : line.startsWith('SCAN ') && !/INDEX/.test(line) && !SMALL.test(line),
  );
  const sorts = plan.some((line) => /TEMP B-TREE FOR ORDER BY|^ *(-> +)?Sort /.test(line));
  return sorts && !plan.some((line) => SMALL.test(line)) ? [...found, 'sorts'] : found;
}

/** What is found in the plans of everything that the database is asked for one request. */
async function examine(path: string): Promise<string[]> {
  asked = [];
  const response = await app.inject({ url: `/api${path}` });
  expect(response.statusCode, `${path} ${response.body}`).toBe(200);
  return examineAsked(path);
}

async function examineAsked(path: string): Promise<string[]> {
  const { reader } = started.context.engine;
  const queries = asked.map((node) => reader.getExecutor().compileQuery(node, { queryId: 'explain' }));
  expect(queries.length, path).toBeGreaterThan(0);
  const plans = await Promise.all(queries.map(explain));
  return plans.flatMap((plan) => findings(plan).map((found) => `${found} in\n${plan.join('\n')}`));
}

const orders = ['newest', 'top_rated', 'most_reviewed', 'name_asc', 'name_desc', 'recently_updated'] as const;
const inOrder = ['', 'category=C1&', 'tags=frequent&', 'features=frequent&', 'search=hay&', 'minRating=3&'];

test.each([
  ...inOrder.flatMap((filter) => orders.map((sort) => `/tools?${filter}sort=${sort}&limit=50`)),
  '/tools?tags=frequent&category=C1&sort=top_rated&limit=50',
  '/tools/7',
  '/categories',
  '/tags/all',
  '/features/all',
  '/analytics/summary',
  '/analytics/by-category',
  '/analytics/top-tools',
  '/analytics/rating-distribution',
  '/analytics/rating-distribution?toolId=7',
  '/tools/7/ratings',
  '/tools/7/ratings?limit=5',
  '/tools/7/rating-history',
  '/tools/7/score',
])('%s follows indexes', async (path) => {
  expect(await examine(path)).toEqual([]);
});

test.each([...orders, 'id'] as const)(
  'the whole list in the order %s is read on from where it stopped',
  async (sort) => {
    const { db, reader } = started.context.engine;
    const rated = [1, 2, 3, 4, 5];
    await db.updateTable('tools').set({ usefulness_4: 0, usability_4: 0 }).where('id', 'not in', rated).execute();
    asked = [];
    const capturing = reader.withPlugin(capture);
    const selection = await planSelection(capturing, {});
    const parts = { first: 3, next: 3 };
    let seen = 0;
    for await (const part of pageTools(capturing, selection, { sort, prior: { mean: 3, weight: 5 }, parts })) {
      seen += part.length;
      if (seen > 12) break;
    }
    const ratings = { usefulness_4: 1, usability_4: 1 };
    await db.updateTable('tools').set(ratings).where('id', 'not in', rated).execute();
    expect(await examineAsked(sort)).toEqual([]);
  },
);

/** The few tools that a rare filter finds by its index are put in order, and nothing else is read. */
const few = ['tags=rare&', 'search=needle&', 'minRating=5&', 'tags=rare&features=frequent&search=hay&category=C2&'];

test.each(few.flatMap((filter) => orders.map((sort) => `/tools?${filter}sort=${sort}&limit=50`)))(
  '%s sorts no more than it found by an index',
  async (path) => {
    const found = await examine(path);
    expect(found.filter((finding) => !finding.startsWith('sorts'))).toEqual([]);
    expect(found.every((finding) => !/SCAN tools|Seq Scan on tools|Scan using tools_(newest|name)/.test(finding))).toBe(
      true,
    );
  },
);

test.each([
  // The mean that these draw towards moves with every rating, so no index can hold their order.
  '/tools?sort=bayesian&limit=50',
  '/analytics/top-tools?ranking=bayesian',
  // An index of its own would cost every rating more than these are worth.
  '/analytics/top-tools?metric=usefulness',
  '/analytics/top-tools?metric=usability',
])('%s sorts all, but reads an index alone for it', async (path) => {
  const found = await examine(path);
  expect(found).toEqual([expect.stringMatching(/^sorts in/)]);
  // PostgreSQL decides by the state of its visibility map, which a test does not have in its hands.
  if (!isPostgres()) expect(found[0]).toContain('USING COVERING INDEX tools_most_reviewed');
});

test('a filter that lets many tools through finds the same in every order as one that is looked up', async () => {
  const idsOf = async (query: string) =>
    (await started.visitor().get<{ id: number }[]>(`/tools?${query}`)).body.map(({ id }) => id);
  for (const sort of [...orders, 'bayesian']) {
    const all = await idsOf(`sort=${sort}`);
    expect(all.length).toBe(MANY);
    for (const filter of ['tags=frequent', 'features=frequent', 'search=HAY', 'minRating=3'])
      expect(await idsOf(`${filter}&sort=${sort}`), `${filter} ${sort}`).toEqual(all);
    for (const filter of ['tags=rare', 'search=needle', 'tags=rare,frequent', 'tags=frequent&search=needle%20hay'])
      expect((await idsOf(`${filter}&sort=${sort}`)).length, `${filter} ${sort}`).toBe(1);
  }
});
