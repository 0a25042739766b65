// PostgreSQL: a pool, many instances. Everything that only PostgreSQL needs is here, and in replica.ts.
import type { Socket } from 'node:net';
import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { Client, Pool, type PoolClient, type PoolConfig, types as pgTypes } from 'pg';
import type { Engine } from './index.ts';
import { Places } from './places.ts';
import { statementName } from './prepared.ts';
import { withFallback } from './replica.ts';
import type { Tables } from './schema.ts';
import { createStopwatch, type Stopwatch } from './spent.ts';

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;
const STATEMENT_TIMEOUT_MS = 60_000;
/** Longer than a statement may take: where nothing has moved for so long, nobody is at the other end. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5000;
const CONNECT_TIMEOUT_MS = 5000;
/** Transactions leave so many to all else. */
const CONNECTIONS_FOR_READS = 1;

/** The migration lock is a row, not an advisory lock, which not every engine of this protocol has. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(
    db: Parameters<PostgresAdapter['acquireMigrationLock']>[0],
    { lockTable, lockRowId }: Parameters<PostgresAdapter['acquireMigrationLock']>[1],
  ) {
    await sql`select 1 from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }
  override async releaseMigrationLock() {
    // The row's lock ends with the transaction.
  }
}
class Dialect extends PostgresDialect {
  override createAdapter() {
    return new Adapter();
  }
}

/** Numbers as numbers and timestamps as ISO strings, as the rest of the code sees them on both engines. */
const types = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === TIMESTAMPTZ) return (value: string) => new Date(value).toISOString();
    if (oid === INT8 || oid === NUMERIC) return Number;
    return pgTypes.getTypeParser(oid, format);
  }) as typeof pgTypes.getTypeParser,
};

const begun = { command: 'BEGIN', rowCount: null, rows: [] };

/** Has what is prepared kept by the server, each connection its own, and writes to it no more often than it has to. */
class PreparingClient extends Client {
  override query = ((text: unknown, ...others: unknown[]) => {
    const { stream } = (this as unknown as PoolClient).connection;
    const query = super.query.bind(this) as (...parameters: unknown[]) => Promise<unknown>;
    // What is asked for in one turn leaves in one piece.
    stream.cork();
    process.nextTick(() => stream.uncork());
    if (text === 'begin') {
      // Whatever comes next waits for it anyway. Where it fails nothing after it must count.
      query(text).catch(() => stream.destroy());
      return Promise.resolve(begun);
    }
    const name = typeof text === 'string' ? statementName(text) : undefined;
    return name === undefined ? query(text, ...others) : query({ name, text }, ...others);
  }) as Client['query'];
}

/** Serialization failure, deadlock: the transaction did nothing and may simply run again. */
const transientCodes = new Set(['40001', '40P01']);

function createPool(url: string, onError: (error: Error) => void, options: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    types,
    Client: PreparingClient,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'toolscore',
    ...options,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', onError);
  // So would one that breaks in use; there its query fails, and whoever asked is told.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const limits: PoolConfig = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
};

/** Gives up connections whose other end is gone without a word, which the operating system would take a quarter of an hour to do. */
function giveUpSilent({ connection }: PoolClient): void {
  const stream = connection.stream as Socket;
  stream.setTimeout(SILENCE_MS, () => stream.destroy());
}

function createLimitedPool(url: string, size: number, onError: (error: Error) => void): Pool {
  return createPool(url, onError, { max: size, ...limits }).on('connect', giveUpSilent);
}

const kyselyOn = (pool: PostgresPool, { query: log }: Stopwatch) =>
  new Kysely<Tables>({ dialect: new Dialect({ pool }), log });

const usage = (name: 'primary' | 'replica', { totalCount, idleCount, waitingCount }: Pool) => ({
  pool: name,
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

export interface PostgresOptions {
  url: string;
  /** Connections at most, to each of the two. */
  poolSize: number;
  /** A copy that only reads, and that may lag behind. */
  replicaUrl?: string | null;
}

/** Opens a pool on the given URL, and one on the replica if there is one; connections are made when they are needed. */
export function openPostgres(
  { url, poolSize, replicaUrl = null }: PostgresOptions,
  onError: (error: Error) => void,
): Engine {
  const pool = createLimitedPool(url, poolSize, onError);
  const stopwatch = createStopwatch();
  const db = kyselyOn(pool, stopwatch);
  const places = new Places(Math.max(poolSize - CONNECTIONS_FOR_READS, 1), CONNECT_TIMEOUT_MS);
  const replica = replicaUrl === null ? null : createLimitedPool(replicaUrl, poolSize, onError);
  const publicReader = replica ? kyselyOn(withFallback(replica, pool, onError), stopwatch) : db;
  return {
    kind: 'postgres',
    timestamp: 'timestamptz',
    id: 'bigint',
    generateId: (column) => column.generatedByDefaultAsIdentity(),
    keyed: '',
    text: sql`text collate "C"`,
    nullsLast: ' nulls last',
    isTransient: (error) => transientCodes.has(String(Reflect.get(Object(error), 'code'))),
    db,
    reader: db,
    publicReader,
    transaction: (work) => places.take(() => db.transaction().execute(work)),
    waited: () => places.waited(),
    // By itself it learns within a minute or two; until then every search would be planned as if hardly any tool matched.
    analyzeTools: async () => void (await sql`analyze tools, tool_search, tool_labels`.execute(db)),
    withoutLimits: async (work) => {
      const unlimited = kyselyOn(createPool(url, onError, { max: 1 }), stopwatch);
      try {
        return await work(unlimited);
      } finally {
        await unlimited.destroy();
      }
    },
    stopwatch,
    pools: () => [usage('primary', pool), ...(replica ? [usage('replica', replica)] : [])],
    writes: 0,
    close: async () => {
      if (publicReader !== db) await publicReader.destroy();
      await db.destroy();
    },
  };
}
