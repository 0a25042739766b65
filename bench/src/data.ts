// A catalogue to measure on: the same tools and ratings at every run, made tool by tool, so that its size is bounded by the
// disk and not by memory.
import { listTotalDifferences, repairTotals } from '../../server/src/cli/totals.ts';
import type { Config } from '../../server/src/config.ts';
import { migrate, openDatabase } from '../../server/src/database/index.ts';
import { labelsHash, textHash } from '../../server/src/features/tools/labels.ts';
import { foldCase, searchText } from '../../server/src/features/tools/rules.ts';
import { openLoader, type Row } from './load.ts';

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
const FEATURES = 80;
const words =
  'fast open cloud data team secure simple mobile server client chart mail file note task test build log map graph'.split(
    ' ',
  );
const START = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 3_600_000;
const DAYS = 700;
const levels = [1, 2, 3, 4, 5];

const iso = (ms: number) => new Date(ms).toISOString();

function createTool(id: number, random: () => number) {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const tags = [...new Set(Array.from({ length: 4 }, () => `tag-${Math.floor(random() ** 2 * TAGS)}`))];
  const features = [...new Set(Array.from({ length: 3 }, () => `feature-${Math.floor(random() * FEATURES)}`))];
  const fields = {
    name: `${pick(words)} ${pick(words)} ${id}`,
    description: Array.from({ length: 18 }, () => pick(words)).join(' '),
    category: `Category ${Math.floor(random() * CATEGORIES)}`,
    websiteUrl: `https://tool-${id}.example.org/`,
    iconUrl: null,
    tags,
    features,
  };
  const at = iso(START + Math.floor(random() * DAYS) * DAY_MS + (id % DAY_MS));
  const row: Row = {
    id,
    name: fields.name,
    name_key: foldCase(fields.name),
    description: fields.description,
    category: fields.category,
    website_url: fields.websiteUrl,
    features: JSON.stringify(features),
    tags: JSON.stringify(tags),
    labels_hash: labelsHash(fields),
    text_hash: textHash(fields),
    created_at: at,
    updated_at: at,
  };
  for (const level of levels) row[`usefulness_${level}`] = row[`usability_${level}`] = 0;
  const labels = [
    ...tags.map((label) => ({ tool_id: id, kind: 'tag', label })),
    ...features.map((label) => ({ tool_id: id, kind: 'feature', label })),
  ];
  return { row, labels, search: { rowid: id, search_text: searchText(fields) } };
}

/** Ratings of one tool and what they add up to by day; counts them in the tool's row. */
function createRatings(tool: Row, count: number, firstVoter: number, random: () => number) {
  const quality = 1.5 + random() * 3;
  const score = () => Math.min(5, Math.max(1, Math.round(quality + (random() - 0.5) * 3)));
  const add = (row: Row, column: string, by: number) => (row[column] = Number(row[column] ?? 0) + by);
  const days = new Map<string, Row>();
  const ratings: Row[] = [];
  for (let voter = firstVoter; voter < firstVoter + count; voter += 1) {
    const [usefulness, usability] = [score(), score()];
    const createdAt = iso(START + Math.floor(random() * DAYS) * DAY_MS + (voter % DAY_MS));
    ratings.push({ tool_id: tool.id ?? 0, voter: `voter-${voter}`, usefulness, usability, created_at: createdAt });
    add(tool, `usefulness_${usefulness}`, 1);
    add(tool, `usability_${usability}`, 1);
    const day = createdAt.slice(0, 10);
    const totals = days.get(day) ?? { tool_id: tool.id ?? 0, day };
    days.set(day, totals);
    add(totals, 'rating_count', 1);
    add(totals, 'sum_usefulness', usefulness);
    add(totals, 'sum_usability', usability);
  }
  return { ratings, days: [...days.values()] };
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** Between 0 and 1, few of them large; their mean is a quarter, so the ratings of each tool are known without the others. */
const popularity = (id: number) => ((id * GOLDEN) % 1) ** 3;
const MEAN_POPULARITY = 1 / 4;

/** Fills the (empty) database of that configuration with so many tools and about so many ratings. */
export async function createCatalogue(config: Config, tools: number, ratings: number): Promise<void> {
  const engine = openDatabase(config, (error) => {
    throw error;
  });
  await migrate(engine);
  const loader = await openLoader(config, engine);
  const random = createRandom(42);
  const perPopularity = ratings / (tools * MEAN_POPULARITY);
  let due = 0;
  let made = 0;
  for (let id = 1; id <= tools; id += 1) {
    const { row, labels, search } = createTool(id, random);
    due += popularity(id) * perPopularity;
    const own = createRatings(row, Math.round(due) - made, made, random);
    made = Math.round(due);
    await loader.add({
      tools: [row],
      tool_search: [search],
      tool_labels: labels,
      ratings: own.ratings,
      rating_days: own.days,
    });
  }
  await loader.close();
  await repairTotals(engine.db, await listTotalDifferences(engine.db));
  await engine.close();
}
