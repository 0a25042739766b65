// Work that comes round by itself: each job once an hour, on one instance, whatever the number of instances.
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from './app.ts';
import { deleteExpiredAttempts, latestEnd } from './attempts.ts';
import type { Db } from './database/index.ts';
import { systemActor } from './features/audit/queries.ts';
import { deleteExpiredTokens } from './features/tokens/queries.ts';
import { purgeTrash } from './features/trash/purge.ts';
import { deleteExpiredSessions } from './session.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * Takes the lease of that name until `now + durationMs`, if nobody holds it. It is a row with an expiry, so an instance that
 * dies loses it by itself; one that lasts longer than it can was taken by a clock that has since been put back.
 */
export async function takeLease(db: Db, name: string, durationMs: number, now: number): Promise<boolean> {
  const row = { holder: `${hostname()}:${process.pid}`, expires_at: new Date(now + durationMs).toISOString() };
  const taken = await db
    .insertInto('leases')
    .values({ name, ...row })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(row)
        .where((eb) =>
          eb.or([
            eb('leases.expires_at', '<=', new Date(now).toISOString()),
            eb('leases.expires_at', '>', latestEnd(now, durationMs)),
          ]),
        ),
    )
    .returning('name')
    .executeTakeFirst();
  return taken !== undefined;
}

const jobs: Record<string, (context: Context) => Promise<unknown>> = {
  'purge-trash': ({ engine, config, clock }) => purgeTrash(engine, config.trashRetentionDays, systemActor, clock()),
  'delete-expired-sessions': ({ engine, clock }) => deleteExpiredSessions(engine.db, clock()),
  'delete-expired-tokens': ({ engine, clock }) => deleteExpiredTokens(engine.db, clock()),
  'delete-expired-attempts': ({ engine, clock }) => deleteExpiredAttempts(engine.db, clock()),
};

/** A job that was run. */
export interface JobRun {
  job: string;
  milliseconds: number;
  failed: boolean;
  /** Milliseconds since 1970, UTC. */
  at: number;
}

/** Runs every job whose last run, on any instance, is an hour ago. One that fails is logged and due again in an hour. */
export async function runDueJobs(
  context: Context,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  onRun: (run: JobRun) => void = () => undefined,
): Promise<void> {
  for (const [job, run] of Object.entries(jobs)) {
    const began = performance.now();
    const report = (failed: boolean) =>
      onRun({ job, milliseconds: performance.now() - began, failed, at: context.clock() });
    try {
      if (!(await takeLease(context.engine.db, job, HOUR_MS, context.clock()))) continue;
      const result = await run(context);
      log.info({ job, result }, 'job done');
      report(false);
    } catch (error) {
      log.error({ job, err: error }, 'job failed');
      report(true);
    }
  }
}

/**
 * Looks for due jobs now and every minute, whatever the wall clock does meanwhile, until the returned function is called, which
 * waits for a running one.
 */
export function startJobs(
  context: Context,
  log: FastifyBaseLogger,
  onRun?: (run: JobRun) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= runDueJobs(context, log, onRun).finally(() => (running = null));
  };
  look();
  const timer = setInterval(look, MINUTE_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
