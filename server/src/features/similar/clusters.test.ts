// Clusters by themselves: without a database, a thread or the web.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, cluster, compare, decisions, fillers, finish, walk } from '../../../test/comparing.ts';
import { clusterTools, overlappingPairs } from './clusters.ts';

describe('for any catalogue', () => {
  test('the overlapping pairs are those that comparing every two tools finds, the most similar first', () => {
    fc.assert(
      fc.property(catalogues, (inputs) => {
        const overlaps = compare(inputs);
        const naive = inputs.flatMap((_, a) =>
          inputs.flatMap((_, b) => (b > a && overlaps.compare(a, b) >= 0.6 ? [`${a} ${b}`] : [])),
        );
        const pairs = finish(overlappingPairs(overlaps));
        expect(pairs.map(({ a, b }) => `${a} ${b}`).toSorted()).toEqual(naive.toSorted());
        const levels = pairs.map(({ a, b }) => Math.floor(overlaps.compare(a, b) * 1000));
        expect(levels).toEqual(levels.toSorted((a, b) => b - a));
      }),
      { numRuns: 500 },
    );
  });

  test('each tool is in at most one cluster, every two of a cluster overlap, and what was decided is apart', () => {
    fc.assert(
      fc.property(catalogues, decisions, (inputs, decided) => {
        const overlaps = compare(inputs);
        const clusters = cluster(overlaps, decided);
        const isDecided = (a: number, b: number) =>
          decided.some((pair) => pair.includes(a) && pair.includes(b) && a !== b);
        const ids = clusters.flatMap((one) => one.ids);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { ids: members, similarity } of clusters) {
          const pairs = members.flatMap((a) => members.filter((b) => b > a).map((b) => [a, b] as const));
          expect(members.length).toBeGreaterThan(1);
          expect(members).toEqual(members.toSorted((a, b) => a - b));
          expect(pairs.filter(([a, b]) => overlaps.compare(a - 1, b - 1) < 0.6 || isDecided(a, b))).toEqual([]);
          const sum = pairs.reduce((total, [a, b]) => total + overlaps.compare(a - 1, b - 1), 0);
          expect(similarity).toBeCloseTo(sum / pairs.length, 10);
        }
        const similarities = clusters.map(({ similarity }) => similarity);
        expect(similarities).toEqual(similarities.toSorted((a, b) => b - a));
        const alone = inputs.map((_, index) => index + 1).filter((id) => !ids.includes(id));
        const missed = alone.flatMap((a) =>
          alone.filter((b) => b > a && overlaps.compare(a - 1, b - 1) >= 0.6 && !isDecided(a, b)),
        );
        expect(missed).toEqual([]);
      }),
    );
  });
});

describe('clusters', () => {
  const labels = { category: 'X', tags: ['p', 'q', 'r'] };

  test('have forty tools at most, and tell what more than half of their tools share', () => {
    const others = Array.from({ length: 90 }, (_, n) => ({ category: `Own ${n}` }));
    const sizes = (count: number) =>
      cluster(compare([...Array.from({ length: count }, () => labels), ...others])).map(({ ids }) => ids.length);
    expect(sizes(40)).toEqual([40]);
    expect(sizes(41)).toEqual([40]);
    expect(sizes(42)).toEqual([40, 2]);
    const near = { ...labels, tags: [...labels.tags, 's'] };
    const crowd = compare([labels, ...Array.from({ length: 45 }, () => near), labels, labels, ...others]);
    const closest = crowd.overlapping(0).map(({ other }) => other);
    expect([closest.length, ...closest.slice(0, 4)]).toEqual([40, 46, 47, 1, 2]);
    const [found] = cluster(
      compare([labels, labels, { ...labels, tags: ['p', 'q', 's'] }, { ...labels, tags: ['p', 'q', 's'] }, ...others]),
    );
    expect([found?.ids, found?.shared]).toEqual([
      [1, 2],
      ['t:r', 't:p', 't:q'],
    ]);
  });

  test('that are equally similar come by their lowest id', () => {
    const other = { category: 'Y', tags: ['x', 'y', 'z'] };
    expect(cluster(compare([other, labels, labels, other])).map(({ ids }) => ids)).toEqual([
      [1, 4],
      [2, 3],
    ]);
  });

  test('come with the most similar first, even when a tool less similar has joined them', () => {
    const many = 'abcdefghi'.split('');
    const found = cluster(
      compare([
        labels,
        labels,
        { ...labels, tags: [...labels.tags, 's'] },
        { category: 'Y', tags: many },
        { category: 'Y', tags: [...many, 'j'] },
      ]),
    );
    expect(found.map(({ ids }) => ids)).toEqual([
      [4, 5],
      [1, 2, 3],
    ]);
  });

  test('tell labels by their rarity, whoever has which', () => {
    const common = { tags: ['q', 'p'] };
    const overlaps = compare([{ tags: ['q'] }, common, common]);
    expect(overlaps.sharedBy([0, 1, 2])).toEqual(['t:p', 't:q']);
  });

  test('are found with a pause every hundred tools and every five thousand pairs', () => {
    const pauses = (alike: number, others: number) => {
      const overlaps = compare([...Array.from({ length: alike }, () => labels), ...fillers(others)]);
      const pairs = walk(overlappingPairs(overlaps));
      return [pairs.pauses, walk(clusterTools(overlaps, pairs.result, [])).pauses];
    };
    expect(pauses(0, 100)).toEqual([1, 0]);
    expect(pauses(0, 101)).toEqual([2, 0]);
    expect(pauses(2, 4)).toEqual([1, 1]);
    // Of each tool the forty most similar later ones count: 110 × 40 + 780 pairs.
    expect(pauses(150, 160)).toEqual([4, 2]);
  });

  test('keep apart what was decided, whichever tool was named first; decisions about unknown tools count for nothing', () => {
    const overlaps = compare([labels, labels, labels]);
    expect(cluster(overlaps).map(({ ids }) => ids)).toEqual([[1, 2, 3]]);
    const between = { ...labels, tags: [...labels.tags, 's'] };
    expect(cluster(compare([labels, between, labels])).map(({ ids }) => ids)).toEqual([[1, 2, 3]]);
    expect(cluster(overlaps, [[2, 1]]).map(({ ids }) => ids)).toEqual([[1, 3]]);
    expect(cluster(overlaps, [[1, 2]]).map(({ ids }) => ids)).toEqual([[1, 3]]);
    const closer = { ...labels, tags: [...labels.tags, 's'] };
    expect(cluster(compare([labels, closer, closer]), [[1, 3]]).map(({ ids }) => ids)).toEqual([[2, 3]]);
    expect(
      cluster(overlaps, [
        [1, 99],
        [99, 2],
      ]).map(({ ids }) => ids),
    ).toEqual([[1, 2, 3]]);
  });
});
