// Clusters of tools that all overlap with each other: never a chain in which the ends have nothing to do with one another.
import { type Overlaps, weights } from './overlap.ts';

export interface Cluster {
  /** In ascending order. */
  ids: number[];
  /** Mean similarity of its pairs. */
  similarity: number;
  /** Keys of the labels that more than half of them have (see labelKeys). */
  shared: string[];
}

/** Tools looked at between two yields: some milliseconds of work. */
const TOOLS_PER_STEP = 100;
const MERGES_PER_STEP = 5000;
/** Similarities are ordered to a thousandth; what is closer than that is ordered by id. */
const LEVELS = 1000;

/** Two places of a comparison. */
interface Pair {
  a: number;
  b: number;
}

/** Every overlapping pair, the most similar first, ties by id. Yields between short steps, like `clusterTools`. */
export function* overlappingPairs(overlaps: Overlaps): Generator<void, Pair[]> {
  const levels: Pair[][] = Array.from({ length: LEVELS + 1 }, () => []);
  for (let a = 0; a < overlaps.size; a += 1) {
    for (const { other: b, similarity } of overlaps.overlapping(a)) {
      levels[LEVELS - Math.floor(similarity * LEVELS)]?.push({ a, b });
    }
    if (a % TOOLS_PER_STEP === 0) yield;
  }
  return levels.flat();
}

function meanSimilarity(overlaps: Overlaps, places: readonly number[]): number {
  let sum = 0;
  for (const [index, a] of places.entries()) for (const b of places.slice(0, index)) sum += overlaps.compare(a, b);
  return sum / ((places.length * (places.length - 1)) / 2);
}

/**
 * Partitions the tools: pair by pair, the most similar first, two groups become one if every tool of the one overlaps with
 * every tool of the other, no decided pair would meet, and the whole stays readable. Yields between short steps, so that its
 * thread can do other work in between.
 * @param pairs what `overlappingPairs` found
 * @param decided pairs of ids that people have decided about
 * @returns groups of two tools and more, the most similar first
 */
export function* clusterTools(
  overlaps: Overlaps,
  pairs: readonly Pair[],
  decided: readonly (readonly [number, number])[],
): Generator<void, Cluster[]> {
  const key = (a: number, b: number) => Math.min(a, b) * overlaps.size + Math.max(a, b);
  const apart = new Set<number>();
  for (const [first, second] of decided) {
    const [a, b] = [overlaps.placeOf(first), overlaps.placeOf(second)];
    if (a !== undefined && b !== undefined) apart.add(key(a, b));
  }
  const mayMeet = (a: number, b: number) => !apart.has(key(a, b)) && overlaps.compare(a, b) >= weights.cluster;

  const groups = new Map<number, number[]>();
  const groupOf = (place: number) => groups.get(place) ?? [place];
  for (const [index, { a, b }] of pairs.entries()) {
    if (index % MERGES_PER_STEP === 0) yield;
    const [left, right] = [groupOf(a), groupOf(b)];
    if (left === right || left.length + right.length > weights.clusterSize) continue;
    if (!left.every((one) => right.every((other) => mayMeet(one, other)))) continue;
    const merged = [...left, ...right];
    for (const place of merged) groups.set(place, merged);
  }
  return [...new Set(groups.values())]
    .map((places) => places.toSorted((a, b) => a - b))
    .map((places) => ({
      ids: places.map((place) => overlaps.idAt(place)),
      similarity: meanSimilarity(overlaps, places),
      shared: overlaps.sharedBy(places),
    }))
    .toSorted((a, b) => b.similarity - a.similarity || (a.ids[0] as number) - (b.ids[0] as number));
}
