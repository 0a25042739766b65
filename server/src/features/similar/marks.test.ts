// Words and marks by themselves.
import { describe, expect, test } from 'vitest';
import { Marks } from './marks.ts';
import { Vocabulary, wordsOf } from './vocabulary.ts';

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
