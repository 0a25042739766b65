// What the watched tools looked like at someone's last visit, kept in this browser. Looking again within half an hour is
// still the same visit, so that what is marked as changed stays marked while people look at the tools one by one.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../lib/storage.ts';

const SAME_VISIT_MS = 30 * 60_000;

type Figures = Pick<ToolWithStats, 'ratingCount' | 'avgCombined'>;

interface Snapshot {
  /** Milliseconds since 1970. */
  at: number;
  figures: Record<number, Figures>;
}

interface Stored {
  latest: Snapshot;
  /** The end of the visit before this one; there is none at the first. */
  earlier?: Snapshot | undefined;
}

/** With what to compare now: the end of the visit before the one that `now` belongs to. */
export function earlierVisit(stored: Stored | undefined, now: number): Snapshot | undefined {
  if (!stored) return undefined;
  return now - stored.latest.at > SAME_VISIT_MS ? stored.latest : stored.earlier;
}

/** What differs from the last visit; undefined where nothing does, or the tool was not watched then. */
export function changeSince(earlier: Snapshot | undefined, tool: Figures & { id: number }) {
  const before = earlier?.figures[tool.id];
  if (!before) return undefined;
  const ratings = tool.ratingCount - before.ratingCount;
  const score = (tool.avgCombined ?? 0) - (before.avgCombined ?? 0);
  if (ratings === 0 && score === 0) return undefined;
  return { ratings, score: tool.avgCombined === null || before.avgCombined === null ? 0 : score };
}

/** The last visit of one user; what is shown now is kept for the next. */
export function useEarlierVisit(user: string, tools: readonly ToolWithStats[] | undefined): Snapshot | undefined {
  const key = `watched.${user}`;
  const [earlier] = useState(() => earlierVisit(readStored<Stored | undefined>(key, undefined), Date.now()));
  useEffect(() => {
    if (!tools) return;
    const figures = tools.map(({ id, ratingCount, avgCombined }) => [id, { ratingCount, avgCombined }]);
    const latest: Snapshot = { at: Date.now(), figures: Object.fromEntries(figures) };
    writeStored(key, { latest, earlier } satisfies Stored);
  }, [key, tools, earlier]);
  return earlier;
}
