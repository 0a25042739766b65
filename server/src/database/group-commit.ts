// Lets transactions that wait for SQLite's one writer share a commit, which is what costs: the file is synced once for all
// of them. Each runs inside a savepoint of its own, so one that fails takes nothing of its neighbours with it, and each is
// answered only after the commit that made it durable.
import { setImmediate } from 'node:timers/promises';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import type { Engine } from './index.ts';
import type { Tables } from './schema.ts';

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

interface Waiting {
  since: number;
  run: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

const MOST_PER_COMMIT = 64;
/** Between two commits, the loop turns until so many turns in a row have brought nobody, and at most so often. */
const QUIET_TURNS = 4;
const MOST_TURNS = 64;

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

/** How `transaction` runs work together with whatever else is waiting at that moment, and how long the first of these has waited. */
export function createGroupCommit(db: Kysely<Tables>): Pick<Engine, 'transaction' | 'waited'> {
  const waiting: Waiting[] = [];
  let running = false;

  /** Node accepts one connection in each turn of its loop: with a commit in each, the last of many would wait for all of these. */
  const letIn = async () => {
    for (let turn = 0, quiet = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn += 1) {
      const before = waiting.length;
      await setImmediate();
      quiet = waiting.length > before ? 0 : quiet + 1;
    }
  };

  const drain = async () => {
    while (waiting.length > 0) {
      const group = waiting.splice(0, MOST_PER_COMMIT);
      const [only] = group;
      if (only && group.length === 1) await alone(db, only);
      else await together(db, group).catch((error) => group.forEach(({ reject }) => reject(error)));
      await letIn();
    }
    running = false;
  };

  const transaction = <T>(work: Work<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ since: performance.now(), run: work, resolve: resolve as (result: unknown) => void, reject });
      if (running) return;
      running = true;
      // SQLite answers without giving way, so those who come at the same moment are only let in before it is asked.
      void setImmediate().then(drain);
    });
  return { transaction, waited: () => (waiting[0] ? performance.now() - waiting[0].since : 0) };
}
