// SQL of ratings. A rating's transaction also moves its tool's counters, its day's and its category's totals, so that no
// public read ever has to count ratings. Whoever changes ratings of a tool first takes the tool's row, which keeps counters exact.
import type { Rating, RatingHistoryItem } from '@toolscore/contract/schemas';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../database/index.ts';
import { prepared } from '../../database/prepared.ts';
import type { RatingRow, Tables } from '../../database/schema.ts';
import { notFound } from '../../errors.ts';
import { NO_LIMIT } from '../../paging.ts';
import { activeTools } from '../tools/filters.ts';
import { averages } from '../tools/queries.ts';
import { differences, type Move, plusScores, type Scores } from '../tools/totals.ts';

export interface RatingFields {
  usefulness: number;
  usability: number;
  comment: string | null;
  reviewerName: string | null;
}

const columns = ['id', 'tool_id', 'usefulness', 'usability', 'comment', 'reviewer_name', 'created_at'] as const;

const toRating = (row: Omit<RatingRow, 'voter'>): Rating => ({
  id: row.id,
  toolId: row.tool_id,
  usefulness: row.usefulness,
  usability: row.usability,
  comment: row.comment,
  reviewerName: row.reviewer_name,
  createdAt: row.created_at,
});

const toColumns = ({ usefulness, usability, comment, reviewerName }: RatingFields) => ({
  usefulness,
  usability,
  comment,
  reviewer_name: reviewerName,
});

const addToTool = prepared((db, values: Scores & { id: number }) =>
  db
    .updateTable('tools')
    .set(plusScores(values))
    .where('id', '=', values.id)
    .where('deleted_at', 'is', null)
    .returning('id'),
);

/**
 * Moves scores of a tool and takes its row.
 * @throws HttpError 404 when it is unknown or trashed
 */
export async function countScores(trx: Db, toolId: number, move: Move): Promise<void> {
  const rows = await addToTool(trx, { ...differences(move), id: toolId });
  if (rows.length === 0) throw notFound('Tool');
}

/**
 * What is added to a tool, for one that is there: a statement that failed by a missing one would leave those that were sent
 * after it unprepared, which PgBouncer does not notice.
 */
const ofTool = (db: Db, id: number) => db.selectFrom('tools').select('tools.id').where('tools.id', '=', id);

const addToDay = prepared((db, values: Tables['rating_days']) =>
  db
    .insertInto('rating_days')
    .columns(['tool_id', 'day', 'rating_count', 'sum_usefulness', 'sum_usability'])
    .expression(
      ofTool(db, values.tool_id)
        .select(sql.val(values.day).as('day'))
        .select(sql.val(values.rating_count).as('rating_count'))
        .select(sql.val(values.sum_usefulness).as('sum_usefulness'))
        .select(sql.val(values.sum_usability).as('sum_usability')),
    )
    .onConflict((conflict) =>
      conflict.columns(['tool_id', 'day']).doUpdateSet((eb) => ({
        rating_count: eb('rating_days.rating_count', '+', eb.ref('excluded.rating_count')),
        sum_usefulness: eb('rating_days.sum_usefulness', '+', eb.ref('excluded.sum_usefulness')),
        sum_usability: eb('rating_days.sum_usability', '+', eb.ref('excluded.sum_usability')),
      })),
    ),
);

/** Moves ratings of the totals of their UTC day. */
export async function countDay(trx: Db, toolId: number, createdAt: string, { add, remove }: Move): Promise<void> {
  await addToDay(trx, {
    tool_id: toolId,
    day: createdAt.slice(0, 10),
    rating_count: (add ? 1 : 0) - (remove ? 1 : 0),
    sum_usefulness: (add?.usefulness ?? 0) - (remove?.usefulness ?? 0),
    sum_usability: (add?.usability ?? 0) - (remove?.usability ?? 0),
  });
}

