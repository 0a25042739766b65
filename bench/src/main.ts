// `npm run bench`: how fast the service answers, as ratios to baselines measured in the same run, because machines differ
// and are noisy. Every pair is measured in turns, and the median of the turns counts. With TEST_DATABASE_URL (and
// pgbench on the PATH) ratings are measured on PostgreSQL too.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { loadConfig } from '../../server/src/config.ts';
import { type Answer, recordAnswer } from './answer.ts';
import { pgbenchRatings, rowCommits, sqliteRatings } from './commits.ts';
import { createCatalogue } from './data.ts';
import { startBare, startService } from './process.ts';
import { ratePerSecond } from './ratings.ts';
import { withScratch } from './scratch.ts';

const TOOLS = 5000;
const RATINGS = 200_000;
const FEW_RATINGS = 2000;
const TURNS = 5;
const SECONDS = 2;
const CONNECTIONS = 10;

const folder = mkdtempSync(join(tmpdir(), 'toolscore-bench-'));
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

interface Line {
  what: string;
  service: string;
  baseline: string;
  ratio: number;
  aim: string;
  met: boolean;
}
const lines: Line[] = [];

function report(
  what: string,
  service: number,
  baseline: number,
  aim: { min?: number; max?: number },
  unit: string,
): void {
  const ratio = service / baseline;
  const met = ratio >= (aim.min ?? 0) && ratio <= (aim.max ?? Infinity);
  const text = aim.min === undefined ? (aim.max === undefined ? '' : `≤ ${aim.max}`) : `≥ ${aim.min}`;
  const round = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
  lines.push({
    what,
    service: round(service),
    baseline: round(baseline),
    ratio: Number(ratio.toFixed(2)),
    aim: text,
    met,
  });
  console.log(`${what}: ${ratio.toFixed(2)} ${text}`);
}

async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  const unchanged = result['3xx'];
  if ('if-none-match' in headers && unchanged > 0 && unchanged === result.non2xx && result.errors === 0)
    return result.requests.average;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return result.requests.average;
}

async function inTurns(first: () => Promise<number>, second: () => Promise<number>): Promise<[number, number]> {
  const values: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    values[0].push(await first());
    values[1].push(await second());
  }
  return [median(values[0]), median(values[1])];
}

/** Has an answer of the service sent by a bare server, and measures both. */
async function compareAnswer(
  what: string,
  url: string,
  answer: Answer,
  min: number | undefined,
  headers: Record<string, string> = {},
): Promise<void> {
  const file = join(folder, 'answer.json');
  writeFileSync(file, JSON.stringify(answer));
  const bare = await startBare(3902, file);
  const [ours, theirs] = await inTurns(
    () => requestsPerSecond(url, headers),
    () => requestsPerSecond(bare.url, headers),
  );
  await bare.stop();
  report(what, ours, theirs, { min }, 'req/s');
}

const compareRead = async (what: string, url: string, min?: number) =>
  compareAnswer(what, url, await recordAnswer(url), min);

/** Also against a server that names no more than the type and the length, or the ETag. */
async function compareTool(url: string): Promise<void> {
  const answer = await recordAnswer(url);
  const pick = (headers: string[], ...names: string[]) =>
    names.flatMap((name) => [name, headers[headers.indexOf(name) + 1] as string]);
  const { headers, unchangedHeaders } = answer;
  const bareOf = {
    ...answer,
    headers: pick(headers, 'content-type', 'content-length'),
    unchangedHeaders: pick(unchangedHeaders, 'etag'),
  };
  const [, etag = ''] = pick(headers, 'etag');
  const having = { 'if-none-match': etag };
  await compareAnswer('GET one tool', url, answer, 0.7);
  await compareAnswer('304 for one tool', url, answer, 0.8, having);
  await compareAnswer('GET one tool, against its body with two headers', url, bareOf, undefined);
  await compareAnswer('304 for one tool, against one header', url, bareOf, undefined, having);
}

