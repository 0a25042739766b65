// Every operation of the contract, asked about a tool in the trash: what shows tools or figures no longer shows it, what
// would change it does not find it, and restoring brings all of it back. A new operation has to say which of them it is.
import { type OperationId, operations } from '@toolscore/contract';
import { describe, expect, test } from 'vitest';
import { appForTest, type TestClient } from '../../../test/harness.ts';

interface Ids {
  /** The tool that comes and goes. */
  tool: number;
  /** One that stays, is alike, and related to it. */
  other: number;
  cost: number;
  relation: number;
}

/** What shows tools or figures about them, by operation. */
const shown = ({ tool, other }: Ids): Partial<Record<OperationId, string[]>> => ({
  listTools: [
    '/tools?sort=name_asc',
    '/tools?limit=100',
    '/tools?search=xylo',
    '/tools?category=Xcat&sort=bayesian',
    '/tools?tags=xtag&features=xfeature&minRating=4',
  ],
  getTool: [`/tools/${tool}`],
  exportTools: ['/tools/export?format=json', '/tools/export?format=csv&search=xylo', '/tools/export?format=yaml'],
  listCompareTools: [`/compare?ids=${tool},${other}`],
  getToolRatingHistory: [`/tools/${tool}/rating-history`],
  listToolRatings: [`/tools/${tool}/ratings`, `/tools/${tool}/ratings?limit=10`],
  getMyRating: [`/tools/${tool}/ratings/mine`],
  exportRatings: ['/admin/ratings/export?format=csv', '/admin/ratings/export?format=jsonl'],
  listCategories: ['/categories'],
  listAllFeatures: ['/features/all'],
  listAllTags: ['/tags/all'],
  getAnalyticsSummary: ['/analytics/summary'],
  getTopTools: ['/analytics/top-tools', '/analytics/top-tools?ranking=bayesian&metric=usability'],
  getAnalyticsByCategory: ['/analytics/by-category'],
  getRatingDistribution: ['/analytics/rating-distribution', `/analytics/rating-distribution?toolId=${tool}`],
  getToolScore: [`/tools/${tool}/score`],
  getQuadrant: ['/analytics/quadrant?minRatings=1'],
  getCostAnalytics: ['/analytics/costs'],
  listToolCosts: [`/tools/${tool}/costs`],
  listSimilarTools: [`/tools/${other}/similar`, `/tools/${tool}/similar`],
  listToolRelations: [`/tools/${other}/relations`, `/tools/${tool}/relations`],
  getRedundancy: ['/admin/redundancy'],
  getMeWatchlist: ['/auth/me/watchlist'],
});

const scores = { usefulness: 1, usability: 1 };
const price = { amount: '123.45', currency: 'CHF', period: 'yearly', startsOn: '2020-01-01' };

/** What would change the tool or something that belongs to it: answered as for one that never was. */
const refused = ({ tool, other, cost, relation }: Ids): Partial<Record<OperationId, [string, unknown?][]>> => ({
  updateTool: [[`/tools/${tool}`, { name: 'changed' }]],
  deleteTool: [[`/tools/${tool}`]],
  createRating: [[`/tools/${tool}/ratings`, scores]],
  updateMyRating: [[`/tools/${tool}/ratings/mine`, scores]],
  deleteMyRating: [[`/tools/${tool}/ratings/mine`]],
  createCost: [[`/tools/${tool}/costs`, price]],
  updateCost: [[`/costs/${cost}`, { amount: '1' }]],
  deleteCost: [[`/costs/${cost}`]],
  createRelation: [
    [`/tools/${tool}/relations`, { relatedToolId: other, kind: 'complement' }],
    [`/tools/${other}/relations`, { relatedToolId: tool, kind: 'complement' }],
  ],
  deleteRelation: [[`/relations/${relation}`]],
  watchTool: [[`/auth/me/watchlist/${tool}`, {}]],
  decideRedundancy: [['/admin/redundancy', { toolId: other, relatedToolId: tool, decision: 'keep' }]],
});

/** What shows neither tools nor figures, or the trash itself, or makes something new. */
const elsewhere: readonly OperationId[] = [
  'healthCheck',
  'readyCheck',
  'getVersion',
  'getOpenApi',
  'getApiReference',
  'getAuthMode',
  'getCsrfToken',
  'localLogin',
  'logout',
  'oidcLogin',
  'oidcCallback',
  'getMe',
  'changeMyPassword',
  'getPasswordRedirect',
  'getMePreferences',
  'updateMePreferences',
  'unwatchTool',
  'listTokens',
  'createToken',
  'deleteToken',
  'listAllTokens',
  'revokeToken',
  'listUsers',
  'createUser',
  'updateUser',
  'deleteUser',
  'setUserPassword',
  'listAuditLogs',
  'exportAuditLogs',
  'createTool',
  'importTools',
  'undoImport',
  'listTrashedTools',
  'trashTools',
  'deleteTrashedTools',
  'restoreTools',
  'emptyTrash',
];