const insert = prepared((db, row: Omit<RatingRow, 'id'>) =>
  db
    .insertInto('ratings')
    .columns(['tool_id', 'voter', 'usefulness', 'usability', 'comment', 'reviewer_name', 'created_at'])
    .expression(
      ofTool(db, row.tool_id)
        .select(sql.val(row.voter).as('voter'))
        .select(sql.val(row.usefulness).as('usefulness'))
        .select(sql.val(row.usability).as('usability'))
        .select(sql.val(row.comment).as('comment'))
        .select(sql.val(row.reviewer_name).as('reviewer_name'))
        .select(sql.val(row.created_at).as('created_at')),
    )
    .onConflict((conflict) => conflict.columns(['tool_id', 'voter']).doNothing())
    .returning(columns),
);

/** Adds a rating; undefined when there is no such tool, or this voter has rated it already, which the unique index decides in any race. */
export async function insertRating(
  trx: Db,
  toolId: number,
  voter: string,
  fields: RatingFields,
  at: string,
): Promise<Rating | undefined> {
  const [row] = await insert(trx, { ...toColumns(fields), tool_id: toolId, voter, created_at: at });
  return row && toRating(row);
}

export async function findRating(db: Db, toolId: number, voter: string): Promise<Rating | undefined> {
  const row = await activeTools(db)
    .innerJoin('ratings', 'ratings.tool_id', 'tools.id')
    .where('tools.id', '=', toolId)
    .where('ratings.voter', '=', voter)
    .select(columns.map((column) => `ratings.${column}` as const))
    .executeTakeFirst();
  return row && toRating(row);
}

export async function updateRating(trx: Db, id: number, fields: RatingFields): Promise<Rating> {
  const row = await trx
    .updateTable('ratings')
    .set(toColumns(fields))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toRating(row);
}

export async function deleteRating(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('ratings').where('id', '=', id).execute();
}

const ratingsOf = (db: Db, toolId: number) =>
  activeTools(db)
    .innerJoin('ratings', 'ratings.tool_id', 'tools.id')
    .where('ratings.tool_id', '=', toolId)
    .select(columns.map((column) => `ratings.${column}` as const))
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.id', 'desc');

/** A page of the ratings of an active tool, newest first; none for an unknown or trashed one. */
export async function listRatings(
  db: Db,
  toolId: number,
  { limit = NO_LIMIT, offset = 0 }: { limit?: number; offset?: number },
): Promise<Rating[]> {
  return (await ratingsOf(db, toolId).limit(limit).offset(offset).execute()).map(toRating);
}

const PART = 5000;

/** All ratings of an active tool, newest first, part by part. */
export async function* pageRatings(db: Db, toolId: number) {
  const query = ratingsOf(db, toolId).limit(PART);
  for (let part = query; ;) {
    const rows = await part.execute();
    yield rows.map(toRating);
    const last = rows.at(-1);
    if (rows.length < PART || !last) return;
    const { created_at, id } = last;
    part = query.where(sql<SqlBool>`(ratings.created_at, ratings.id) < (${created_at}, ${id})`);
  }
}

export async function countRatings(db: Db, toolId: number): Promise<number> {
  const row = await activeTools(db).select('rating_count').where('id', '=', toolId).executeTakeFirst();
  return row?.rating_count ?? 0;
}

/** One item per UTC day that has ratings, oldest first; `date` is that day's midnight, the values that day's means. */
export async function listHistory(db: Db, toolId: number): Promise<RatingHistoryItem[]> {
  const rows = await activeTools(db)
    .innerJoin('rating_days', 'rating_days.tool_id', 'tools.id')
    .where('rating_days.tool_id', '=', toolId)
    .where('rating_days.rating_count', '>', 0)
    .select(['day', sql<number>`rating_days.rating_count`.as('count')])
    .select(['rating_days.sum_usefulness', 'rating_days.sum_usability'])
    .orderBy('day')
    .execute();
  return rows.map(({ day, count, sum_usefulness, sum_usability }) => {
    const { avgUsefulness, avgUsability, avgCombined } = averages(count, sum_usefulness, sum_usability);
    return {
      date: `${day}T00:00:00.000Z`,
      usefulness: avgUsefulness as number,
      usability: avgUsability as number,
      combined: avgCombined as number,
      count,
    };
  });
}
