// `node bench/src/scale.ts FOLDER` or `… postgres://user@host/name`: every public read with 100,000 tools and 5,000,000 ratings
// (SQLite) or 1,000,000 and 10,000,000 (PostgreSQL), against its own time with 5,000 tools and 200,000 ratings. Catalogues that
// are not there are made, which takes minutes, and kept: FOLDER/small and FOLDER/large, or databases name_small and name_large. A second argument
// measures only the reads whose names contain it.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadConfig } from '../../server/src/config.ts';
import { openPostgres } from '../../server/src/database/postgres.ts';
import { createCatalogue } from './data.ts';
import { type Running, startService } from './process.ts';
import { publicReads } from './reads.ts';

const SMALL = { tools: 5000, ratings: 200_000 };
const LARGE = {
  sqlite: { tools: 100_000, ratings: 5_000_000 },
  postgres: { tools: 1_000_000, ratings: 10_000_000 },
};
const AIM = 3;
/** Below this, in milliseconds, a difference is noise. */
const NOISE_MS = 1;
const ROUNDS = 15;
const MOST_MS_PER_READ = 3000;

type Size = typeof SMALL;
type Environment = Record<string, string>;

/** Makes the catalogue unless it is there; the environment of a service on it. */
async function sqliteCatalogue(folder: string, size: Size): Promise<Environment> {
  const isThere = existsSync(folder);
  mkdirSync(folder, { recursive: true });
  if (!isThere) await createCatalogue(loadConfig({ DATA_DIR: folder }), size.tools, size.ratings);
  return { DATA_DIR: folder };
}

async function postgresCatalogue(url: string, dataDir: string, size: Size): Promise<Environment> {
  const environment = { DATABASE_URL: url, DATA_DIR: dataDir };
  const server = new URL(url);
  const name = server.pathname.slice(1);
  server.pathname = '/postgres';
  const engine = openPostgres({ url: server.href, poolSize: 1 }, console.error);
  const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(engine.db);
  if (rows.length === 0) {
    await sql.raw(`create database ${name}`).execute(engine.db);
    await createCatalogue(loadConfig(environment), size.tools, size.ratings);
  }
  await engine.close();
  return environment;
}

let asked = 0;

/** Milliseconds until the whole answer is there, made anew for this question. */
async function timeOf(service: Running, path: string): Promise<number> {
  asked += 1;
  const began = performance.now();
  const response = await fetch(`${service.url}${path}${path.includes('?') ? '&' : '?'}asked=${asked}`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - began;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

async function compare(small: Running, large: Running, path: string): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  await timeOf(small, path);
  await timeOf(large, path);
  const end = performance.now() + MOST_MS_PER_READ;
  for (let round = 0; round < ROUNDS && (round < 3 || performance.now() < end); round += 1) {
    times[0].push(await timeOf(small, path));
    times[1].push(await timeOf(large, path));
  }
  return [median(times[0]), median(times[1])];
}

async function measure(small: Running, large: Running): Promise<void> {
  const lines = [];
  for (const [what, path] of Object.entries(publicReads)) {
    if (!what.includes(part)) continue;
    const [few, many] = await compare(small, large, path);
    const ratio = many / few;
    const within = ratio <= AIM || many - few < NOISE_MS;
    lines.push({
      read: what,
      'small ms': few.toFixed(1),
      'large ms': many.toFixed(1),
      ratio: Number(ratio.toFixed(1)),
      within,
    });
    console.log(`${within ? 'ok  ' : 'over'} ${what}: ${few.toFixed(1)} → ${many.toFixed(1)} ms, ${ratio.toFixed(1)}`);
  }
  console.log(`${lines.filter(({ within }) => within).length} of ${lines.length} reads within ${AIM} times`);
}

const [target = '', part = ''] = process.argv.slice(2);
if (target === '') throw new Error('name a folder, or the URL of a PostgreSQL');
const folder = mkdtempSync(join(tmpdir(), 'toolscore-bench-'));
try {
  const isPostgres = target.startsWith('postgres');
  const place = (size: 'small' | 'large') =>
    isPostgres
      ? postgresCatalogue(`${target}_${size}`, folder, size === 'small' ? SMALL : LARGE.postgres)
      : sqliteCatalogue(join(target, size), size === 'small' ? SMALL : LARGE.sqlite);
  const environments = [await place('small'), await place('large')] as const;
  const small = await startService(3906, environments[0]);
  const large = await startService(3907, environments[1]);
  await measure(small, large);
  await Promise.all([small.stop(), large.stop()]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
