// SQLite: one file, one process. Everything that only SQLite needs is here.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type ColumnDataType, Kysely, SqliteAdapter, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import { createGroupCommit } from './group-commit.ts';
import type { Engine } from './index.ts';
import type { Tables } from './schema.ts';
import { createStopwatch, type Stopwatch } from './spent.ts';

const CACHED_STATEMENTS = 500;
/** Longer ones, with values for many rows, come in as many forms as there are numbers of rows, and hold megabytes. */
const LONGEST_CACHED = 2000;

/** SQLite rolls DDL back like anything else, so migrations run in a transaction here too. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}
class Dialect extends SqliteDialect {
  override createAdapter() {
    return new Adapter();
  }
}

const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** Kysely asks for statements as better-sqlite3 offers them; this is node:sqlite in that form, prepared once by text. */
function kyselyOn(database: DatabaseSync, { query: log }: Stopwatch): Kysely<Tables> {
  const cache = new Map<string, SqliteStatement>();
  const wrap = (text: string, statement: StatementSync): SqliteStatement => ({
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    // An open cursor must not share its statement with the next query of the same text.
    iterate: (parameters) => database.prepare(text).iterate(...(parameters as SQLInputValue[])),
  });
  const prepare = (text: string): SqliteStatement => {
    // A transaction takes the write lock when it begins: waiting later, after its first read, could only fail.
    const source = text === 'begin' ? 'begin immediate' : text;
    // What failed by a full disk SQLite has rolled back by itself; to ask for it again would hide why.
    if (text === 'rollback' && !database.isTransaction) return nothing;
    const known = cache.get(text);
    if (known) return known;
    const statement = wrap(source, database.prepare(source));
    if (text.length > LONGEST_CACHED) return statement;
    const oldest = cache.keys().next().value;
    if (cache.size >= CACHED_STATEMENTS && oldest !== undefined) cache.delete(oldest);
    cache.set(text, statement);
    return statement;
  };
  return new Kysely<Tables>({ dialect: new Dialect({ database: { prepare, close: () => database.close() } }), log });
}

function connect(file: string, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 });
  database.exec('pragma foreign_keys = on');
  database.exec('pragma cache_size = -8000');
  database.exec('pragma temp_store = memory');
  if (!readOnly) {
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    // Moving the log into the file costs syncs too: 16 MiB at a time instead of SQLite's 4.
    database.exec('pragma wal_autocheckpoint = 4000');
  }
  return database;
}

/**
 * Keeps a second service off the file. The lock is the operating system's, so it never outlives its process.
 * @throws InUseError when another process has it; Error when nothing can be written there
 */
export function claim(file: string): DatabaseSync {
  const lock = openIn(dirname(file), () => new DatabaseSync(`${file}.lock`));
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (Reflect.get(Object(error), 'errcode') !== BUSY) throw unusable(dirname(file), error);
    throw new InUseError(
      `${file} is in use by another process; one service per file (use PostgreSQL for several instances)`,
    );
  }
  return lock;
}

const BUSY = 5;

const unusable = (folder: string, error: unknown) =>
  new Error(`DATA_DIR ${folder} cannot be written: ${(error as Error).message}`, { cause: error });

/** Says which folder it is about when nothing can be written there. */
function openIn<T>(folder: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** The file is served by another process. */
export class InUseError extends Error {}

/**
 * Opens (and makes, when missing) the SQLite file, for the service that owns it, or beside that with `shared`, as the
 * command line does for a moment.
 * @throws InUseError when another process serves the same file
 */
export function openSqlite(file: string, { shared = false } = {}): Engine {
  mkdirSync(dirname(file), { recursive: true });
  const lock = shared ? null : claim(file);
  const stopwatch = createStopwatch();
  const open = (readOnly: boolean) => kyselyOn(connect(file, readOnly), stopwatch);
  const [db, reader] = openIn(dirname(file), () => [open(false), open(true)]);
  return {
    ...sqliteTypes,
    db,
    reader,
    publicReader: reader,
    withoutLimits: (work) => work(db),
    ...createGroupCommit(db),
    stopwatch,
    pools: () => [],
    writes: 0,
    close: async () => {
      await reader.destroy();
      await db.destroy();
      lock?.close();
    },
  };
}

const sqliteTypes = {
  kind: 'sqlite',
  timestamp: 'text',
  id: sql`integer` as unknown as ColumnDataType,
  generateId: (column) => column.autoIncrement(),
  keyed: 'without rowid',
  text: 'text',
  nullsLast: '',
  isTransient: () => false,
  analyzeTools: async () => undefined,
} satisfies Partial<Engine>;
