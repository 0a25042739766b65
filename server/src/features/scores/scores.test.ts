import type { QuadrantEntry, ToolScore } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

async function app(overrides: Record<string, string> = {}) {
  const started = await appForTest(overrides);
  const admin = await started.admin();
  const rated = async (name: string, ...scores: [number, number][]) => {
    const { id } = await admin.createTool({ name });
    for (const [usefulness, usability] of scores) await started.visitor().rate(id, usefulness, usability);
    return id;
  };
  const score = async (id: number) => (await started.visitor().get<ToolScore>(`/tools/${id}/score`)).body;
  const quadrant = async (query = '') =>
    (await started.visitor().get<QuadrantEntry[]>(`/analytics/quadrant${query}`)).body;
  return { ...started, admin, rated, score, quadrant };
}

describe('the score of a tool', () => {
  test('is explained by its mean, the prior and the weight, and is what the ranking uses', async () => {
    const { rated, score, visitor } = await app();
    await rated('Others', ...Array.from({ length: 8 }, (): [number, number] => [2, 2]));
    const id = await rated('Tool', [5, 3], [4, 4]);
    const found = await score(id);
    // Eight ratings of 2 and two of 4: the prior mean is 2.4.
    expect(found).toMatchObject({ toolId: id, ratingCount: 2, fewRatings: true, polarised: false });
    expect(found.combined).toMatchObject({ mean: 4, priorMean: 2.4, priorWeight: 5 });
    expect(found.combined.score).toBeCloseTo((2.4 * 5 + 8) / (5 + 2), 12);
    expect(found.usefulness).toMatchObject({ mean: 4.5, standardDeviation: 0.5 });
    const { body } = await visitor().get<{ tool: { id: number }; score: number }[]>(
      '/analytics/top-tools?ranking=bayesian',
    );
    expect(body.find(({ tool }) => tool.id === id)?.score).toBeCloseTo(found.combined.score as number, 12);
  });

  test('of a tool that nobody rated is the prior, with a wide interval; with a weight of 0 there is none', async () => {
    const { rated, score } = await app();
    const { combined, fewRatings, polarised } = await score(await rated('New'));
    expect([combined.mean, combined.standardDeviation, combined.score, fewRatings, polarised]).toEqual([
      null,
      null,
      3,
      true,
      false,
    ]);
    expect(combined.low).toBeCloseTo(3 - 1.96 * Math.sqrt(2 / 5), 12);
    const unweighted = await app({ BAYESIAN_WEIGHT: '0' });
    const none = await unweighted.score(await unweighted.rated('New'));
    expect(none.combined).toMatchObject({ mean: null, score: null, low: null, high: null });
  });

  test('warns of few ratings below 5, and of polarisation from a deviation of 1.5 and 5 ratings on', async () => {
    const { rated, score } = await app();
    const warnings = async (...scores: [number, number][]) => {
      const { fewRatings, polarised } = await score(await rated('Tool', ...scores));
      return [fewRatings, polarised];
    };
    expect(await warnings([1, 3], [5, 3], [1, 3], [5, 3])).toEqual([true, false]);
    expect(await warnings([1, 3], [5, 3], [1, 3], [5, 3], [5, 3])).toEqual([false, true]);
    expect(await warnings([3, 1], [3, 4], [3, 1], [3, 4], [3, 1], [3, 4])).toEqual([false, true]);
    expect(await warnings([2, 2], [4, 4], [2, 2], [4, 4], [3, 3])).toEqual([false, false]);
  });

  test('of an unknown or trashed tool is 404', async () => {
    const { admin, rated } = await app();
    const id = await rated('Tool');
    await admin.post('/tools/trash', { ids: [id] });
    for (const unknown of [id, 999_999, 'abc']) expect((await admin.get(`/tools/${unknown}/score`)).status).toBe(404);
  });
});

const three = (usefulness: number, usability: number) =>
  Array.from({ length: 3 }, (): [number, number] => [usefulness, usability]);

describe('the quadrant', () => {
  test('places tools by both averages, those on a threshold above it, and leaves out those with few ratings', async () => {
    const { rated, quadrant } = await app();
    const both = await rated('Both', ...three(3, 3));
    const useful = await rated('Useful', ...three(5, 2));
    const usable = await rated('Usable', ...three(2, 4));
    const neither = await rated('Neither', ...three(1, 2));
    const few = await rated('Few', [5, 5], [5, 5]);
    expect((await quadrant()).map(({ toolId, quadrant: place }) => [toolId, place])).toEqual([
      [both, 'invest'],
      [useful, 'improve'],
      [usable, 'tolerate'],
      [neither, 'retire'],
    ]);
    expect((await quadrant('?minRatings=2')).map(({ toolId }) => toolId)).toContain(few);
    const strict = await quadrant('?usefulness=5&usability=4.5');
    expect(strict.map(({ quadrant: place }) => place)).toEqual(['retire', 'improve', 'retire', 'retire']);
    expect((await quadrant())[1]).toEqual({
      toolId: useful,
      name: 'Useful',
      category: 'General',
      avgUsefulness: 5,
      avgUsability: 2,
      ratingCount: 3,
      fewRatings: true,
      polarised: false,
      yearlyCosts: [],
      quadrant: 'improve',
    });
  });

  test('shows yearly costs to those with the feature and to nobody else', async () => {
    const { admin, signedIn, visitor, rated } = await app();
    const id = await rated('Tool', ...three(4, 4));
    const cost = { amount: '10', currency: 'EUR', period: 'monthly', startsOn: '2020-01-01' };
    await admin.post(`/tools/${id}/costs`, cost);
    await admin.post(`/tools/${id}/costs`, { ...cost, period: 'once' });
    const seen = [{ currency: 'EUR', yearlyAmount: '120.00' }];
    for (const [client, costs] of [
      [visitor(), []],
      [await signedIn(), []],
      [await signedIn({ tier: 'premium' }), seen],
      [admin, seen],
    ] as const) {
      const { body } = await client.get<QuadrantEntry[]>('/analytics/quadrant');
      expect(body.map(({ yearlyCosts }) => yearlyCosts)).toEqual([costs]);
    }
  });

  test('leaves trashed tools out', async () => {
    const { admin, rated, quadrant } = await app();
    const id = await rated('Tool', ...three(4, 4));
    await admin.post('/tools/trash', { ids: [id] });
    expect(await quadrant()).toEqual([]);
  });

  test.each([
    'usefulness=0.9',
    'usefulness=5.1',
    'usability=0',
    'usability=x',
    'minRatings=0',
    'minRatings=1.5',
    'minRatings=-1',
  ])('with %s is 400', async (query) => {
    const { visitor } = await app();
    const answer = await visitor().get<{ error: string }>(`/analytics/quadrant?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(query.split('=')[0]);
  });
});
