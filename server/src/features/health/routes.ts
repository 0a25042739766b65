// Whether the service works and wants requests, and which build of it this is.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { operations } from '@toolscore/contract';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { App, Context } from '../../app.ts';
import { HttpError } from '../../errors.ts';

const DATABASE_TIMEOUT_MS = 2000;
const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));

/** @throws HttpError 503 when the database gives no answer in time */
async function askDatabase({ engine }: Context, log: FastifyBaseLogger): Promise<void> {
  const cancelled = new AbortController();
  const late = setTimeout(DATABASE_TIMEOUT_MS, 'late' as const, { signal: cancelled.signal, ref: false });
  late.catch(() => undefined);
  try {
    const first = await Promise.race([sql`select 1`.execute(engine.db), late]);
    if (first === 'late') throw new Error(`no answer within ${DATABASE_TIMEOUT_MS} ms`);
  } catch (error) {
    log.error({ err: error }, 'the database does not answer');
    throw new HttpError(503, 'The database does not answer', 2);
  } finally {
    cancelled.abort();
  }
}

export function healthRoutes(app: App, context: Context): void {
  const { config, state } = context;
  app.route({
    ...operations.healthCheck,
    handler: async (request) => {
      await askDatabase(context, request.log);
      return { status: 'ok' };
    },
  });

  app.route({
    ...operations.readyCheck,
    handler: async (request) => {
      if (!state.ready) throw new HttpError(503, 'The service is stopping', 2);
      await askDatabase(context, request.log);
      return { status: 'ready' };
    },
  });

  app.route({
    ...operations.getVersion,
    handler: async () => ({
      version,
      commitSha: config.commitSha,
      buildDate: config.buildDate,
      trashRetentionDays: config.trashRetentionDays,
    }),
  });
}
