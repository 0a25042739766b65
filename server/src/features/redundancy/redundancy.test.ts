import type { AuditLog, Redundancy, RedundancyDecision, ToolInput } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

const tags = ['Wiki', 'Markdown', 'Search'];

async function app(overrides: Record<string, string> = {}) {
  const started = await appForTest(overrides);
  const admin = await started.admin();
  const add = async (name: string, input: Partial<ToolInput> = {}) =>
    (await admin.createTool({ name, tags, ...input })).id;
  const overview = async (query = '') => (await admin.get<Redundancy>(`/admin/redundancy${query}`)).body;
  /** Names in each cluster. */
  const clusters = async () => (await overview()).clusters.map(({ tools }) => tools.map(({ name }) => name));
  const decide = (toolId: number, relatedToolId: number, more: object = {}) =>
    admin.post<RedundancyDecision>('/admin/redundancy', {
      toolId,
      relatedToolId,
      decision: 'overlap_accepted',
      ...more,
    });
  const cost = (id: number, amount: string, currency = 'EUR', period = 'yearly') =>
    admin.post(`/tools/${id}/costs`, { amount, currency, period, startsOn: '2020-01-01' });
  const rate = async (id: number, ...scores: number[]) => {
    for (const score of scores) await started.visitor().rate(id, score, score);
  };
  return { ...started, admin, add, overview, clusters, decide, cost, rate };
}

describe('clusters', () => {
  test('show overlapping tools with what they share, their costs, a keeper and what that could save at most', async () => {
    const { add, overview, cost, rate } = await app();
    const loved = await add('Loved', { tags: [...tags, 'Fast'], features: ['API'] });
    const liked = await add('Liked', { tags: ['WIKIS', 'markdown', 'search'], features: ['api'] });
    await add('Apart', { category: 'Maps', tags: ['Maps'] });
    await rate(loved, 5, 5);
    await rate(liked, 3, 4);
    await cost(loved, '500');
    await cost(liked, '10', 'EUR', 'monthly');
    await cost(liked, '1000', 'JPY');
    await cost(liked, '99', 'EUR', 'once');
    const { clusters, total, decisions } = await overview();
    expect([total, decisions]).toEqual([1, []]);
    expect(clusters).toEqual([
      {
        tools: [
          expect.objectContaining({ id: loved, ratingCount: 2, avgCombined: 5 }),
          expect.objectContaining({ id: liked, ratingCount: 2, avgCombined: 3.5 }),
        ],
        sharedTags: expect.any(Array),
        sharedFeatures: ['API'],
        similarity: expect.any(Number),
        yearlyCosts: [
          { toolId: loved, currency: 'EUR', yearlyAmount: '500.00' },
          { toolId: liked, currency: 'EUR', yearlyAmount: '120.00' },
          { toolId: liked, currency: 'JPY', yearlyAmount: '1000' },
        ],
        suggestedKeeperId: loved,
        keeperBasis: 'score',
        keeperReason: 'The best Bayesian rating: 3.57 from 2 ratings',
        potentialSavings: [
          { currency: 'EUR', yearlyAmount: '120.00' },
          { currency: 'JPY', yearlyAmount: '1000' },
        ],
      },
    ]);
    expect(clusters[0]?.sharedTags.toSorted()).toEqual(['Markdown', 'Search', 'Wiki']);
  });

  test('do not chain: what overlaps with one of two that do not overlap joins the more similar one', async () => {
    const { add, clusters } = await app();
    await add('A', { tags: ['a', 'b', 'c', 'd'] });
    await add('AB', { tags: ['a', 'b', 'c', 'd', 'e'] });
    await add('B', { tags: ['c', 'd', 'e'] });
    expect(await clusters()).toEqual([['A', 'AB']]);
  });

  test('leave trashed tools out, and come back with them', async () => {
    const { admin, add, clusters } = await app();
    await add('A');
    const b = await add('B');
    expect(await clusters()).toEqual([['A', 'B']]);
    await admin.post('/tools/trash', { ids: [b] });
    expect(await clusters()).toEqual([]);
    await admin.post('/tools/trash/restore', { ids: [b] });
    expect(await clusters()).toEqual([['A', 'B']]);
  });

  test('come in pages when asked for, with how many there are', async () => {
    const { admin, add, overview } = await app();
    for (const topic of ['x', 'y', 'z']) {
      for (const n of [1, 2]) await add(`${topic}${n}`, { tags: [`${topic} one`, `${topic} two`] });
    }
    const { total, clusters } = await overview('?limit=1&offset=1');
    expect([total, clusters.map(({ tools }) => tools.map(({ name }) => name))]).toEqual([3, [['y1', 'y2']]]);
    for (const query of ['limit=0', 'limit=1001', 'offset=-1', 'limit=x']) {
      expect((await admin.get(`/admin/redundancy?${query}`)).status).toBe(400);
    }
  });

  test.each([
    [
      'the better Bayesian rating, not the better average of few',
      [5],
      [5, 5, 5, 5, 4, 4, 4, 4],
      '',
      '',
      1,
      'Bayesian',
      'score',
    ],
    ['more ratings, rated as well', [3], [3, 3], '', '', 1, 'by more people', 'count'],
    ['the cheaper one, rated as well by as many', [3], [3], '30', '20', 1, 'lowest yearly cost', 'cost'],
    ['one that somebody rated, over one that nobody did', [], [1], '', '', 1, 'Bayesian', 'score'],
    ['the cheaper one when nobody rated any', [], [], '20', '9.99', 1, 'lowest yearly cost', 'cost'],
    ['the oldest when nothing sets them apart', [3], [3], '20', '20', 0, 'oldest', 'age'],
  ])('suggest to keep %s', async (_name, first, second, costA, costB, keeper, reason, basis) => {
    const { add, overview, cost, rate } = await app();
    const ids = [await add('A'), await add('B')] as [number, number];
    await rate(ids[0], ...first);
    await rate(ids[1], ...second);
    if (costA !== '') await cost(ids[0], costA);
    if (costB !== '') await cost(ids[1], costB);
    const [found] = (await overview()).clusters;
    expect([found?.suggestedKeeperId, found?.keeperBasis]).toEqual([ids[keeper], basis]);
    expect(found?.keeperReason).toContain(reason);
  });

  test('are for admins', async () => {
    const { visitor, signedIn } = await app();
    expect((await visitor().get('/admin/redundancy')).status).toBe(401);
    expect((await (await signedIn({ tier: 'enterprise' })).get('/admin/redundancy')).status).toBe(403);
  });
});

