// Random catalogues, ratings and queries: what the service answers equals what a naive reading of the raw rows says.
import type { RatingDistribution, RatingHistoryItem, ToolWithStats, TopToolEntry } from '@toolscore/contract/schemas';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RatingRow, ToolRow } from '../src/database/schema.ts';
import { inTransaction } from '../src/database/index.ts';
import { countDay, countScores, deleteRating, insertRating } from '../src/features/ratings/queries.ts';
import { getPrior } from '../src/features/analytics/queries.ts';
import { planSelection } from '../src/features/tools/filters.ts';
import { pageTools } from '../src/features/tools/pages.ts';
import { insertTools } from '../src/features/tools/queries.ts';
import { moveScores } from '../src/features/tools/totals.ts';
import { deleteTools, moveToTrash } from '../src/features/trash/queries.ts';
import { systemActor } from '../src/features/audit/queries.ts';
import { normalizeTool } from '../src/features/tools/rules.ts';
import { startApp, type TestApp, type TestClient } from './harness.ts';

const RUNS = Number(process.env.ORACLE_RUNS ?? 1000);
const QUERIES_PER_RUN = 12;

let started: TestApp;
let client: TestClient;
beforeAll(async () => {
  started = await startApp();
  client = started.visitor();
});
afterAll(() => started.close());

// Texts from a small and awkward alphabet, so that queries hit, and hit wrongly if anything is mistaken for a wildcard.
const word = fc.constantFrom('a', 'B', 'ab', '%', '_', '\\', "o'x", 'Ä', '50%', 'a_b', '😀', 'ß');
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const label = fc.constantFrom('red', 'Red', 'blue', 'c,d', '100%', 'x_y', 'ä');
const labels = fc.array(label, { maxLength: 3 });
const category = fc.constantFrom('Ops', 'ops', 'Dev', 'Öko', 'Data 1');
const day = fc.integer({ min: 0, max: 3 });
const tool = fc.record({
  name: phrase,
  description: phrase,
  category,
  tags: labels,
  features: labels,
  day,
  trashed: fc.boolean(),
});
const score = fc.integer({ min: 1, max: 5 });
const rating = fc.record({ tool: fc.nat(), usefulness: score, usability: score, day, withdrawn: fc.boolean() });
const catalogue = fc.record({
  tools: fc.array(tool, { maxLength: 8 }),
  ratings: fc.array(rating, { maxLength: 25 }),
});
type Catalogue = typeof catalogue extends fc.Arbitrary<infer T> ? T : never;

const query = fc.record(
  {
    category,
    search: fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
    sort: fc.constantFrom(
      'newest',
      'top_rated',
      'most_reviewed',
      'name_asc',
      'name_desc',
      'recently_updated',
      'bayesian',
    ),
    tags: fc.array(label, { minLength: 1, maxLength: 2 }),
    features: fc.array(label, { minLength: 1, maxLength: 2 }),
    minRating: fc.constantFrom(0, 1, 2.5, 3, 3.5, 5),
    limit: fc.integer({ min: 1, max: 5 }),
    offset: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
);
type Query = typeof query extends fc.Arbitrary<infer T> ? T : never;

const dayToIso = (index: number) => new Date(Date.UTC(2026, 0, 1 + index, 12)).toISOString();

/** Writes a catalogue through the queries that the routes use. */
async function write({ tools, ratings }: Catalogue): Promise<void> {
  await inTransaction(started.context.engine, async (trx) => {
    const deed = { actor: systemActor, at: dayToIso(9) };
    const old = (await trx.selectFrom('tools').select('id').execute()).map(({ id }) => id);
    if (old.length > 0) {
      await deleteTools(trx, { ids: old, trashed: true }, 'delete', deed);
      await deleteTools(trx, { ids: old, trashed: false }, 'delete', deed);
    }
    const ids: number[] = [];
    for (const item of tools) ids.push(...(await insertTools(trx, [normalizeTool(item)], null, dayToIso(item.day))));
    for (const [index, { tool: pick, usefulness, usability, day: on, withdrawn }] of ratings.entries()) {
      const toolId = ids[pick % Math.max(1, ids.length)];
      if (toolId === undefined) break;
      const fields = { usefulness, usability, comment: null, reviewerName: null };
      await countScores(trx, toolId, { add: fields });
      await moveScores(trx, toolId, { add: fields });
      const created = await insertRating(trx, toolId, `voter-${index}`, fields, dayToIso(on));
      await countDay(trx, toolId, dayToIso(on), { add: fields });
      if (!withdrawn || !created) continue;
      await deleteRating(trx, created.id);
      await countScores(trx, toolId, { remove: fields });
      await countDay(trx, toolId, dayToIso(on), { remove: fields });
      await moveScores(trx, toolId, { remove: fields });
    }
    const trashed = ids.filter((_id, index) => tools[index]?.trashed);
    if (trashed.length > 0) await moveToTrash(trx, trashed, deed);
  });
}

interface Naive {
  row: ToolRow;
  ratings: RatingRow[];
  tags: string[];
  features: string[];
  count: number;
  avgUsefulness: number | null;
  avgUsability: number | null;
  avgCombined: number | null;
}

const mean = (values: number[]) => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length);

