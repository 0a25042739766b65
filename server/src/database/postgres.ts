// PostgreSQL: a pool, many instances. Everything that only PostgreSQL needs is here.
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { Pool, types as pgTypes } from 'pg';
import type { Engine } from './index.ts';
import type { Tables } from './schema.ts';

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;
const STATEMENT_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;

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

/** Serialization failure, deadlock: the transaction did nothing and may simply run again. */
const transientCodes = new Set(['40001', '40P01']);

/** Opens a pool on the given URL; connections are made when they are needed. */
export function openPostgres(url: string, poolSize: number, onError: (error: Error) => void): Engine {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'toolscore',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', onError);
  const db = new Kysely<Tables>({ dialect: new Dialect({ pool }) });
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
    transaction: (work) => db.transaction().execute(work),
    writes: 0,
    close: () => db.destroy(),
  };
}
