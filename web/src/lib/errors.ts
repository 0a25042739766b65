// What to tell people when the service did not do what they asked.
import { ApiError } from '@toolscore/contract/client';
import type { Messages } from '../messages/en.ts';

/**
 * What happened, in the reader's language; the service's own words, which are English, only where they name what to change.
 * `known` has better words where a page knows what a status means there.
 */
export function explain(error: unknown, t: Messages, known: Readonly<Record<number, string>> = {}): string {
  if (!(error instanceof ApiError)) return t.errors.unexpected;
  const { status, message, retryAfter } = error;
  const better = known[status];
  if (better !== undefined) return better;
  if (status === 0) return t.errors.offline;
  if (status === 400) return t.errors.invalid(message);
  if (status === 401) return t.errors.signIn;
  if (status === 403) return t.errors.forbidden;
  if (status === 404) return t.errors.notFound;
  if (status === 409 || status === 422) return t.errors.refused(message);
  if (status === 413) return t.errors.tooLarge;
  if (status === 429) return t.errors.tooMany(Math.ceil((retryAfter ?? 60) / 60));
  if (status === 503) return t.errors.busy;
  return t.errors.unexpected;
}
