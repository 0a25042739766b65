// The four fields between useful and usable, with the service's own thresholds for them.
import type { QuadrantEntry, ToolWithStats } from '@toolscore/contract/schemas';

export type Quadrant = QuadrantEntry['quadrant'];

/** As they lie on the chart: the more useful ones above, the easier ones on the right. */
export const quadrants = ['improve', 'invest', 'retire', 'tolerate'] as const satisfies Quadrant[];

/** From this average on, a tool is useful, or usable. */
export const THRESHOLD = 3;

/** Where a tool lies; an unrated one lies nowhere. */
export function quadrantOf({ avgUsefulness, avgUsability }: ToolWithStats): Quadrant | undefined {
  if (avgUsefulness === null || avgUsability === null) return undefined;
  const usable = avgUsability >= THRESHOLD;
  if (avgUsefulness >= THRESHOLD) return usable ? 'invest' : 'improve';
  return usable ? 'tolerate' : 'retire';
}
