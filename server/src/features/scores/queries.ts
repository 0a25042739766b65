// SQL of the quadrant: averages and the counts behind them, from tools' counters.
import type { Db } from '../../database/index.ts';
import { activeTools } from '../tools/filters.ts';

const levels = [1, 2, 3, 4, 5] as const;
const counters = levels.flatMap((level) => [`usefulness_${level}`, `usability_${level}`] as const);

/** Up to `limit` active tools with that many ratings and ids above `after`, by id. */
export async function listRatedTools(db: Db, minRatings: number, after: number, limit: number) {
  const rows = await activeTools(db)
    .where('rating_count', '>=', minRatings)
    .where('id', '>', after)
    .select(['id', 'name', 'category', ...counters])
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    category: row.category,
    usefulness: levels.map((score) => ({ score, count: row[`usefulness_${score}`] })),
    usability: levels.map((score) => ({ score, count: row[`usability_${score}`] })),
  }));
}
