// The comparison of tools by itself: without a database, a thread or the web.
import type { ToolInput } from '@toolscore/contract/schemas';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogues, compare, fillers } from '../../../test/comparing.ts';

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

  test('tells as many as asked for, and of equals those with the lowest ids', () => {
    const labels = { category: 'X', tags: ['p', 'q'] };
    const overlaps = compare([...Array.from({ length: 9 }, () => labels), ...fillers(20)]);
    expect(overlaps.similarTo(3, 4).map(({ id }) => id)).toEqual([1, 2, 4, 5]);
    expect(overlaps.similarTo(3, 50)).toHaveLength(8);
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

describe('for any catalogue', () => {
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
});
