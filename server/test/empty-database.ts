// Databases that nothing has migrated yet, of the engine under test.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type AtEnd, newFolder } from './service.ts';

/** The environment of a service on a new and empty database. */
export async function emptyDatabase(atEnd?: AtEnd): Promise<Record<string, string>> {
  const environment = { DATA_DIR: newFolder(atEnd) };
  const postgres = inject('postgres');
  if (!postgres) return environment;
  // Dropped with all others of this prefix at the end of the run.
  const name = `${postgres.prefix}_${randomBytes(6).toString('hex')}`;
  const client = new Client(postgres.server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgres.server);
  url.pathname = `/${name}`;
  return { ...environment, DATABASE_URL: url.href };
}
