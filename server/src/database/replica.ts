// Reads from a replica that cost nobody their answer: what it cannot answer, the primary does.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool } from 'pg';
import { outageOf } from './outages.ts';

/** How long nobody tries a replica that could not be reached. */
const AVOID_MS = 5000;

/**
 * A pool for single reads on `replica`. Any failure of a read there (it is down, it cancelled the query to go on replaying, it
 * has not seen a migration yet) means that the same read goes to `primary`.
 */
export function withFallback(replica: Pool, primary: Pool, onError: (error: Error) => void): PostgresPool {
  let avoidUntil = 0;

  const avoid = (error: unknown) => {
    avoidUntil = performance.now() + AVOID_MS;
    onError(new Error(`replica: ${(error as Error).message}`, { cause: error }));
  };

  const askPrimary = async <R>(text: string, parameters: readonly unknown[]) => {
    const client = (await primary.connect()) as unknown as PostgresPoolClient;
    try {
      return await client.query<R>(text, parameters);
    } finally {
      client.release();
    }
  };

  const guard = (client: PostgresPoolClient): PostgresPoolClient => ({
    query: (async <R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      try {
        return await client.query<R>(text, parameters);
      } catch (error) {
        if (outageOf(error)?.unreachable) avoid(error);
        return askPrimary<R>(text, parameters);
      }
    }) as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  });

  return {
    options: replica.options,
    connect: async () => {
      const client = performance.now() < avoidUntil ? undefined : await replica.connect().catch(avoid);
      return client ? guard(client) : primary.connect();
    },
    end: () => replica.end(),
  };
}
