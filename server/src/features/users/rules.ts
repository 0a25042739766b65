// What an account may be called, and what the audit log says of one.
import type { UserRow } from '../../database/schema.ts';
import { badRequest } from '../../errors.ts';

// oxlint-disable-next-line no-control-regex -- what must not be in a name is exactly what this pattern is about
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A username as it is stored. @throws HttpError 400 */
export function normalizeUsername(username: string): string {
  const trimmed = username.trim();
  if (UNPRINTABLE.test(trimmed)) throw badRequest('username must not contain control or invisible characters');
  if (trimmed.length < 2) throw badRequest('username must have at least 2 characters');
  return trimmed;
}

export const audited = ({ username, email, role, tier }: UserRow) => ({ username, email, role, tier });
