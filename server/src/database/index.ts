// Opens the configured database and brings its schema up to date. What differs between the engines is an `Engine`.
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ColumnDefinitionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Config } from '../config.ts';
import { migrations } from './migrations/index.ts';
import { outageOf } from './outages.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import type { Stopwatch } from './spent.ts';
import { openSqlite } from './sqlite.ts';

export type Db = Kysely<Tables> | Transaction<Tables>;
type ColumnType = Parameters<ReturnType<Kysely<Tables>['schema']['createTable']>['addColumn']>[1];

export interface Engine {
  kind: 'sqlite' | 'postgres';
  /** Type of a timestamp column. */
  timestamp: ColumnType;
  /** Type of an identifier column, and what makes the database number it (never reusing a number). */
  id: ColumnType;
  generateId: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  /** What ends the definition of a table that is found by its key alone: SQLite then writes one tree for it, not two. */
  keyed: string;
  /** Text that sorts by code point. */
  text: ColumnType;
  /** How an index says that nulls come after a descending order; SQLite does so without being told. */
  nullsLast: string;
  /** Whether a transaction that failed with this error changed nothing and may run again. */
  isTransient: (error: unknown) => boolean;
  /** The connection (pool) for everything that writes, and for reads that must see an open transaction. */
  db: Kysely<Tables>;
  /** For reads outside transactions: they never wait for a writer. */
  reader: Kysely<Tables>;
  /** For public reads of callers without a session, one statement at a time: what they see may lag behind where there is a replica. */
  publicReader: Kysely<Tables>;
  /** Runs work in one transaction, all of it or nothing. Use `inTransaction`, which also tries again and counts. */
  transaction: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>;
  /** For how many milliseconds the first of the transactions that have not begun has waited; 0 when none does. */
  waited: () => number;
  /** Has the planner learn how much there is now, after many tools have come at once; SQLite's does without. */
  analyzeTools: () => Promise<void>;
  /** Runs work that takes as long as it takes, such as a migration. */
  withoutLimits: <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>;
  /** Measures how long requests wait for the database. */
  stopwatch: Stopwatch;
  /** The connections to PostgreSQL at this moment, and how many wait for one; none on SQLite. */
  pools: () => { pool: 'primary' | 'replica'; total: number; idle: number; waiting: number }[];
  /** Transactions that this process has committed: what public answers are kept by. */
  writes: number;
  close: () => Promise<void>;
}

export const sqliteFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'toolscore.sqlite');

/**
 * Opens the database that the configuration names; nothing is read or written yet. `shared`: beside a service that may have
 * the SQLite file open.
 * @throws InUseError when another process serves the SQLite file, unless `shared`
 */
export function openDatabase(
  config: Config,
  onError: (error: Error) => void,
  options: { shared?: boolean } = {},
): Engine {
  if (config.databaseUrl === null) return openSqlite(sqliteFile(config), options);
  const { databaseUrl: url, databasePoolSize: poolSize, databaseReplicaUrl: replicaUrl } = config;
  return openPostgres({ url, poolSize, replicaUrl }, onError);
}

const RETRY_MS = 1000;

/**
 * Waits for a database that cannot be reached yet, as when both start together; `onWait` is told why, once per reason.
 * @throws what is wrong with it after that many seconds, or at once when waiting will not help
 */
export async function waitForDatabase(
  { db }: Engine,
  seconds: number,
  onWait: (reason: string) => void,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  for (let told = ''; ;) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (!outageOf(error)?.unreachable || performance.now() + RETRY_MS > deadline) throw error;
      const { message, code } = error as NodeJS.ErrnoException;
      const reason = message || String(code);
      if (reason !== told) onWait(reason);
      told = reason;
      await setTimeout(RETRY_MS);
    }
  }
}

const MIGRATION_ATTEMPTS = 20;

/** PostgreSQL's words for "somebody else has just made this table", and for a transaction in which that happened. */
const collisions = new Set(['23505', '42P07', '42710', '25P02']);

/** Kysely's words for a database that has a migration which this version does not know. */
const unknownMigration = /previously executed migration (\S+) is missing/;

function explain(error: unknown): unknown {
  const name = unknownMigration.exec(String(error))?.[1];
  if (name === undefined) return error;
  return new Error(`The database was made by a later version (it has ${name}): start that one, or restore a backup`);
}

/**
 * Applies the migrations that are still missing, all or none. Any number of instances may do so at once: they queue for
 * the lock row, and those that collide while making the very first tables try again.
 */
export async function migrate(engine: Engine): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await engine.withoutLimits((db) =>
        db.transaction().execute(async (trx) => {
          const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => migrations(engine) } });
          const { error } = await migrator.migrateToLatest();
          if (error) throw explain(error);
        }),
      );
      return;
    } catch (error) {
      const collided = collisions.has(String(Reflect.get(Object(error), 'code'))) || engine.isTransient(error);
      if (!collided || attempt === MIGRATION_ATTEMPTS) throw error;
      await setTimeout(50 * attempt);
    }
  }
}

const TRANSACTION_ATTEMPTS = 5;

/** Runs `work` in one transaction; again from the start when the database says that it lost a race with another one. */
export async function inTransaction<T>(engine: Engine, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await engine.stopwatch.transaction(() => engine.transaction(work));
      engine.writes += 1;
      return result;
    } catch (error) {
      if (attempt === TRANSACTION_ATTEMPTS || !engine.isTransient(error)) throw error;
    }
  }
}
