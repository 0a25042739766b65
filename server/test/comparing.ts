// What tests of the comparison of tools stand on: catalogues in memory, made up or random.
import type { ToolInput } from '@toolscore/contract/schemas';
import * as fc from 'fast-check';
import { clusterTools, overlappingPairs } from '../src/features/similar/clusters.ts';
import { Overlaps } from '../src/features/similar/overlap.ts';
import { Vocabulary } from '../src/features/similar/vocabulary.ts';

/** Tools with ids from 1 on; what is left out is empty. */
export function compare(inputs: readonly Partial<ToolInput>[], order = inputs.map((_, index) => index)): Overlaps {
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
export function walk<T>(steps: Generator<void, T>): { result: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = steps.next();
    if (done) return { result: value, pauses };
  }
}

export const finish = <T>(steps: Generator<void, T>): T => walk(steps).result;

export const cluster = (overlaps: Overlaps, decided: readonly (readonly [number, number])[] = []) =>
  finish(clusterTools(overlaps, finish(overlappingPairs(overlaps)), decided));

/** One tool beside fillers that make a label of two tools rare. */
export const fillers = (count: number): Partial<ToolInput>[] =>
  Array.from({ length: count }, (_, n) => ({ category: `Own ${n}` }));
export const catalogues = fc.array(
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
export const decisions = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 })));
