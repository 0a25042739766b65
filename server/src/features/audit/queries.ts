// SQL of the audit log. Entries outlive both who acted and what was acted on, so they keep names, not references.
import type { AuditFilters, AuditLog } from '@toolscore/contract/schemas';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/index.ts';
import { prepared } from '../../database/prepared.ts';

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

const insertOne = prepared((db, row: ReturnType<typeof toRow>) =>
  db.insertInto('audit_logs').values({
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    action: row.action,
    user_id: row.user_id,
    username: row.username,
    changes: row.changes,
    created_at: row.created_at,
  }),
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
