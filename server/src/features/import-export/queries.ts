// SQL of imports and exports. Exports read page after page by key instead of through one cursor, which on SQLite would keep
// the connection from everybody else until the last byte has left.
import type { AuditFilters } from '@toolscore/contract/schemas';
import type { Db } from '../../database/index.ts';
import { selectAuditLogs } from '../audit/queries.ts';
import { activeTools } from '../tools/filters.ts';
import { toFields } from '../tools/queries.ts';
import { foldCase, type ToolFields } from '../tools/rules.ts';

/** What makes two tools the same to an import: name and category, whatever their case. */
export const identityOf = ({ name, category }: Pick<ToolFields, 'name' | 'category'>) =>
  `${foldCase(name)}\n${foldCase(category)}`;

export interface Match {
  id: number;
  createdById: number | null;
  fields: ToolFields;
}

/** Active tools of these names by identity; of several with the same one, the oldest that `prefers` likes, or the oldest. */
export async function findMatches(
  db: Db,
  names: readonly string[],
  prefers: (match: Match) => boolean,
): Promise<Map<string, Match>> {
  if (names.length === 0) return new Map();
  const rows = await activeTools(db)
    .where('tools.name_key', 'in', [...new Set(names.map(foldCase))])
    .selectAll()
    .orderBy('tools.id')
    .execute();
  const matches = new Map<string, Match>();
  for (const row of rows) {
    const match = { id: row.id, createdById: row.created_by_id, fields: toFields(row) };
    const key = identityOf(match.fields);
    const known = matches.get(key);
    if (!known || (!prefers(known) && prefers(match))) matches.set(key, match);
  }
  return matches;
}

export async function insertImport(trx: Db, userId: number | null, at: string): Promise<number> {
  const row = await trx
    .insertInto('imports')
    .values({ user_id: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function finishImport(trx: Db, id: number, at: string): Promise<void> {
  await trx.updateTable('imports').set({ finished_at: at }).where('id', '=', id).execute();
}

export async function findImport(db: Db, id: number) {
  return db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Makes the writing parts of imports take turns, on all instances: of two that bring the same new tool at the same time, the
 * second finds it and adds no other. Held until the transaction ends.
 */
export async function lockImports(trx: Db, at: string): Promise<void> {
  const row = { holder: 'import', expires_at: at };
  await trx
    .insertInto('leases')
    .values({ name: 'import', ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Up to `limit` active tools that the import added, the oldest first. */
export async function listImportedIds(db: Db, importId: number, limit: number): Promise<number[]> {
  const rows = await activeTools(db)
    .where('tools.import_id', '=', importId)
    .select('tools.id')
    .orderBy('tools.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const PAGE = 500;

/** Ratings of active tools page by page, the oldest first, without who voted. */
export async function* pageRatings(db: Db) {
  for (let last = 0; ;) {
    const page = await activeTools(db)
      .innerJoin('ratings', 'ratings.tool_id', 'tools.id')
      .where('ratings.id', '>', last)
      .select(['ratings.id', 'ratings.tool_id as toolId', 'tools.name as toolName', 'tools.category'])
      .select(['ratings.usefulness', 'ratings.usability', 'ratings.comment'])
      .select(['ratings.reviewer_name as reviewerName', 'ratings.created_at as createdAt'])
      .orderBy('ratings.id')
      .limit(PAGE)
      .execute();
    yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.id as number;
  }
}

/** Audit entries page by page, newest first. */
export async function* pageAuditLogs(db: Db, filters: AuditFilters) {
  for (let last = Number.MAX_SAFE_INTEGER; ;) {
    const page = await selectAuditLogs(db, filters).where('id', '<', last).limit(PAGE).execute();
    yield page;
    if (page.length < PAGE) return;
    last = page.at(-1)?.id as number;
  }
}