async function readNaively(): Promise<Naive[]> {
  const { db } = started.context.engine;
  const rows = await db.selectFrom('tools').selectAll().where('deleted_at', 'is', null).execute();
  const all = await db.selectFrom('ratings').selectAll().execute();
  return rows.map((row) => {
    const ratings = all.filter((item) => item.tool_id === row.id);
    const avgUsefulness = mean(ratings.map((item) => item.usefulness));
    const avgUsability = mean(ratings.map((item) => item.usability));
    const avgCombined = avgUsefulness === null ? null : (avgUsefulness + (avgUsability as number)) / 2;
    const texts = { tags: JSON.parse(row.tags), features: JSON.parse(row.features) };
    return { row, ratings, ...texts, count: ratings.length, avgUsefulness, avgUsability, avgCombined };
  });
}

const descending = (a: number | string, b: number | string) => (a < b ? 1 : a > b ? -1 : 0);
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const newest = (a: Naive, b: Naive) => descending(a.row.created_at, b.row.created_at) || descending(a.row.id, b.row.id);
const orUnrated = (value: number | null) => value ?? -1;

function bayesian(tools: Naive[]): (item: Naive) => number {
  const n = tools.reduce((sum, item) => sum + item.count, 0);
  const total = tools.reduce((sum, item) => sum + (item.avgCombined ?? 0) * item.count, 0);
  const prior = n < 10 ? 3 : total / n;
  return (item) => (item.count === 0 ? -1 : (prior * 5 + (item.avgCombined as number) * item.count) / (5 + item.count));
}

function naiveOrder(sort: Query['sort'], tools: Naive[]): (a: Naive, b: Naive) => number {
  const name = (a: Naive, b: Naive) => byCodePoint(a.row.name.toLowerCase(), b.row.name.toLowerCase());
  const score = bayesian(tools);
  const close = (a: number, b: number) => (Math.abs(a - b) < 1e-9 ? 0 : descending(a, b));
  switch (sort) {
    case 'top_rated':
      return (a, b) =>
        descending(orUnrated(a.avgCombined), orUnrated(b.avgCombined)) || descending(a.count, b.count) || newest(a, b);
    case 'bayesian':
      return (a, b) => close(score(a), score(b)) || descending(a.count, b.count) || newest(a, b);
    case 'most_reviewed':
      return (a, b) => descending(a.count, b.count) || newest(a, b);
    case 'name_asc':
      return (a, b) => name(a, b) || a.row.id - b.row.id;
    case 'name_desc':
      return (a, b) => name(b, a) || b.row.id - a.row.id;
    case 'recently_updated':
      return (a, b) => descending(a.row.updated_at, b.row.updated_at) || b.row.id - a.row.id;
    default:
      return newest;
  }
}

function naiveList(tools: Naive[], q: Query): number[] {
  const words = (q.search ?? '')
    .toLowerCase()
    .split(' ')
    .filter((text) => text !== '');
  const found = tools.filter(({ row, tags, features, avgCombined }) => {
    const texts = [row.name, row.description, row.category, ...tags, ...features].map((text) => text.toLowerCase());
    return (
      (q.category === undefined || row.category === q.category) &&
      words.every((text) => texts.some((candidate) => candidate.includes(text))) &&
      (q.tags ?? []).every((wanted) => tags.includes(wanted)) &&
      (q.features ?? []).every((wanted) => features.includes(wanted)) &&
      (!q.minRating || (avgCombined !== null && avgCombined >= q.minRating))
    );
  });
  const ordered = found.toSorted(naiveOrder(q.sort, tools)).map(({ row }) => row.id);
  return ordered.slice(q.offset ?? 0, (q.offset ?? 0) + (q.limit ?? ordered.length));
}

function toUrl(q: Query): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(q)) {
    // Repeating a parameter takes its values as they are; the empty one makes a single value with a comma possible.
    if (Array.isArray(value)) for (const item of [...value, '']) parameters.append(key, item);
    else parameters.append(key, String(value));
  }
  return `/tools?${parameters}`;
}

