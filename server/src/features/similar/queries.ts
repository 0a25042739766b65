// SQL of the comparison of tools: what changed since it was last made, and the labels and texts of what changed. A fingerprint of the
// rows themselves, not a counter: it is right whatever the order of commits, on every instance, and ratings do not move it.
import { sql } from 'kysely';
import type { Db } from '../../database/index.ts';
import { activeTools } from '../tools/filters.ts';
import type { ComparedTool } from './vocabulary.ts';

const TOOLS_PER_PART = 1024;
/** A prime: keeps products and sums of millions of terms exact, in SQL as in JavaScript. */
const MODULUS = 2_147_483_647;
/** Neighbours get different factors, so that two tools that swap what they say do not go unnoticed. */
const FACTORS = 1021;

/** What a set of tools is recognised by; those of disjoint sets add up. */
export interface Fingerprint {
  count: number;
  ids: number;
  content: number;
}

const term = sql`(((labels_hash + text_hash) * (id % ${sql.lit(FACTORS)} + 1)) % ${sql.lit(MODULUS)})`;
const sums = {
  count: sql<number>`count(*)`,
  ids: sql<number>`coalesce(sum(id), 0)`,
  content: sql<number>`coalesce(sum(${term}), 0)`,
};
const part = sql<number>`id / ${sql.lit(TOOLS_PER_PART)}`;

/** The fingerprint of all active tools. Reads one index. */
export async function getFingerprint(db: Db): Promise<Fingerprint> {
  return activeTools(db)
    .select([sums.count.as('count'), sums.ids.as('ids'), sums.content.as('content')])
    .executeTakeFirstOrThrow();
}

/** The same of each part of the catalogue that has any. */
export async function listPartFingerprints(db: Db): Promise<Map<number, Fingerprint>> {
  const rows = await activeTools(db)
    .select([part.as('part'), sums.count.as('count'), sums.ids.as('ids'), sums.content.as('content')])
    .groupBy(part)
    .execute();
  return new Map(rows.map(({ part, ...fingerprint }) => [part, fingerprint]));
}

/** Active tools of one part, with the fingerprint of exactly these. */
export async function listPart(db: Db, number: number): Promise<{ tools: ComparedTool[]; fingerprint: Fingerprint }> {
  const rows = await activeTools(db)
    .select(['id', 'name', 'description', 'category', 'tags', 'features', 'labels_hash', 'text_hash'])
    .where('id', '>=', number * TOOLS_PER_PART)
    .where('id', '<', (number + 1) * TOOLS_PER_PART)
    .execute();
  const fingerprint = { count: rows.length, ids: 0, content: 0 };
  for (const { id, labels_hash, text_hash } of rows) {
    fingerprint.ids += id;
    fingerprint.content += ((labels_hash + text_hash) * ((id % FACTORS) + 1)) % MODULUS;
  }
  return { tools: rows, fingerprint };
}
