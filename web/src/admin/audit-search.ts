// What the address of the audit log can say.
import type { AuditFilters } from '@toolscore/contract/schemas';

const names = ['entityType', 'action', 'user', 'from', 'to'] as const;

/** Reads an address leniently: what cannot be understood is left out. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditFilters {
  const texts = names.flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  const entityId = Number(raw['entityId']);
  return { ...Object.fromEntries(texts), ...(Number.isSafeInteger(entityId) && entityId > 0 ? { entityId } : {}) };
}
