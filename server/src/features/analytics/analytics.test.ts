import type { AnalyticsSummary, CategoryStats, RatingDistribution, TopToolEntry } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

type Scores = [usefulness: number, usability: number];

async function app() {
  const started = await appForTest();
  const admin = await started.admin();
  const reader = started.visitor();
  const read = async <T>(path: string) => (await reader.get<T>(`/analytics/${path}`)).body;
  const { db } = started.context.engine;
  return {
    admin,
    /** A tool of that category, made on that day, with one rating a voter. */
    add: async (category: string, day: string, ...ratings: Scores[]) => {
      const { id } = await admin.createTool({ category });
      await db
        .updateTable('tools')
        .set({ created_at: `${day}T00:00:00.000Z` })
        .where('id', '=', id)
        .execute();
      for (const scores of ratings) await started.visitor().rate(id, ...scores);
      return id;
    },
    summary: () => read<AnalyticsSummary>('summary'),
    categories: () => read<CategoryStats[]>('by-category'),
    distribution: (query = '') => read<RatingDistribution>(`rating-distribution${query}`),
    top: async (query = '') =>
      (await read<TopToolEntry[]>(`top-tools${query}`)).map(({ tool, score, ratingCount }) => [
        tool.id,
        score,
        ratingCount,
      ]),
  };
}

const counts = (metric: { score: number; count: number }[]) => {
  expect(metric.map(({ score }) => score)).toEqual([1, 2, 3, 4, 5]);
  return metric.map(({ count }) => count);
};

