// On PostgreSQL: one migrated template database per run, which each test file copies. Nothing to do on SQLite.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/database/index.ts';
import { openPostgres } from '../src/database/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { server: string; prefix: string } | null;
  }
}

async function administer(server: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.TEST_ENGINE === 'postgres' ? process.env.TEST_DATABASE_URL : undefined;
  project.provide('postgres', null);
  if (!server) return undefined;
  const prefix = `toolscore_test_${randomBytes(6).toString('hex')}`;
  project.provide('postgres', { server, prefix });
  await administer(server, async (client) => {
    await client.query(`create database ${prefix}_template`);
  });
  const url = new URL(server);
  url.pathname = `/${prefix}_template`;
  const engine = openPostgres({ url: url.href, poolSize: 2 }, () => undefined);
  await migrate(engine);
  await engine.close();
  return async () => {
    await administer(server, async (client) => {
      const { rows } = await client.query(`select datname from pg_database where datname like '${prefix}%'`);
      for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    });
  };
}
