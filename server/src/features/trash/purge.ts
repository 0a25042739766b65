// Deleting many trashed tools without keeping anybody waiting: short transactions, with room for others in between.
import { setTimeout } from 'node:timers/promises';
import { type Engine, inTransaction } from '../../database/index.ts';
import type { Actor } from '../audit/queries.ts';
import { deleteTools, listTrashedIds } from './queries.ts';

const BATCH = 25;
/** A request takes several turns of the event loop; with a batch in each of them, it would wait for several. */
const PAUSE_MS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes all trashed tools, or those trashed before `before`, batch by batch; how many were deleted. */
export async function deleteTrash(
  engine: Engine,
  action: 'delete' | 'purge',
  actor: Actor,
  at: string,
  before?: string,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await inTransaction(engine, async (trx) => {
      const ids = await listTrashedIds(trx, BATCH, before);
      return ids.length === 0 ? 0 : deleteTools(trx, { ids, trashed: true }, action, { actor, at });
    });
    if (count === 0) return deleted;
    deleted += count;
    await setTimeout(PAUSE_MS);
  }
}

/** Purges what has been in the trash for longer than the retention; 0 days keep everything. */
export async function purgeTrash(engine: Engine, retentionDays: number, actor: Actor, now: number): Promise<number> {
  if (retentionDays === 0) return 0;
  const before = new Date(now - retentionDays * DAY_MS).toISOString();
  return deleteTrash(engine, 'purge', actor, new Date(now).toISOString(), before);
}
