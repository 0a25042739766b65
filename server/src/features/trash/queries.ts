// SQL of the trash: moving tools in and out of it and deleting them for good, each with its audit entries.
import type { Db } from '../../database/index.ts';
import { type Actor, diff, recordAudit } from '../audit/queries.ts';
import { toFields } from '../tools/queries.ts';
import { countTools } from '../tools/totals.ts';

interface Deed {
  actor: Actor;
  at: string;
}

/** Moves active tools to the trash; how many were moved. One statement, whatever the number of ids. */
export async function moveToTrash(trx: Db, ids: readonly number[], { actor, at }: Deed): Promise<number> {
  const rows = await trx
    .updateTable('tools')
    .set({ deleted_at: at, deleted_by: actor.username })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute();
  const changes = { deletedAt: { from: null, to: at } };
  await recordAudit(
    trx,
    ...rows.map(({ id }) => ({ actor, entityType: 'tool' as const, entityId: id, action: 'trash', changes, at })),
  );
  await countTools(trx, rows, -1);
  return rows.length;
}

/** Brings trashed tools back; how many came back. One statement, whatever the number of ids. */
export async function restoreFromTrash(trx: Db, ids: readonly number[], { actor, at }: Deed): Promise<number> {
  const rows = await trx
    .updateTable('tools')
    .set({ deleted_at: null, deleted_by: null })
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .execute();
  await recordAudit(
    trx,
    ...rows.map(({ id }) => ({ actor, entityType: 'tool' as const, entityId: id, action: 'restore', at })),
  );
  await countTools(trx, rows, 1);
  return rows.length;
}

/** Deletes tools for good, with all that belongs to them; how many were deleted. Their fields stay in the audit log. */
export async function deleteTools(
  trx: Db,
  { ids, trashed }: { ids: readonly number[]; trashed: boolean },
  action: 'delete' | 'purge',
  { actor, at }: Deed,
): Promise<number> {
  const rows = await trx
    .deleteFrom('tools')
    .where('id', 'in', ids)
    .where('deleted_at', trashed ? 'is not' : 'is', null)
    .returningAll()
    .execute();
  await recordAudit(
    trx,
    ...rows.map((row) => ({
      actor,
      entityType: 'tool' as const,
      entityId: row.id,
      action,
      changes: diff(toFields(row), null),
      at,
    })),
  );
  if (!trashed) await countTools(trx, rows, -1);
  return rows.length;
}

/** Up to `limit` trashed tools, the longest trashed first; with `before`, only those trashed before that time. */
export async function listTrashedIds(db: Db, limit: number, before?: string): Promise<number[]> {
  let query = db.selectFrom('tools').select('id').where('deleted_at', 'is not', null);
  if (before !== undefined) query = query.where('deleted_at', '<=', before);
  const rows = await query.orderBy('deleted_at').orderBy('id').limit(limit).execute();
  return rows.map((row) => row.id);
}
