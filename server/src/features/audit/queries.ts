// SQL of the audit log. Entries outlive both who acted and what was acted on, so they keep names, not references.
import type { AuditFilters, AuditLog } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import type { ValueExpression } from 'kysely';
import type { Db } from '../../database/index.ts';
import { prepared } from '../../database/prepared.ts';
import type { Tables } from '../../database/schema.ts';

export interface Actor {
  userId: string;
  username: string;
}

/** Voters stay anonymous in the audit log too: their accounts are never written beside what they voted. */
export const voterActor: Actor = { userId: 'voter', username: 'voter' };
export const systemActor: Actor = { userId: 'system', username: 'system' };
export const visitorActor: Actor = { userId: 'anonymous', username: 'anonymous' };

export function actorOf({ viewer }: Pick<FastifyRequest, 'viewer'>): Actor {
  return viewer ? { userId: String(viewer.id), username: viewer.username } : visitorActor;
}

export type EntityType = 'tool' | 'rating' | 'user' | 'token' | 'import' | 'cost' | 'relation' | 'redundancy';
/** Field by field, the value before and after. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

interface Entry {
  actor: Actor;
  entityType: EntityType;
  entityId: number | null;
  action: string;
  changes?: Changes | null;
  at: string;
}

const toRow = ({ actor, entityType, entityId, action, changes, at }: Entry) => ({
  entity_type: entityType,
  entity_id: entityId,
  action,
  user_id: actor.userId,
  username: actor.username,
  changes: changes ? JSON.stringify(changes) : null,
  created_at: at,
});

type Row = ReturnType<typeof toRow>;

const insertEntry = (db: Db, row: Row, entityId: ValueExpression<Tables, 'audit_logs', number | null>) =>
  db.insertInto('audit_logs').values({
    entity_type: row.entity_type,
    entity_id: entityId,
    action: row.action,
    user_id: row.user_id,
    username: row.username,
    changes: row.changes,
    created_at: row.created_at,
  });

const insertOne = prepared((db, row: Row) => insertEntry(db, row, row.entity_id));

const insertOfRating = prepared((db, row: Row & { tool_id: number; voter: string }) =>
  insertEntry(
    db,
    row,
    db.selectFrom('ratings').select('id').where('tool_id', '=', row.tool_id).where('voter', '=', row.voter),
  ),
);

/** SQLite binds at most 32,766 values to a statement, PostgreSQL 65,535. */
const ROWS_PER_STATEMENT = 1000;

/** Writes entries in the caller's transaction, so that a change and its record happen together or not at all. */
export async function recordAudit(trx: Db, ...entries: Entry[]): Promise<void> {
  const [only] = entries;
  if (only && entries.length === 1) return void (await insertOne(trx, toRow(only)));
  for (let start = 0; start < entries.length; start += ROWS_PER_STATEMENT) {
    const rows = entries.slice(start, start + ROWS_PER_STATEMENT).map(toRow);
    await trx.insertInto('audit_logs').values(rows).execute();
  }
}

/** Writes the entry of a voter's rating of a tool, which the transaction has given before, though its id is not known yet. */
export async function recordGiven(
  trx: Db,
  { toolId, voter }: { toolId: number; voter: string },
  entry: Pick<Entry, 'changes' | 'at'>,
): Promise<void> {
  const row = toRow({ ...entry, actor: voterActor, entityType: 'rating', entityId: null, action: 'create' });
  await insertOfRating(trx, { ...row, tool_id: toolId, voter });
}

/** The fields in which two records differ; a missing record counts as one of nulls. */
export function diff<T extends object>(before: T | null, after: T | null): Changes {
  const fields = Object.keys(after ?? before ?? {}) as (keyof T & string)[];
  const pairs = fields.map((field) => [field, { from: before?.[field] ?? null, to: after?.[field] ?? null }] as const);
  return Object.fromEntries(pairs.filter(([, { from, to }]) => JSON.stringify(from) !== JSON.stringify(to)));
}

const DAY_MS = 24 * 60 * 60 * 1000;
const isDay = (text: string) => text.length === 10;
const toIso = (text: string, addedMs = 0) => new Date(Date.parse(text) + addedMs).toISOString();

function filtered(db: Db, { entityType, entityId, action, user, from, to }: AuditFilters) {
  return db
    .selectFrom('audit_logs')
    .$if(entityType !== undefined, (q) => q.where('entity_type', '=', entityType as string))
    .$if(entityId !== undefined, (q) => q.where('entity_id', '=', entityId as number))
    .$if(action !== undefined, (q) => q.where('action', '=', action as string))
    .$if(user !== undefined, (q) =>
      q.where((eb) => eb(eb.fn('lower', ['username']), '=', (user as string).toLowerCase())),
    )
    .$if(from !== undefined, (q) => q.where('created_at', '>=', toIso(from as string)))
    .$if(to !== undefined, (q) => q.where('created_at', '<', toIso(to as string, isDay(to as string) ? DAY_MS : 0)));
}

/** Entries, newest first. */
export function selectAuditLogs(db: Db, filters: AuditFilters) {
  return filtered(db, filters)
    .select([
      'id',
      'entity_type as entityType',
      'entity_id as entityId',
      'action',
      'user_id as userId',
      'username',
      'changes',
      'created_at as createdAt',
    ])
    .orderBy('id', 'desc');
}

export async function listAuditLogs(db: Db, filters: AuditFilters, limit: number, offset: number): Promise<AuditLog[]> {
  return selectAuditLogs(db, filters).limit(limit).offset(offset).execute();
}

export async function countAuditLogs(db: Db, filters: AuditFilters): Promise<number> {
  const row = await filtered(db, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
