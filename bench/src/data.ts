// A catalogue to measure on: the same tools and ratings at every run, written straight into a database.
import type { Config } from '../../server/src/config.ts';
import { type Engine, migrate, openDatabase } from '../../server/src/database/index.ts';
import { labelsHash, textHash } from '../../server/src/features/tools/labels.ts';
import { foldCase, searchText } from '../../server/src/features/tools/rules.ts';

/** Mulberry32: small, fast, and the same numbers everywhere. Returns numbers from 0 up to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const CATEGORIES = 40;
const TAGS = 300;
const words =
  'fast open cloud data team secure simple mobile server client chart mail file note task test build log map graph'.split(
    ' ',
  );
const START = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 3_600_000;
const DAYS = 700;

const iso = (ms: number) => new Date(ms).toISOString();

function createTool(id: number, random: () => number) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const tags = [...new Set(Array.from({ length: 4 }, () => `tag-${Math.floor(random() ** 2 * TAGS)}`))];
  const features = [...new Set(Array.from({ length: 3 }, () => `feature-${Math.floor(random() * 80)}`))];
  const fields = {
    name: `${pick(words)} ${pick(words)} ${id}`,
    description: Array.from({ length: 18 }, () => pick(words)).join(' '),
    category: `Category ${Math.floor(random() * CATEGORIES)}`,
    websiteUrl: `https://tool-${id}.example.org/`,
    iconUrl: null,
    tags,
    features,
  };
  const at = iso(START + Math.floor(random() * DAYS) * DAY_MS + id);
  const row = {
    id,
    name: fields.name,
    name_key: foldCase(fields.name),
    description: fields.description,
    category: fields.category,
    website_url: fields.websiteUrl,
    icon_url: null,
    features: JSON.stringify(features),
    tags: JSON.stringify(tags),
    search_text: searchText(fields),
    labels_hash: labelsHash(fields),
    text_hash: textHash(fields),
    created_by_id: null,
    created_at: at,
    updated_at: at,
  };
  return { row, tags, features, quality: 1.5 + random() * 3, popularity: random() ** 3 };
}

function createRatings(tools: ReturnType<typeof createTool>[], count: number, random: () => number) {
  const weight = tools.reduce((sum, tool) => sum + tool.popularity, 0);
  const ratings = [];
  let voter = 0;
  for (const { row, quality, popularity } of tools) {
    const own = Math.round((popularity / weight) * count);
    for (let i = 0; i < own && ratings.length < count; i += 1) {
      const score = () => Math.min(5, Math.max(1, Math.round(quality + (random() - 0.5) * 3)));
      const at = START + Math.floor(random() * DAYS) * DAY_MS + voter;
      voter += 1;
      const scores = { usefulness: score(), usability: score() };
      ratings.push({
        tool_id: row.id,
        voter: `voter-${voter}`,
        ...scores,
        comment: null,
        reviewer_name: null,
        created_at: iso(at),
      });
    }
  }
  return ratings;
}

type RatingRow = ReturnType<typeof createRatings>[number];

function countRatings(ratings: RatingRow[]) {
  const counters = new Map<number, Record<string, number>>();
  const days = new Map<
    string,
    { tool_id: number; day: string; rating_count: number; sum_usefulness: number; sum_usability: number }
  >();
  for (const { tool_id, usefulness, usability, created_at } of ratings) {
    const counter = counters.get(tool_id) ?? {};
    counters.set(tool_id, counter);
    for (const column of [`usefulness_${usefulness}`, `usability_${usability}`])
      counter[column] = (counter[column] ?? 0) + 1;
    const day = created_at.slice(0, 10);
    const key = `${tool_id} ${day}`;
    const total = days.get(key) ?? { tool_id, day, rating_count: 0, sum_usefulness: 0, sum_usability: 0 };
    days.set(key, total);
    total.rating_count += 1;
    total.sum_usefulness += usefulness;
    total.sum_usability += usability;
  }
  return { counters, days: [...days.values()] };
}

async function inBatches<T>(rows: T[], size: number, write: (batch: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += size) await write(rows.slice(start, start + size));
}

async function write(engine: Engine, toolCount: number, ratingCount: number): Promise<void> {
  const random = createRandom(42);
  const tools = Array.from({ length: toolCount }, (_, index) => createTool(index + 1, random));
  const ratings = createRatings(tools, ratingCount, random);
  const { counters, days } = countRatings(ratings);
  const labels = tools.flatMap(({ row, tags, features }) => [
    ...tags.map((label) => ({ tool_id: row.id, kind: 'tag' as const, label })),
    ...features.map((label) => ({ tool_id: row.id, kind: 'feature' as const, label })),
  ]);
  await engine.db.transaction().execute(async (trx) => {
    for (const { row } of tools)
      await trx
        .insertInto('tools')
        .values({ ...row, ...counters.get(row.id) })
        .execute();
    await inBatches(labels, 1000, (batch) => trx.insertInto('tool_labels').values(batch).execute());
    await inBatches(ratings, 1000, (batch) => trx.insertInto('ratings').values(batch).execute());
    await inBatches(days, 1000, (batch) => trx.insertInto('rating_days').values(batch).execute());
  });
}

/** Fills the (empty) database of that configuration with so many tools and about so many ratings. */
export async function createCatalogue(config: Config, tools: number, ratings: number): Promise<void> {
  const engine = openDatabase(config, (error) => {
    throw error;
  });
  await migrate(engine);
  await write(engine, tools, ratings);
  await engine.close();
}
