// Writes many rows into an empty, migrated database as fast as its engine takes them: on SQLite in one transaction that is
// not synced, on PostgreSQL by COPY into tables whose indexes and constraints are put back afterwards.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Config } from '../../server/src/config.ts';
import { type Engine, sqliteFile } from '../../server/src/database/index.ts';

export type Row = Record<string, string | number | null>;

const tables = ['tools', 'tool_search', 'tool_labels', 'ratings', 'rating_days'] as const;
type Rows = Record<(typeof tables)[number], Row[]>;

export interface Loader {
  add: (rows: Rows) => Promise<void>;
  close: () => Promise<void>;
}

/** A loader for the database of that configuration, which `engine` has open. */
export async function openLoader(config: Config, engine: Engine): Promise<Loader> {
  return config.databaseUrl === null ? loadSqlite(sqliteFile(config)) : loadPostgres(config.databaseUrl, engine);
}

function loadSqlite(file: string): Loader {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off; pragma cache_size = -1000000; begin');
  const statements = new Map<string, StatementSync>();
  return {
    add: async (rows) => {
      for (const table of tables) {
        for (const row of rows[table]) {
          const columns = Object.keys(row);
          const insert = `insert into ${table} (${columns}) values (${columns.map(() => '?')})`;
          const statement = statements.get(insert) ?? database.prepare(insert);
          statements.set(insert, statement);
          statement.run(...Object.values(row));
        }
      }
    },
    close: async () => {
      database.exec('commit; pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
}

const BUFFER_BYTES = 1024 * 1024;

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escape(value: Row[string]): string | number {
  if (typeof value === 'number') return value;
  if (value === null) return '\\N';
  return /[\\\n\r\t]/.test(value) ? value.replace(/[\\\n\r\t]/g, (char) => escapes[char] as string) : value;
}

/** A `psql` that copies what it reads into one table. */
class Copy {
  readonly #table: string;
  readonly #url: string;
  #child: ChildProcess | undefined;
  #buffer: string[] = [];
  #bytes = 0;

  constructor(url: string, table: string) {
    this.#url = url;
    this.#table = table;
  }

  async add(row: Row): Promise<void> {
    this.#child ??= spawn('psql', [this.#url, '-qc', `copy ${this.#table} (${Object.keys(row)}) from stdin`], {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const line = `${Object.values(row).map(escape).join('\t')}\n`;
    this.#buffer.push(line);
    this.#bytes += line.length;
    if (this.#bytes > BUFFER_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#bytes = 0;
    const { stdin } = this.#child as ChildProcess;
    if (stdin && !stdin.write(text)) await once(stdin, 'drain');
  }

  async close(): Promise<void> {
    if (!this.#child) return;
    await this.#flush();
    this.#child.stdin?.end();
    const [code] = await once(this.#child, 'close');
    if (code !== 0) throw new Error(`psql ended with ${code}`);
  }
}

/** Statements that take off what slows a load down, and those that put it back. */
async function readDefinitions({ db }: Engine): Promise<{ off: string[]; on: string[] }> {
  const names = sql.join(tables.map((table) => sql.lit(table)));
  const constraints = await sql<{ name: string; tbl: string; def: string; kind: string }>`
    select conname as name, conrelid::regclass::text as tbl, pg_get_constraintdef(oid) as def, contype::text as kind
    from pg_constraint where conrelid::regclass::text in (${names}) or confrelid::regclass::text in (${names})
    order by contype = 'f' desc, conname`.execute(db);
  const indexes = await sql<{ name: string; def: string }>`
    select indexname as name, indexdef as def from pg_indexes
    where schemaname = current_schema() and tablename in (${names})
      and indexname not in (select conname from pg_constraint)`.execute(db);
  const drops = constraints.rows.map(({ name, tbl }) => `alter table ${tbl} drop constraint ${name}`);
  const adds = constraints.rows.map(({ name, tbl, def }) => `alter table ${tbl} add constraint ${name} ${def}`);
  return {
    off: [...drops, ...indexes.rows.map(({ name }) => `drop index ${name}`)],
    on: [...indexes.rows.map(({ def }) => def), ...adds.toReversed()],
  };
}

async function loadPostgres(url: string, engine: Engine): Promise<Loader> {
  const { off, on } = await readDefinitions(engine);
  const run = async (statements: string[]) => {
    await engine.db.connection().execute(async (db) => {
      await sql`set statement_timeout = 0`.execute(db);
      await sql`set maintenance_work_mem = '1GB'`.execute(db);
      for (const statement of statements) await sql.raw(statement).execute(db);
    });
  };
  await run(off);
  const copies = new Map(tables.map((table) => [table, new Copy(url, table)]));
  return {
    add: async (rows) => {
      for (const table of tables) for (const row of rows[table]) await copies.get(table)?.add(row);
    },
    close: async () => {
      await Promise.all([...copies.values()].map((copy) => copy.close()));
      const sequences = ['tools', 'ratings'].map(
        (table) =>
          `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`,
      );
      await run([...on, ...sequences, ...tables.map((table) => `vacuum analyze ${table}`)]);
    },
  };
}
