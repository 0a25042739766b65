// Tools similar to one, with the reasons.
import { operations } from '@toolscore/contract';
import type { SimilarTool, ToolWithStats } from '@toolscore/contract/schemas';
import type { App } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { listPinnedIds } from '../relations/queries.ts';
import { labelKey } from '../tools/labels.ts';
import { findToolWithStats, listToolsByIds } from '../tools/queries.ts';
import type { Comparison } from './comparison.ts';
import type { Similar } from './overlap.ts';
import { wordKey, wordsOf } from './vocabulary.ts';

const DEFAULT_LIMIT = 10;

export function similarRoutes(app: App, comparison: Comparison): void {
  app.route({
    ...operations.listSimilarTools,
    handler: async (request) => {
      const { id } = request.params;
      const { reader } = request;
      const { limit = DEFAULT_LIMIT } = request.query;
      const tool = await findToolWithStats(reader, id);
      if (!tool) throw notFound('Tool');
      const pinnedIds = (await listPinnedIds(reader, id)).slice(0, limit);
      const { similar, pinned } = await comparison.similarTo(id, limit + pinnedIds.length, pinnedIds);
      const isPinned = new Set(pinnedIds);
      const ranked = [...pinned, ...similar.filter((other) => !isPinned.has(other.id))].slice(0, limit);
      const tools = await listToolsByIds(
        reader,
        ranked.map((other) => other.id),
      );
      const reasons = new Map(ranked.map((other) => [other.id, other]));
      return tools.map((other) => explain(tool, other, reasons.get(other.id) as Similar, isPinned.has(other.id)));
    },
  });
}

/** The other tool with what both share, in the words and the order of the first. */
function explain(
  tool: ToolWithStats,
  other: ToolWithStats,
  { similarity, shared }: Similar,
  pinned: boolean,
): SimilarTool {
  const keys = new Set(shared);
  const words = new Map(wordsOf(tool).map((word) => [wordKey(word), word]));
  return {
    ...other,
    similarity,
    sharedTags: tool.tags.filter((tag) => keys.has(`t:${labelKey(tag)}`)),
    sharedFeatures: tool.features.filter((feature) => keys.has(`f:${labelKey(feature)}`)),
    sharedWords: shared.flatMap((key) => words.get(key) ?? []),
    sameCategory: labelKey(tool.category) === labelKey(other.category),
    pinned,
  };
}
