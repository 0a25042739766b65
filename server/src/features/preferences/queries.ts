// SQL of browse preferences. The watchlist is kept as it was saved, unknown and trashed ids included: they are only not
// shown, so that a restored tool is back in its place.
import { type UserPreferences, WATCHLIST_MOST } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';
import { HttpError } from '../../errors.ts';

type Stored = Required<UserPreferences>;

export async function getPreferences(db: Db, userId: number): Promise<Stored> {
  const row = await db.selectFrom('preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return {
    view: (row?.view ?? 'grid') as Stored['view'],
    density: (row?.density ?? 'cozy') as Stored['density'],
    watchlist: row?.watchlist ? JSON.parse(row.watchlist) : [],
  };
}

/** Saves the given fields; those left out keep their values. One statement, so no change is lost in a race. */
export async function savePreferences(db: Db, userId: number, changes: UserPreferences): Promise<void> {
  const values = {
    ...(changes.view && { view: changes.view }),
    ...(changes.density && { density: changes.density }),
    ...(changes.watchlist && { watchlist: JSON.stringify([...new Set(changes.watchlist)]) }),
  };
  const insert = db.insertInto('preferences').values({ user_id: userId, ...values });
  const nothing = Object.keys(values).length === 0;
  await insert
    .onConflict((conflict) =>
      nothing ? conflict.column('user_id').doNothing() : conflict.column('user_id').doUpdateSet(values),
    )
    .execute();
}

/** The saved watchlist, whose row nobody else changes until the transaction ends. */
async function lockWatchlist(trx: Db, userId: number): Promise<number[]> {
  await trx
    .insertInto('preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .execute();
  return (await getPreferences(trx, userId)).watchlist;
}

/**
 * Puts one tool on the watchlist, at `position` (from 0) or, when it is new, at the end.
 * @throws HttpError 409 when the list is full
 */
export async function watchTool(trx: Db, userId: number, toolId: number, position?: number): Promise<void> {
  const watchlist = await lockWatchlist(trx, userId);
  if (watchlist.includes(toolId) && position === undefined) return;
  const others = watchlist.filter((id) => id !== toolId);
  if (others.length >= WATCHLIST_MOST) throw new HttpError(409, `A watchlist holds at most ${WATCHLIST_MOST} tools`);
  await savePreferences(trx, userId, { watchlist: others.toSpliced(position ?? others.length, 0, toolId) });
}

export async function unwatchTool(trx: Db, userId: number, toolId: number): Promise<void> {
  const watchlist = await lockWatchlist(trx, userId);
  if (!watchlist.includes(toolId)) return;
  await savePreferences(trx, userId, { watchlist: watchlist.filter((id) => id !== toolId) });
}
