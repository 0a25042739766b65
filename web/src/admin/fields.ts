// The fields of audit entries as people know them: what each is called, and how its values are written.
import type { Formats } from '../lib/format.ts';
import type { AdminTexts } from './i18n.ts';

/** What each field is called on the page where people fill it in. */
export function fieldNames(t: AdminTexts): Readonly<Record<string, string>> {
  const { fields } = t.admin.audit;
  return {
    ...fields,
    name: t.form.name,
    description: t.form.description,
    category: t.form.category,
    tags: t.browse.tags,
    features: t.browse.features,
    deletedAt: t.admin.trash.deleted,
    username: t.signIn.username,
    email: t.account.email,
    role: t.account.role,
    tier: t.account.tier,
    kind: t.relations.kind,
    relatedToolId: t.relations.tool,
    decision: t.admin.redundancy.decision,
    keeperId: t.admin.redundancy.keep,
    dueOn: t.admin.redundancy.due,
    note: t.costs.note,
    amount: t.costs.amount,
    currency: t.costs.currency,
    period: t.costs.period,
    seats: t.costs.seatsLabel,
    vendor: t.costs.vendor,
    startsOn: t.costs.startsOn,
    renewsOn: t.costs.renewsOn,
    created: t.admin.import.statuses.created,
    updated: t.admin.import.statuses.updated,
    unchanged: t.admin.import.statuses.unchanged,
    failed: t.admin.import.statuses.failed,
    usefulness: t.score.usefulness,
    usability: t.score.usability,
    userId: t.tokens.owner,
    scope: t.tokens.scope,
    expiresAt: t.tokens.expires,
  };
}

const days = new Set(['startsOn', 'endsOn', 'renewsOn', 'dueOn']);
const moments = new Set(['deletedAt', 'expiresAt']);
const tools = new Set(['toolId', 'relatedToolId', 'keeperId']);

/** What there is under each number now. */
export interface Names {
  tools: ReadonlyMap<number, string>;
  users: ReadonlyMap<number, string>;
}

/** Writes one value of a field; the number of a tool or an account as its name while it is known. */
export function createValues(t: AdminTexts, format: Formats, names: Names) {
  const nameOf = (field: string, id: number) => {
    const known = tools.has(field) ? names.tools : field === 'userId' ? names.users : undefined;
    return known && (known.get(id) ?? `#${id}`);
  };
  const choices: Record<string, Readonly<Record<string, string>>> = {
    role: t.account.roles,
    tier: t.account.tiers,
    kind: t.relations.kinds,
    decision: t.admin.redundancy.decisions,
    period: t.costs.periods,
    mode: t.admin.import.modes,
    scope: t.tokens.scopeNames,
  };
  return (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'number') return nameOf(field, value) ?? format.whole(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (days.has(field)) return format.day(value);
    if (moments.has(field)) return format.dateTime(value);
    return choices[field]?.[value] ?? value;
  };
}

export type WriteValue = ReturnType<typeof createValues>;
