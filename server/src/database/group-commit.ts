// Lets transactions that wait for SQLite's one writer share a commit, which is what costs: the file is synced once for all
// of them. Each runs inside a savepoint of its own, so one that fails takes nothing of its neighbours with it, and each is
// answered only after the commit that made it durable.
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './schema.ts';

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

interface Waiting {
  run: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const MOST_PER_COMMIT = 64;

const savepoint = CompiledQuery.raw('savepoint one');
const rollback = CompiledQuery.raw('rollback to one');
const release = CompiledQuery.raw('release one');

async function alone(db: Kysely<Tables>, { run, resolve, reject }: Waiting): Promise<void> {
  await db.transaction().execute(run).then(resolve, reject);
}

async function together(db: Kysely<Tables>, group: Waiting[]): Promise<void> {
  const answers: (() => void)[] = [];
  const trx = await db.startTransaction().execute();
  try {
    for (const { run, resolve, reject } of group) {
      await trx.executeQuery(savepoint);
      try {
        const result = await run(trx);
        answers.push(() => resolve(result));
      } catch (error) {
        // With the disk full, SQLite may have taken back the whole transaction; then all of the group failed by this.
        await trx.executeQuery(rollback).catch(() => Promise.reject(error));
        answers.push(() => reject(error));
      }
      await trx.executeQuery(release);
    }
    await trx.commit().execute();
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
  for (const answer of answers) answer();
}

/** A function that runs work in a transaction, with whatever else is waiting at that moment. */
export function createGroupCommit(db: Kysely<Tables>): <T>(work: Work<T>) => Promise<T> {
  const waiting: Waiting[] = [];
  let running = false;

  const drain = async () => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_PER_COMMIT);
      const [only] = group;
      if (only && group.length === 1) await alone(db, only);
      else await together(db, group).catch((error) => group.forEach(({ reject }) => reject(error)));
      await setImmediate();
    }
    running = false;
  };

  return <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ run: work, resolve: resolve as (result: unknown) => void, reject });
      if (running) return;
      running = true;
      // SQLite answers without giving way, so those who come at the same moment are only let in before it is asked.
      void setImmediate().then(drain);
    });
}
