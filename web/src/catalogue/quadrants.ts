// The four fields between useful and usable, as the service draws them.
import type { QuadrantEntry, ToolWithStats } from '@toolscore/contract/schemas';

export type Quadrant = QuadrantEntry['quadrant'];

/** As they lie on the chart: the more useful ones above, the easier ones on the right. */
export const quadrants = ['improve', 'invest', 'retire', 'tolerate'] as const satisfies Quadrant[];

/** From this average on, a tool is useful, or usable, unless said otherwise. */
export const THRESHOLD = 3;

/** Where a tool lies; an unrated one lies nowhere. */
export function quadrantOf(
  { avgUsefulness, avgUsability }: Pick<ToolWithStats, 'avgUsefulness' | 'avgUsability'>,
  useful = THRESHOLD,
  usable = THRESHOLD,
): Quadrant | undefined {
  if (avgUsefulness === null || avgUsability === null) return undefined;
  const isUsable = avgUsability >= usable;
  if (avgUsefulness >= useful) return isUsable ? 'invest' : 'improve';
  return isUsable ? 'tolerate' : 'retire';
}