/** Ratings over HTTP against the bare statements, and against commits of one row. */
async function compareSqliteRatings(service: string, copy: string): Promise<void> {
  const bare = async () => sqliteRatings(join(copy, 'toolscore.sqlite'), TOOLS, SECONDS);
  const rows = async () => rowCommits(folder, SECONDS);
  const [one, bareOne] = await inTurns(() => ratePerSecond(service, 1, SECONDS), bare);
  report('POST rating, 1 client, against its bare statements', one, bareOne, { min: 0.7 }, '/s');
  const [single, rowOne] = await inTurns(() => ratePerSecond(service, 1, SECONDS), rows);
  report('POST rating, 1 client, against commits of one row', single, rowOne, { min: 0.7 }, '/s');
  for (const clients of [8, 32]) {
    const [ours, theirs] = await inTurns(() => ratePerSecond(service, clients, SECONDS), bare);
    report(`POST rating, ${clients} clients, against bare statements one by one`, ours, theirs, { min: 1 }, '/s');
  }
  const [many, rowMany] = await inTurns(() => ratePerSecond(service, 32, SECONDS), rows);
  report('POST rating, 32 clients, against commits of one row', many, rowMany, { min: 1 }, '/s');
}

async function comparePostgresRatings(environment: Record<string, string>): Promise<void> {
  await createCatalogue(loadConfig(environment), TOOLS, RATINGS);
  const service = await startService(3900, { ...environment, ANONYMOUS_VOTE_LIMIT: UNLIMITED });
  for (const clients of [1, 8, 32]) {
    const [ours, theirs] = await inTurns(
      () => ratePerSecond(service.url, clients, SECONDS),
      async () => pgbenchRatings(environment.DATABASE_URL as string, TOOLS, clients, SECONDS, folder),
    );
    report(`POST rating on PostgreSQL, ${clients} clients, against pgbench`, ours, theirs, { min: 0.7 }, '/s');
  }
  await service.stop();
}

const dataDir = (name: string) => join(folder, name);
/** So many that it counts every vote and refuses none. */
const UNLIMITED = '1000000000';

try {
  console.log(`making ${TOOLS} tools with ${RATINGS} and with ${FEW_RATINGS} ratings …`);
  await createCatalogue(loadConfig({ DATA_DIR: dataDir('many') }), TOOLS, RATINGS);
  await createCatalogue(loadConfig({ DATA_DIR: dataDir('few') }), TOOLS, FEW_RATINGS);
  await (await startService(3900, { DATA_DIR: dataDir('many') })).stop();

  cpSync(dataDir('many'), dataDir('copy'), { recursive: true });
  const many = await startService(3900, { DATA_DIR: dataDir('many'), ANONYMOUS_VOTE_LIMIT: UNLIMITED });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  report('start to the first 200, existing file', many.startMs, 1000, { max: 1 }, 'ms');
  report('idle memory', many.memory(), 150, { max: 1 }, 'MB');

  const tools = `${many.url}/api/tools`;
  await compareTool(`${tools}/1234`);
  await compareRead(
    'GET page of 50 by category, top rated',
    `${tools}?category=Category%207&sort=top_rated&limit=50`,
    0.6,
  );
  await compareRead('GET search, page of 50', `${tools}?search=graph%20secure&limit=50`);
  await compareRead('GET all tools', tools, 0.5);
  await compareRead('GET analytics summary', `${many.url}/api/analytics/summary`);

  const few = await startService(3901, { DATA_DIR: dataDir('few') });
  const summary = '/api/analytics/summary';
  const [withMany, withFew] = await inTurns(
    () => requestsPerSecond(many.url + summary),
    () => requestsPerSecond(few.url + summary),
  );
  report('analytics summary, time with 100 times the ratings', withFew, withMany, { max: 1.3 }, 'req/s');
  await few.stop();

  await compareSqliteRatings(many.url, dataDir('copy'));
  await many.stop();
  if (process.env.TEST_DATABASE_URL) await withScratch(comparePostgresRatings);
  else console.log('TEST_DATABASE_URL is not set: ratings on PostgreSQL were not measured');
  console.table(lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
