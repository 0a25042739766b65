// The comparison of tools by itself: without a database, a thread or the web.
import type { ToolInput } from '@toolscore/contract/schemas';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterTools, overlappingPairs } from './clusters.ts';
import { Marks } from './marks.ts';
import { Overlaps } from './overlap.ts';
import { Vocabulary, wordsOf } from './vocabulary.ts';

/** Tools with ids from 1 on; what is left out is empty. */
function compare(inputs: readonly Partial<ToolInput>[], order = inputs.map((_, index) => index)): Overlaps {
  const vocabulary = new Vocabulary();
  const encoded = order.map((index) => {
    const { name = '', description = '', category = '', tags = [], features = [] } = inputs[index] ?? {};
    return vocabulary.encode({
      id: index + 1,
      name,
      description,
      category,
      tags: JSON.stringify(tags),
      features: JSON.stringify(features),
    });
  });
  return new Overlaps(encoded, vocabulary);
}

/** What steps come to, and after how many pauses. */
function walk<T>(steps: Generator<void, T>): { result: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = steps.next();
    if (done) return { result: value, pauses };
  }
}

const finish = <T>(steps: Generator<void, T>): T => walk(steps).result;

const cluster = (overlaps: Overlaps, decided: readonly (readonly [number, number])[] = []) =>
  finish(clusterTools(overlaps, finish(overlappingPairs(overlaps)), decided));

describe('words', () => {
  test('are those of name and description, without addresses and single characters', () => {
    const description = 'A wiki (see https://example.org/wiki), C++ & Größe-2.';
    expect(wordsOf({ name: 'Otter Wiki', description })).toEqual(['Otter', 'Wiki', 'wiki', 'see', 'Größe']);
    expect(wordsOf({ name: '?', description: '' })).toEqual([]);
  });
});

