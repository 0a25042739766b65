// `npm run bench`: how fast the service answers, as ratios to baselines measured in the same run, because machines differ
// and are noisy. Every pair is measured in turns, and the median of the turns counts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import autocannon from 'autocannon';
import { loadConfig } from '../../server/src/config.ts';
import { createCatalogue } from './data.ts';
import { startBare, startService } from './process.ts';
import { ratePerSecond } from './ratings.ts';

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

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
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

/** The service against a bare server that sends the same bytes. */
async function compareRead(what: string, service: string, path: string, min: number | undefined): Promise<void> {
  const file = join(folder, 'body.json');
  writeFileSync(file, Buffer.from(await (await fetch(service + path)).arrayBuffer()));
  const bare = await startBare(3902, file);
  const [ours, theirs] = await inTurns(
    () => requestsPerSecond(service + path),
    () => requestsPerSecond(bare.url),
  );
  await bare.stop();
  report(what, ours, theirs, { min }, 'req/s');
}

/** One insert per commit with synchronous=FULL, for as long as a turn takes. */
async function bareCommits(): Promise<number> {
  const database = new DatabaseSync(join(folder, 'commits.sqlite'));
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table if not exists r (id integer primary key, a, b, c)',
  );
  const insert = database.prepare('insert into r (a, b, c) values (?, ?, ?)');
  const end = performance.now() + SECONDS * 1000;
  let commits = 0;
  while (performance.now() < end) {
    database.exec('begin');
    insert.run(commits, 'voter', 5);
    database.exec('commit');
    commits += 1;
  }
  database.close();
  return commits / SECONDS;
}

const dataDir = (name: string) => join(folder, name);

try {
  console.log(`making ${TOOLS} tools with ${RATINGS} and with ${FEW_RATINGS} ratings …`);
  await createCatalogue(loadConfig({ DATA_DIR: dataDir('many') }), TOOLS, RATINGS);
  await createCatalogue(loadConfig({ DATA_DIR: dataDir('few') }), TOOLS, FEW_RATINGS);
  await (await startService(3900, { DATA_DIR: dataDir('many') })).stop();

  const many = await startService(3900, { DATA_DIR: dataDir('many') });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  report('start to the first 200, existing file', many.startMs, 1000, { max: 1 }, 'ms');
  report('idle memory', many.memory(), 150, { max: 1 }, 'MB');

  await compareRead('GET one tool', many.url, '/api/tools/1234', 0.4);
  await compareRead(
    'GET page of 50 by category, top rated',
    many.url,
    '/api/tools?category=Category%207&sort=top_rated&limit=50',
    0.3,
  );
  await compareRead('GET search, page of 50', many.url, '/api/tools?search=graph%20secure&limit=50', undefined);
  await compareRead('GET all tools', many.url, '/api/tools', undefined);
  await compareRead('GET analytics summary', many.url, '/api/analytics/summary', undefined);

  const few = await startService(3901, { DATA_DIR: dataDir('few') });
  const summary = '/api/analytics/summary';
  const [withMany, withFew] = await inTurns(
    () => requestsPerSecond(many.url + summary),
    () => requestsPerSecond(few.url + summary),
  );
  report('analytics summary, time with 100 times the ratings', withFew, withMany, { max: 1.3 }, 'req/s');
  await few.stop();

  for (const clients of [1, 8]) {
    const [ours, theirs] = await inTurns(() => ratePerSecond(many.url, clients, SECONDS), bareCommits);
    report(
      `POST rating, ${clients} client${clients > 1 ? 's' : ''}, against bare commits`,
      ours,
      theirs,
      { min: 0.5 },
      '/s',
    );
  }
  await many.stop();
  console.table(lines);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