describe('the figures of a catalogue', () => {
  test('without tools are nothing, not zero, where there is nothing to average', async () => {
    const { summary, categories, distribution, top } = await app();
    expect(await summary()).toEqual({
      totalTools: 0,
      totalRatings: 0,
      avgUsefulness: null,
      avgUsability: null,
      avgCombined: null,
      categoriesCount: 0,
    });
    expect(await categories()).toEqual([]);
    expect(await top()).toEqual([]);
    const { usefulness, usability } = await distribution();
    expect([counts(usefulness), counts(usability)]).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ]);
  });

  test('weigh every rating the same, whatever the tool', async () => {
    const { add, summary, categories } = await app();
    const most = await add('Zoo', '2026-01-01', [5, 1], [4, 2], [5, 5]);
    await add('Ant', '2026-01-02', [1, 4]);
    await add('Zoo', '2026-01-03');
    expect(await summary()).toMatchObject({
      totalTools: 3,
      totalRatings: 4,
      avgUsefulness: 15 / 4,
      avgUsability: 12 / 4,
      avgCombined: 27 / 8,
      categoriesCount: 2,
      mostRatedTool: { id: most, ratingCount: 3, avgUsefulness: 14 / 3 },
    });
    expect(await categories()).toEqual([
      { category: 'Ant', toolCount: 1, totalRatings: 1, avgUsefulness: 1, avgUsability: 4 },
      { category: 'Zoo', toolCount: 2, totalRatings: 3, avgUsefulness: 14 / 3, avgUsability: 8 / 3 },
    ]);
  });

  test('count how often each score was given, to all tools or to one', async () => {
    const { add, distribution } = await app();
    const id = await add('A', '2026-01-01', [5, 1], [4, 1], [5, 2]);
    await add('B', '2026-01-01', [1, 3], [2, 3]);
    const all = await distribution();
    expect([counts(all.usefulness), counts(all.usability)]).toEqual([
      [1, 1, 0, 1, 2],
      [2, 1, 2, 0, 0],
    ]);
    const one = await distribution(`?toolId=${id}`);
    expect([counts(one.usefulness), counts(one.usability)]).toEqual([
      [0, 0, 0, 1, 2],
      [2, 1, 0, 0, 0],
    ]);
    expect(counts((await distribution('?toolId=999999')).usefulness)).toEqual([0, 0, 0, 0, 0]);
  });

  test('leave out what is in the trash', async () => {
    const { admin, add, summary, categories, distribution, top } = await app();
    const id = await add('Gone', '2026-01-01', [5, 5], [5, 5]);
    const stays = await add('Stays', '2026-01-01', [2, 2]);
    await admin.delete(`/tools/${id}`);
    expect(await summary()).toMatchObject({
      totalTools: 1,
      totalRatings: 1,
      avgCombined: 2,
      mostRatedTool: { id: stays },
    });
    expect((await categories()).map(({ category }) => category)).toEqual(['Stays']);
    expect(await top()).toEqual([[stays, 2, 1]]);
    expect(counts((await distribution()).usefulness)).toEqual([0, 1, 0, 0, 0]);
    expect(counts((await distribution(`?toolId=${id}`)).usefulness)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('the tool with most ratings', () => {
  test('is of those with as many the newest, and of those the last added; nothing while nothing is rated', async () => {
    const { add, summary } = await app();
    await add('C', '2026-01-09');
    expect(await summary()).not.toHaveProperty('mostRatedTool');
    const older = await add('C', '2026-01-02', [3, 3]);
    expect((await summary()).mostRatedTool?.id).toBe(older);
    const newer = await add('C', '2026-01-03', [1, 1]);
    await add('C', '2026-01-01', [5, 5]);
    expect((await summary()).mostRatedTool?.id).toBe(newer);
    const last = await add('C', '2026-01-03', [1, 1]);
    expect((await summary()).mostRatedTool?.id).toBe(last);
  });
});

describe('the top tools', () => {
  test('are the rated ones by the mean of a metric, combined unless told otherwise', async () => {
    const { add, top } = await app();
    const useful = await add('C', '2026-01-01', [5, 1], [4, 2]);
    const usable = await add('C', '2026-01-01', [1, 5], [3, 5], [2, 5]);
    await add('C', '2026-01-01');
    expect(await top('?metric=usefulness')).toEqual([
      [useful, 4.5, 2],
      [usable, 2, 3],
    ]);
    expect(await top('?metric=usability')).toEqual([
      [usable, 5, 3],
      [useful, 1.5, 2],
    ]);
    const combined = [
      [usable, 3.5, 3],
      [useful, 3, 2],
    ];
    expect(await top()).toEqual(combined);
    expect(await top('?metric=combined&ranking=mean')).toEqual(combined);
  });

  test.each(['usefulness', 'combined'])('by %s that are as good: more ratings, newest, last added', async (metric) => {
    const { add, top } = await app();
    const old = await add('C', '2026-01-01', [4, 4]);
    const newest = await add('C', '2026-01-03', [4, 4]);
    const between = await add('C', '2026-01-02', [4, 4]);
    const last = await add('C', '2026-01-02', [4, 4]);
    const many = await add('C', '2026-01-01', [4, 4], [4, 4]);
    expect((await top(`?metric=${metric}`)).map(([id]) => id)).toEqual([many, newest, last, between, old]);
  });

  test('are 10, or as many as asked for, at least one', async () => {
    const { add, top } = await app();
    for (let i = 0; i < 12; i += 1) await add('C', '2026-01-01', [3, 3]);
    const lengths = await Promise.all(['', '?limit=0', '?limit=-5', '?limit=11', '?limit=100'].map(top));
    expect(lengths.map((list) => list.length)).toEqual([10, 1, 1, 11, 12]);
  });
});

describe('the top tools by Bayesian ranking', () => {
  const score = (prior: number, sum: number, count: number) => (prior * 5 + sum) / (5 + count);

  test('are drawn to the middle of the scale by fewer than 10 ratings in all, to their mean by 10', async () => {
    const { add, top } = await app();
    const few = await add('C', '2026-01-01', [5, 4]);
    const many = await add('C', '2026-01-01', ...Array.from({ length: 8 }, (): Scores => [4, 5]));
    const expectTop = async (metric: string, expected: [number, number, number][]) => {
      const found = await top(`?ranking=bayesian&metric=${metric}`);
      expect(found.map(([id, , count]) => [id, count])).toEqual(expected.map(([id, , count]) => [id, count]));
      for (const [i, [, value]] of expected.entries()) expect(found[i]?.[1], metric).toBeCloseTo(value, 12);
    };
    await expectTop('usefulness', [
      [many, score(3, 32, 8), 8],
      [few, score(3, 5, 1), 1],
    ]);
    const bad = await add('C', '2026-01-01', [1, 1]);
    const priors = { usefulness: 38 / 10, usability: 45 / 10, combined: 83 / 20 };
    await expectTop('usefulness', [
      [few, score(priors.usefulness, 5, 1), 1],
      [many, score(priors.usefulness, 32, 8), 8],
      [bad, score(priors.usefulness, 1, 1), 1],
    ]);
    await expectTop('usability', [
      [many, score(priors.usability, 40, 8), 8],
      [few, score(priors.usability, 4, 1), 1],
      [bad, score(priors.usability, 1, 1), 1],
    ]);
    await expectTop('combined', [
      [many, score(priors.combined, 36, 8), 8],
      [few, score(priors.combined, 4.5, 1), 1],
      [bad, score(priors.combined, 1, 1), 1],
    ]);
  });
});
