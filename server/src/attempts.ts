// Counts of tries within a time window, kept in the database so that all instances share them and restarts keep them.
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database/index.ts';
import { prepared } from './database/prepared.ts';
import { HttpError } from './errors.ts';

/** A limited thing: `key` names who tries what (stored unreadably), `limit` tries are allowed per `windowMs`. */
export interface Limit {
  key: string;
  limit: number;
  windowMs: number;
}

/** How far clocks of instances may differ, and requests overtake each other, without what was begun looking as if it came from the future. */
const CLOCKS_DIFFER_MS = 60_000;

const iso = (ms: number) => new Date(ms).toISOString();

function tooMany(resetsAt: string, now: number): HttpError {
  const seconds = Math.ceil((Date.parse(resetsAt) - now) / 1000);
  return new HttpError(429, `Too many attempts; try again in ${Math.ceil(seconds / 60)} min`, seconds);
}

/** Addresses and names are limited, never kept: what is stored is a digest of them. */
export function limitKey(secret: string, ...parts: (string | number)[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** What began by now and ends later than this was begun by a clock that has since been put back. */
export const latestEnd = (now: number, windowMs: number) => iso(now + windowMs + CLOCKS_DIFFER_MS);

interface Try {
  key: string;
  now: string;
  end: string;
  latest: string;
}

const countOne = prepared((db, { key, now, end, latest }: Try) => {
  const expired = sql<boolean>`(attempts.resets_at <= ${now} or attempts.resets_at > ${latest})`;
  return db
    .insertInto('attempts')
    .values({ key, count: 1, resets_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${expired} then 1 else attempts.count + 1 end`,
        resets_at: sql<string>`case when ${expired} then excluded.resets_at else attempts.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at']);
});

/**
 * Counts one try and returns how many there were in this window, this one included. One statement, so exact in any race.
 * @throws HttpError 429 with the seconds to wait when the limit is passed
 */
export async function countAttempt(db: Db, { key, limit, windowMs }: Limit, now: number): Promise<number> {
  const [row] = await countOne(db, {
    key,
    now: iso(now),
    end: iso(now + windowMs),
    latest: latestEnd(now, windowMs),
  });
  const { count, resets_at: resetsAt } = row as { count: number; resets_at: string };
  if (count > limit) throw tooMany(resetsAt, now);
  return count;
}

/**
 * Refuses when the limit is already used up, without counting.
 * @throws HttpError 429 with the seconds to wait
 */
export async function refuseWhenUsedUp(db: Db, { key, limit, windowMs }: Limit, now: number): Promise<void> {
  const row = await db.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst();
  const isRunning = row && row.resets_at > iso(now) && row.resets_at <= latestEnd(now, windowMs);
  if (isRunning && row.count >= limit) throw tooMany(row.resets_at, now);
}

/** Removes the counts whose window has passed. */
export async function deleteExpiredAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('attempts').where('resets_at', '<=', iso(now)).execute();
}

/** Lets one piece of work per key run at a time in this process, the others in the order in which they came. */
export function createQueue() {
  const tails = new Map<string, Promise<unknown>>();
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (tails.get(key) ?? Promise.resolve()).then(work, work);
    tails.set(key, turn);
    try {
      return await turn;
    } finally {
      if (tails.get(key) === turn) tails.delete(key);
    }
  };
}
