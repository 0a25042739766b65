// Tools as tests need them.
import type { ToolWithStats } from '@toolscore/contract/schemas';

let lastId = 0;

export function makeTool(fields: Partial<ToolWithStats> = {}): ToolWithStats {
  lastId += 1;
  return {
    id: lastId,
    name: `Tool ${lastId}`,
    description: '',
    category: 'Other',
    websiteUrl: null,
    iconUrl: null,
    createdBy: null,
    features: [],
    tags: [],
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
    ratingCount: 0,
    avgUsefulness: null,
    avgUsability: null,
    avgCombined: null,
    ...fields,
  };
}