async function checkStatistics(tools: Naive[]): Promise<void> {
  const ratings = tools.flatMap((item) => item.ratings);
  const usefulness = mean(ratings.map((item) => item.usefulness));
  const usability = mean(ratings.map((item) => item.usability));
  const most = tools.filter((item) => item.count > 0).toSorted(naiveOrder('most_reviewed', tools))[0];
  const { body: summary } = await client.get<{ mostRatedTool?: ToolWithStats }>('/analytics/summary');
  expect({ ...summary, mostRatedTool: summary.mostRatedTool?.id }).toEqual({
    totalTools: tools.length,
    totalRatings: ratings.length,
    avgUsefulness: usefulness,
    avgUsability: usability,
    avgCombined: usefulness === null ? null : (usefulness + (usability as number)) / 2,
    categoriesCount: new Set(tools.map(({ row }) => row.category)).size,
    mostRatedTool: most?.row.id,
  });
  const categories = [...new Set(tools.map(({ row }) => row.category))].toSorted(byCodePoint);
  expect((await client.get('/categories')).body).toEqual(categories);
  for (const kind of ['tags', 'features'] as const) {
    const labels = new Set(tools.flatMap((item) => item[kind]));
    expect((await client.get(`/${kind}/all`)).body).toEqual([...labels].toSorted(byCodePoint));
  }
  expect((await client.get('/analytics/by-category')).body).toEqual(
    categories.map((name) => {
      const own = tools.filter(({ row }) => row.category === name);
      const votes = own.flatMap((item) => item.ratings);
      return {
        category: name,
        toolCount: own.length,
        totalRatings: votes.length,
        avgUsefulness: mean(votes.map((vote) => vote.usefulness)),
        avgUsability: mean(votes.map((vote) => vote.usability)),
      };
    }),
  );
  const buckets = (metric: 'usefulness' | 'usability', votes: RatingRow[]) =>
    [1, 2, 3, 4, 5].map((level) => ({ score: level, count: votes.filter((vote) => vote[metric] === level).length }));
  const { body: all } = await client.get<RatingDistribution>('/analytics/rating-distribution');
  expect(all).toEqual({ usefulness: buckets('usefulness', ratings), usability: buckets('usability', ratings) });
}

/** All tools in every order, read in parts of two. */
async function checkParts(tools: Naive[]): Promise<void> {
  const { reader } = started.context.engine;
  const prior = await getPrior(reader, true, 5);
  for (const sort of ['newest', 'top_rated', 'most_reviewed', 'name_asc', 'name_desc', 'recently_updated'] as const) {
    const ids: number[] = [];
    const selection = await planSelection(reader, {});
    for await (const part of pageTools(reader, selection, { sort, prior, parts: { first: 2, next: 2 } }))
      ids.push(...part.map(({ id }) => id));
    expect(ids, sort).toEqual(naiveList(tools, { sort }));
  }
}

async function checkTopTools(tools: Naive[]): Promise<void> {
  const { body: top } = await client.get<TopToolEntry[]>('/analytics/top-tools?metric=usability&limit=3');
  const best = tools
    .filter((item) => item.count > 0)
    .toSorted(
      (a, b) =>
        descending(a.avgUsability as number, b.avgUsability as number) || descending(a.count, b.count) || newest(a, b),
    )
    .slice(0, 3);
  expect(top.map((entry) => [entry.tool.id, entry.score, entry.ratingCount])).toEqual(
    best.map((item) => [item.row.id, item.avgUsability, item.count]),
  );
}

async function checkOneTool({ row, ratings, count, avgUsefulness, avgUsability, avgCombined }: Naive): Promise<void> {
  const { body } = await client.get(`/tools/${row.id}`);
  expect(body).toMatchObject({ id: row.id, ratingCount: count, avgUsefulness, avgUsability, avgCombined });
  const days = [...new Set(ratings.map((item) => item.created_at.slice(0, 10)))].toSorted(byCodePoint);
  const { body: history } = await client.get<RatingHistoryItem[]>(`/tools/${row.id}/rating-history`);
  expect(history).toEqual(
    days.map((date) => {
      const own = ratings.filter((item) => item.created_at.startsWith(date));
      const usefulness = mean(own.map((item) => item.usefulness)) as number;
      const usability = mean(own.map((item) => item.usability)) as number;
      return {
        date: `${date}T00:00:00.000Z`,
        usefulness,
        usability,
        combined: (usefulness + usability) / 2,
        count: own.length,
      };
    }),
  );
}

test(
  'lists, filters, sorts, statistics, distribution and history equal a naive reading of the rows',
  { timeout: 30 * 60_000 },
  async () => {
    const queries = fc.array(query, { minLength: QUERIES_PER_RUN, maxLength: QUERIES_PER_RUN });
    await fc.assert(
      fc.asyncProperty(catalogue, queries, async (content, asked) => {
        await write(content);
        const tools = await readNaively();
        for (const q of asked) {
          const { status, body, text, headers } = await client.get<ToolWithStats[]>(toUrl(q));
          expect(status, text).toBe(200);
          expect(
            body.map(({ id }) => id),
            JSON.stringify(q),
          ).toEqual(naiveList(tools, q));
          const all = naiveList(tools, { ...q, limit: undefined, offset: undefined }).length;
          if ('limit' in q || 'offset' in q) expect(headers['x-total-count'], JSON.stringify(q)).toBe(String(all));
        }
        await checkStatistics(tools);
        await checkTopTools(tools);
        await checkParts(tools);
        for (const item of tools) await checkOneTool(item);
      }),
      { numRuns: RUNS },
    );
  },
);
