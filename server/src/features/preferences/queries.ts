// SQL of browse preferences. The watchlist is kept as it was saved, unknown and trashed ids included: they are only not
// shown, so that a restored tool is back in its place.
import type { UserPreferences } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';

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
