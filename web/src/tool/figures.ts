// A tool's figures after a rating was given, changed or withdrawn, before the service has answered.
import type { RatingInput, ToolWithStats } from '@toolscore/contract/schemas';

type Scores = Pick<RatingInput, 'usefulness' | 'usability'>;

export function withRating(tool: ToolWithStats, before: Scores | undefined, after: Scores | undefined): ToolWithStats {
  const ratingCount = tool.ratingCount - (before ? 1 : 0) + (after ? 1 : 0);
  if (ratingCount <= 0) return { ...tool, ratingCount: 0, avgUsefulness: null, avgUsability: null, avgCombined: null };
  const mean = (average: number | null, key: keyof Scores) =>
    ((average ?? 0) * tool.ratingCount - (before?.[key] ?? 0) + (after?.[key] ?? 0)) / ratingCount;
  const avgUsefulness = mean(tool.avgUsefulness, 'usefulness');
  const avgUsability = mean(tool.avgUsability, 'usability');
  return { ...tool, ratingCount, avgUsefulness, avgUsability, avgCombined: (avgUsefulness + avgUsability) / 2 };
}
