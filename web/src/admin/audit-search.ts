// What the address of the audit log can say.
import type { AuditFilters } from '@toolscore/contract/schemas';

const names = ['entityType', 'action', 'user', 'from', 'to'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads an address leniently: what cannot be understood is left out. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditFilters {
  const texts = names.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  const entityId = Number(raw['entityId']);
  return { ...Object.fromEntries(texts), ...(Number.isSafeInteger(entityId) && entityId > 0 ? { entityId } : {}) };
}

/** The filters as the service takes them: the days of the address are the reader's, the service's are those of UTC. */
export function toQuery({ from, to, ...rest }: AuditFilters): AuditFilters {
  return {
    ...rest,
    ...(from !== undefined && { from: startOf(from, 0) }),
    ...(to !== undefined && { to: startOf(to, 1) }),
  };
}

/** The reader's midnight at the start of a day, or of one some days later; other texts as they are. */
function startOf(text: string, later: number): string {
  if (!DAY.test(text)) return text;
  const date = new Date(`${text}T00:00`);
  date.setDate(date.getDate() + later);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}