describe('marks', () => {
  const vocabulary = new Vocabulary();
  /** Tools with those tags; a mark weighs 8 if one of them has it, 4 if two do, 2 if three do, 1 if four do. */
  const marksOf = (...tags: string[][]) => {
    const encoded = tags.map((list, id) =>
      vocabulary.encode({ id, name: '', description: '', category: '', tags: JSON.stringify(list), features: '[]' }),
    );
    return new Marks(
      encoded.map(({ labels }) => labels),
      vocabulary,
      (count) => 16 / 2 ** count,
    );
  };
  const marks = marksOf(['d', 'c', 'b', 'a'], ['d', 'c', 'b'], ['d', 'c'], ['d'], []);

  test('are known by their rarity, with what they weigh and who has them', () => {
    expect(marks.keys).toEqual(['t:a', 't:b', 't:c', 't:d']);
    expect([...marks.of(0)]).toEqual([0, 1, 2, 3]);
    expect([0, 1, 2, 3, 4].map((place) => marks.totalOf(place))).toEqual([15, 7, 3, 1, 0]);
    expect([0, 1, 2, 3].map((mark) => [...marks.holders().of(mark)])).toEqual([[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]);
  });

  test('that are rarest are told with the weight of the rest', () => {
    const rarest = (place: number, part: number) => {
      const { marks: found, rest } = marks.rarest(place, part);
      return [[...found], rest];
    };
    expect(rarest(0, 0.5)).toEqual([[0], 7]);
    expect(rarest(0, 0.4)).toEqual([[0, 1], 3]);
    // The rest has to weigh less, not as much.
    expect(rarest(0, 3 / 15)).toEqual([[0, 1, 2], 1]);
    expect(rarest(0, 0)).toEqual([[0, 1, 2, 3], 0]);
    expect(rarest(4, 0.5)).toEqual([[], 0]);
  });

  test('that two tools share are weighed, when there are enough of them', () => {
    expect([marks.shared(0, 1, 3), marks.shared(1, 0, 3), marks.shared(0, 1, 4), marks.shared(0, 4, 0)]).toEqual([
      7, 7, 0, 0,
    ]);
  });
});

/** One tool beside fillers that make a label of two tools rare. */
const fillers = (count: number): Partial<ToolInput>[] =>
  Array.from({ length: count }, (_, n) => ({ category: `Own ${n}` }));
const similarity = (...inputs: Partial<ToolInput>[]) => compare(inputs).similarTo(1, 50)[0]?.similarity;

describe('similarity', () => {
  test('is the weight of what is shared by the weight of what either has, and a fifth for the category', () => {
    const a = { category: 'X', tags: ['p', 'q', 'own'] };
    const b = { category: 'X', tags: ['p', 'q'] };
    // All three weigh the same: a label of one tool weighs as one of two.
    expect(similarity(a, b)).toBeCloseTo(0.8 * (2 / 3) + 0.2, 12);
    expect(similarity(a, { ...b, category: 'Y' })).toBeCloseTo(0.8 * (2 / 3), 12);
  });

  test('weighs labels by how few tools have them', () => {
    const a = { category: 'X', tags: ['p', 'q'] };
    const weight = (count: number) => Math.log(1 + 6 / count);
    const found = compare([
      a,
      { category: 'X', tags: ['p'] },
      { category: 'Y', tags: ['q'] },
      { category: 'X', tags: ['q'] },
      ...fillers(2),
    ]);
    expect(found.compare(0, 1)).toBeCloseTo(0.8 * (weight(2) / (weight(2) + weight(3))) + 0.2, 12);
    expect(found.compare(0, 3)).toBeCloseTo(0.8 * (weight(3) / (weight(2) + weight(3))) + 0.2, 12);
    expect(found.compare(0, 2)).toBe(0);
  });

  test('ignores a label of more than half of the tools, from four tools on', () => {
    const tagged = (count: number, others: number) =>
      compare([
        { category: 'X', tags: ['all', 'one'] },
        { category: 'X', tags: ['all', 'two'] },
        ...Array.from({ length: count - 2 }, (_, n) => ({ category: `Own ${n}`, tags: ['all'] })),
        ...fillers(others),
      ]).compare(0, 1);
    expect(tagged(3, 0)).toBeGreaterThan(0);
    expect(tagged(4, 4)).toBeGreaterThan(0);
    expect(tagged(4, 3)).toBe(0);
    expect(tagged(4, 0)).toBe(0);
  });

  test('is raised by the rare words that both have, by three tenths at most', () => {
    const labels = { category: 'X', tags: ['p', 'q'] };
    const kin = { ...labels, tags: ['p', 'q', 'r'] };
    const resemblance = 0.8 * (2 / 3) + 0.2;
    const said = (a: string, b: string, ...more: Partial<ToolInput>[]) =>
      similarity({ ...labels, description: a }, { ...kin, description: b }, ...more);
    expect(said('Photo albums', 'album of photos')).toBeCloseTo(0.7 * resemblance + 0.3, 12);
    // Words of one tool alone say nothing, and where the words of one of the two say nothing, labels decide alone.
    expect(said('Photo albums', 'Kanban boards')).toBeCloseTo(resemblance, 12);
    const others = [
      { description: 'photo', category: 'Y' },
      { description: 'kanban', category: 'Z' },
    ];
    expect(said('photo', 'kanban', ...others)).toBeCloseTo(0.7 * resemblance, 12);
    const weight = (count: number) => Math.log(1 + 4 / count) ** 2;
    const cosine = weight(2) / Math.sqrt((weight(2) + weight(3)) * weight(2));
    const three = [
      { description: 'photo', category: 'Y' },
      { description: 'photo', category: 'Z' },
    ];
    expect(said('wiki photo', 'wiki', ...three)).toBeCloseTo(0.7 * resemblance + 0.3 * cosine, 12);
  });

  test('ignores words of more than a twentieth of the tools, from eleven tools on', () => {
    const shared = (count: number, others: number) =>
      compare([
        { category: 'X', tags: ['p', 'q'], description: 'software' },
        { category: 'X', tags: ['p', 'q'], description: 'software' },
        ...Array.from({ length: count - 2 }, (_, n) => ({ category: `Own ${n}`, description: 'software' })),
        ...fillers(others),
      ]).similarTo(1, 1)[0]?.shared;
    expect(shared(10, 20)).toContain('w:software');
    expect(shared(11, 20)).not.toContain('w:software');
    expect(shared(11, 208)).not.toContain('w:software');
    expect(shared(11, 209)).toContain('w:software');
    expect(shared(10, 9)).not.toContain('w:software');
  });

  test('leaves out what is less than half as similar as the best', () => {
    const labels = { category: 'X', tags: ['p', 'q', 'r', 's'] };
    const half = { category: 'Y', tags: ['p', 'q'] };
    const found = (...others: Partial<ToolInput>[]) =>
      compare([labels, ...others])
        .similarTo(1, 50)
        .map(({ id }) => id);
    // 0.8 × 2/4 is less than half of 1, and all there is without the better one.
    expect(found(labels, half)).toEqual([2]);
    expect(found({ category: 'Z' }, half)).toEqual([3]);
  });

  test('tells the labels that both have, then the three rarest words', () => {
    const text = 'alpha beta gamma delta';
    const found = compare([
      { category: 'X', tags: ['p', 'q'], features: ['p'], description: text },
      { category: 'X', tags: ['q', 'p'], description: text },
      { category: 'Y', tags: ['p'], description: 'alpha' },
    ]).similarTo(1, 1);
    expect(found[0]?.shared).toEqual(['t:q', 't:p', 'w:beta', 'w:delta', 'w:gamma']);
  });

  test('with tools that somebody put beside it is told however little they share; unknown ones share nothing', () => {
    const overlaps = compare([
      { category: 'X', tags: ['p'] },
      { category: 'Y', tags: ['p'] },
    ]);
    expect(overlaps.compareWith(1, [2, 99])).toEqual([
      { id: 2, similarity: 0, shared: ['t:p'] },
      { id: 99, similarity: 0, shared: [] },
    ]);
    expect(overlaps.compareWith(99, [1])).toEqual([{ id: 1, similarity: 0, shared: [] }]);
    expect(overlaps.similarTo(99, 10)).toEqual([]);
  });
});

const catalogues = fc.array(
  fc.record({
    name: fc.constantFrom('', 'Wiki', 'Board'),
    description: fc
      .array(fc.constantFrom('photo', 'video', 'chat', 'mail'), { maxLength: 3 })
      .map((words) => words.join(' ')),
    category: fc.constantFrom('A', 'B'),
    tags: fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's', 't', 'u'), { maxLength: 5 }),
    features: fc.uniqueArray(fc.constantFrom('p', 'x', 'y'), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 30 },
);
const decisions = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 })));

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

  test('similarity is within 0..1, the same both ways, and the same whatever the order of the tools', () => {
    fc.assert(
      fc.property(catalogues, fc.infiniteStream(fc.nat()), (inputs, random) => {
        const straight = compare(inputs);
        const order = inputs
          .map((_, index) => ({ index, rank: random.next().value }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ index }) => index);
        const shuffled = compare(inputs, order);
        for (const [place, { category }] of inputs.entries()) {
          const found = straight.similarTo(place + 1, 50);
          expect(shuffled.similarTo(place + 1, 50)).toEqual(found);
          expect(found.map(({ similarity }) => similarity)).toEqual(
            found.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
          );
          for (const { id, similarity, shared } of found) {
            expect(id).not.toBe(place + 1);
            expect(similarity).toBeGreaterThan(0);
            expect(similarity).toBeLessThanOrEqual(1);
            const labels = shared.filter((key) => !key.startsWith('w:')).length;
            expect(labels).toBeGreaterThanOrEqual(1);
            expect(labels + Number(inputs[id - 1]?.category === category)).toBeGreaterThanOrEqual(2);
          }
          for (let other = 0; other < inputs.length; other += 1) {
            expect(straight.compare(place, other)).toBe(straight.compare(other, place));
          }
        }
      }),
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