async function readAll(client: TestClient, ids: Ids): Promise<Record<string, string>> {
  const paths = Object.values(shown(ids)).flat();
  const answers = paths.map(async (path) => {
    const { text, headers } = await client.get(path);
    return [path, `${text}\n${headers['x-total-count'] ?? ''}`] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** A catalogue of ten tools, of which one has everything that a tool can have. */
async function furnish(client: TestClient, visitor: TestClient): Promise<Ids> {
  const labels = { tags: Array.from({ length: 12 }, (_, i) => `shared ${i}`), features: ['same', 'equal'] };
  const other = await client.createTool({ name: 'Other', category: 'Common', ...labels });
  for (let i = 0; i < 8; i += 1) await client.createTool({ name: `Filler ${i}`, category: 'Common', tags: [`f${i}`] });
  const tool = await client.createTool({
    name: 'Xylo',
    category: 'Xcat',
    tags: [...labels.tags, 'xtag'],
    features: [...labels.features, 'xfeature'],
  });
  await client.rate(tool.id, 5, 4, { comment: 'xcomment' });
  await visitor.rate(tool.id, 4, 4);
  await client.put('/auth/me/preferences', { watchlist: [tool.id, other.id] });
  const cost = await client.post<{ id: number }>(`/tools/${tool.id}/costs`, price);
  const related = { relatedToolId: tool.id, kind: 'alternative', note: 'xnote' };
  const relation = await client.post<{ id: number }>(`/tools/${other.id}/relations`, related);
  return { tool: tool.id, other: other.id, cost: cost.body.id, relation: relation.body.id };
}

describe('a trashed tool', () => {
  test('has left every public surface with all that belongs to it, is found by nothing that changes, and comes back whole', async () => {
    const { admin, visitor } = await appForTest();
    const client = await admin();
    const ids = await furnish(client, visitor());
    // Nothing that is said of the other tools alone matches any of this.
    const traces = new RegExp(
      `[Xx](ylo|cat|tag|feature|comment|note)|"count":[12]|"(toolId|id)":${ids.tool}\\b|CHF|"n":2|\n10$|"sharedTags":\\["shared|"relatedToolId":${ids.tool}\\b`,
    );
    const before = await readAll(client, ids);
    for (const [path, text] of Object.entries(before)) expect(text, path).toMatch(traces);

    expect((await client.delete(`/tools/${ids.tool}`)).status).toBe(204);
    const during = await readAll(client, ids);
    for (const [path, text] of Object.entries(during)) expect(text, path).not.toMatch(traces);
    expect(during['/tools?limit=100']).toMatch(/\n9$/);
    expect(JSON.parse(during['/analytics/summary'] as string)).toMatchObject({
      totalTools: 9,
      totalRatings: 0,
      categoriesCount: 1,
    });

    for (const [operation, requests] of Object.entries(refused(ids))) {
      for (const [path, body] of requests) {
        const answer = await client.request(operations[operation as OperationId].method, path, body);
        expect(answer.status, `${operation} ${answer.text}`).toBe(404);
      }
    }
    const again = await client.post('/tools/trash', { ids: [ids.tool] });
    expect(again.body).toEqual({ trashed: 0 });

    await client.post('/tools/trash/restore', { ids: [ids.tool] });
    expect(await readAll(client, ids)).toEqual(before);
  });

  test('is not what an import updates: the same name and category make a new one', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const trashed = await client.createTool({ name: 'Xylo', category: 'Xcat' });
    await client.delete(`/tools/${trashed.id}`);
    const row = { name: 'Xylo', category: 'Xcat', description: 'imported' };
    const { body } = await client.post('/admin/tools/import?mode=upsert&rows=all', [row]);
    expect(body).toMatchObject({ created: 1, updated: 0, unchanged: 0, rows: [{ id: expect.any(Number) }] });
    await client.post('/tools/trash/restore', { ids: [trashed.id] });
    expect((await client.get(`/tools/${trashed.id}`)).body).toMatchObject({ description: 'A tool' });
  });

  test('is looked for in every operation of the contract', () => {
    const ids = { tool: 1, other: 2, cost: 3, relation: 4 };
    const classified = [...Object.keys(shown(ids)), ...Object.keys(refused(ids)), ...elsewhere];
    expect(classified.toSorted()).toEqual(Object.keys(operations).toSorted());
    for (const operation of elsewhere) {
      expect(JSON.stringify(operations[operation].schema.response), operation).not.toContain('"ToolWithStats"');
    }
  });
});
