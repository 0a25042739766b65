// What to tell people when the service did not do what they asked.
import { ApiError } from '@toolscore/contract/client';
import type { Messages } from '../messages/en.ts';

/** The statuses whose own words from the service say more than a general sentence could. */
const SPECIFIC = new Set([400, 409, 422]);

/** What happened, in the reader's language; `known` has better words where a page knows what a status means there. */
export function explain(error: unknown, t: Messages, known: Readonly<Record<number, string>> = {}): string {
  if (!(error instanceof ApiError)) return t.errors.unexpected;
  const { status, message, retryAfter } = error;
  const better = known[status];
  if (better !== undefined) return better;
  if (SPECIFIC.has(status)) return message;
  if (status === 0) return t.errors.offline;
  if (status === 401) return t.errors.signIn;
  if (status === 403) return t.errors.forbidden;
  if (status === 404) return t.errors.notFound;
  if (status === 413) return t.errors.tooLarge;
  if (status === 429) return t.errors.tooMany(Math.ceil((retryAfter ?? 60) / 60));
  return t.errors.unexpected;
}
