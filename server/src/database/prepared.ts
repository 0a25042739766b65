// Queries that every rating and every request of a visitor runs: built and compiled once, run with other values each time.
// PostgreSQL also parses and plans them once on each connection, under a name, and takes several of a transaction at once.
import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import type { Db } from './index.ts';

/** Stands for a value while its query is built; to reckon with it there would be a mistake. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  [Symbol.toPrimitive](): never {
    throw new TypeError(`${this.name} is not known while its query is built`);
  }
}

const placeholders = new Proxy(
  {},
  {
    get: (_target, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new TypeError('the values of a prepared query have to be named one by one');
    },
  },
);

const names = new Map<string, string>();

/** The name under which PostgreSQL keeps a statement; undefined for those that are not prepared. */
export const statementName = (text: string) => names.get(text);

/**
 * A query as a function of its values. `build` sees placeholders: it may put them wherever a value goes, and nothing else. It
 * has to name its columns, since PostgreSQL refuses to run a statement whose columns have changed since it was prepared.
 */
export function prepared<V extends object, O>(
  build: (db: Db, values: V) => Compilable<O>,
): (db: Db, values: V) => Promise<O[]> {
  const byAdapter = new WeakMap<DialectAdapter, CompiledQuery<O>>();
  const compile = (db: Db, adapter: DialectAdapter) => {
    const compiled = build(db, placeholders as V).compile();
    byAdapter.set(adapter, compiled);
    if (!names.has(compiled.sql)) names.set(compiled.sql, `toolscore_${names.size}`);
    return compiled;
  };
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const compiled = byAdapter.get(adapter) ?? compile(db, adapter);
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof V] : parameter,
    );
    const query = { ...compiled, parameters };
    if (!db.isTransaction) return (await db.executeQuery<O>(query)).rows;
    // The connection stays with the transaction. Kysely would wait for one answer before it sends the next query.
    const connection = await db.getExecutor().provideConnection(async (own) => own);
    return (await connection.executeQuery<O>(query)).rows;
  };
}

/**
 * The results of queries of one transaction that were sent at once, in their order: PostgreSQL gets them in one go. None
 * outlives the transaction, even when another one fails.
 * @throws what the first of them failed by
 */
export async function together<T extends unknown[]>(...queries: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(queries);
  for (const query of queries) await query;
  return Promise.all(queries);
}