describe('a decision', () => {
  test('takes the pair out of the clusters, with who, when and why on record', async () => {
    const { admin, add, overview, decide, clusters } = await app();
    const [a, b] = [await add('A'), await add('B')];
    const { status, body } = await decide(a, b, {
      decision: 'merge',
      keeperId: b,
      note: ' B has it ',
      dueOn: '2030-01-31',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      toolId: a,
      relatedToolId: b,
      decision: 'merge',
      keeperId: b,
      note: 'B has it',
      dueOn: '2030-01-31',
      decidedBy: admin.user?.username,
      createdAt: expect.any(String),
      labelsUnchanged: true,
    });
    expect(await clusters()).toEqual([]);
    expect((await overview()).decisions).toEqual([body]);
    const { body: logs } = await admin.get<{ changes: string }[]>(
      `/audit-logs?entityType=redundancy&entityId=${body.id}`,
    );
    expect(JSON.parse(logs[0]?.changes ?? '')).toMatchObject({
      decision: { from: null, to: 'merge' },
      keeperId: { to: b },
    });
  });

  test('without keeper, note and day has none, and each is on record, the latest first', async () => {
    const { admin, add, overview, decide } = await app();
    const [a, b] = [await add('A'), await add('B')];
    const first = await decide(a, b, { note: '  ' });
    expect(first.body).toMatchObject({ keeperId: null, note: null, dueOn: null });
    const second = await decide(b, a, { decision: 'retire', keeperId: a, note: 'n', dueOn: '2030-01-31' });
    expect((await overview()).decisions).toEqual([second.body, first.body]);
    const { body } = await admin.get<AuditLog[]>('/audit-logs?entityType=redundancy');
    expect(body.map(({ action, entityId, username }) => [action, entityId, username])).toEqual([
      ['create', second.body.id, admin.user?.username],
      ['create', first.body.id, admin.user?.username],
    ]);
    expect(JSON.parse(body[0]?.changes as string)).toEqual({
      toolId: { from: null, to: b },
      relatedToolId: { from: null, to: a },
      decision: { from: null, to: 'retire' },
      keeperId: { from: null, to: a },
      note: { from: null, to: 'n' },
      dueOn: { from: null, to: '2030-01-31' },
    });
  });

  test('about a pair counts by its latest, whichever tool was named first', async () => {
    const { admin, add, decide, clusters } = await app();
    const [a, b] = [await add('A'), await add('B')];
    await decide(a, b);
    await admin.patch(`/tools/${b}`, { tags: [...tags, 'New'] });
    await decide(b, a);
    expect(await clusters()).toEqual([]);
    await admin.patch(`/tools/${b}`, { tags });
    expect(await clusters()).toEqual([['A', 'B']]);
  });

  test('about two of three keeps only these two apart', async () => {
    const { add, decide, clusters } = await app();
    const [a, b] = [await add('A'), await add('B')];
    await add('C');
    expect(await clusters()).toEqual([['A', 'B', 'C']]);
    await decide(b, a);
    expect(await clusters()).toEqual([['A', 'C']]);
  });

  test('holds through ratings, renames and other spellings, and ends when the labels of either tool change', async () => {
    const { admin, add, overview, decide, clusters, rate } = await app();
    const [a, b] = [await add('A'), await add('B')];
    await decide(a, b);
    await rate(a, 5);
    await admin.patch(`/tools/${a}`, { name: 'A2', description: 'Other' });
    await admin.patch(`/tools/${a}`, { tags: ['search', 'WIKIS', 'markdown'] });
    expect(await clusters()).toEqual([]);
    await admin.patch(`/tools/${b}`, { tags: [...tags, 'New'] });
    expect(await clusters()).toEqual([['A2', 'B']]);
    expect((await overview()).decisions.map(({ labelsUnchanged }) => labelsUnchanged)).toEqual([false]);
    await decide(a, b, { decision: 'keep' });
    expect(await clusters()).toEqual([]);
    expect((await overview()).decisions.map(({ decision }) => decision)).toEqual(['keep', 'overlap_accepted']);
  });

  test.each([
    ['a tag of the first', 'first', { tags: [...tags, 'New'] }],
    ['a tag of the second', 'second', { tags: [...tags, 'New'] }],
    ['a feature of the first', 'first', { features: ['New'] }],
    ['the category of both', 'both', { category: 'New' }],
  ] as const)('ends when %s changes, and holds again when it is what it was', async (_name, which, change) => {
    const { admin, add, decide, clusters } = await app();
    const [a, b] = [await add('A', { category: 'Old' }), await add('B', { category: 'Old' })];
    await decide(a, b);
    const changed = { first: [a], second: [b], both: [a, b] }[which];
    for (const id of changed) await admin.patch(`/tools/${id}`, change);
    expect(await clusters()).toEqual([['A', 'B']]);
    for (const id of changed) await admin.patch(`/tools/${id}`, { category: 'Old', tags, features: [] });
    expect(await clusters()).toEqual([]);
  });

  test('is hidden while one of its tools is in the trash, and holds again when it is back', async () => {
    const { admin, add, overview, decide, clusters } = await app();
    const [a, b] = [await add('A'), await add('B')];
    await decide(a, b);
    await admin.post('/tools/trash', { ids: [a] });
    expect((await overview()).decisions).toEqual([]);
    expect((await decide(a, b)).status).toBe(404);
    expect((await decide(b, a)).status).toBe(404);
    await admin.post('/tools/trash/restore', { ids: [a] });
    expect((await overview()).decisions).toHaveLength(1);
    expect(await clusters()).toEqual([]);
  });

  test.each([
    ['about a tool and itself', { relatedToolId: 1, toolId: 1 }, 400, 'relatedToolId'],
    ['of an unknown kind', { decision: 'burn' }, 400, 'decision'],
    ['without a kind', { decision: undefined }, 400, 'decision'],
    ['that keeps a third tool', { keeperId: 999_999 }, 400, 'keeperId'],
    ['due on an impossible day', { dueOn: '2030-02-30' }, 400, 'dueOn'],
    ['about an unknown tool', { toolId: 999_999 }, 404, 'Tool'],
    ['with an unknown tool', { relatedToolId: 999_999 }, 404, 'Related tool'],
    ['with an id that is text', { toolId: '1' }, 400, 'toolId'],
  ])('%s is refused', async (_name, wrong, status, text) => {
    const { admin, add, overview } = await app();
    const [toolId, relatedToolId] = [await add('A'), await add('B')];
    const body = { toolId, relatedToolId, decision: 'keep', ...wrong };
    const answer = await admin.post<{ error: string }>('/admin/redundancy', body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(text);
    expect((await overview()).decisions).toEqual([]);
  });
});
