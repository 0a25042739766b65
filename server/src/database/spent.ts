// How long each request has waited for the database. Who asks for a measurement runs inside of `measured`; queries and
// transactions report to whoever they run for.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';

interface Spent {
  milliseconds: number;
}

export interface Stopwatch {
  /** Runs work, counting what it spends on the database into `spent`. */
  measured: <T>(spent: Spent, work: () => T) => T;
  /** Counts a transaction as a whole, waiting for its turn and its commit included. */
  transaction: <T>(work: () => Promise<T>) => Promise<T>;
  /** Kysely's log: counts a query, unless it is part of a transaction. */
  query: (event: LogEvent) => void;
}

export function createStopwatch(): Stopwatch {
  const current = new AsyncLocalStorage<Spent | undefined>();
  return {
    measured: (spent, work) => current.run(spent, work),
    transaction: async (work) => {
      const spent = current.getStore();
      if (!spent) return work();
      const began = performance.now();
      try {
        // SQLite's transactions share commits: queries of one must not count as those of another.
        return await current.run(undefined, work);
      } finally {
        spent.milliseconds += performance.now() - began;
      }
    },
    query: ({ queryDurationMillis }) => {
      const spent = current.getStore();
      if (spent) spent.milliseconds += queryDurationMillis;
    },
  };
}
