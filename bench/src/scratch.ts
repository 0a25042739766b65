// A place for one run: a folder of its own for SQLite, or a database of its own on the PostgreSQL that TEST_DATABASE_URL
// names. Both are gone afterwards.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openPostgres } from '../../server/src/database/postgres.ts';

async function administer(server: string, statement: string): Promise<void> {
  const engine = openPostgres({ url: server, poolSize: 1 }, console.error);
  await sql.raw(statement).execute(engine.db);
  await engine.close();
}

/** Does `work` with the environment that names the place, on the engine that the environment asks for. */
export async function withScratch(work: (environment: Record<string, string>) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscore-bench-'));
  const server = process.env.TEST_DATABASE_URL;
  const name = `toolscore_bench_${randomBytes(6).toString('hex')}`;
  const environment: Record<string, string> = { DATA_DIR: folder };
  if (server) {
    await administer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    environment.DATABASE_URL = url.href;
  }
  try {
    await work(environment);
  } finally {
    if (server) await administer(server, `drop database ${name} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }
}
