// Which tools have which marks (labels or words), and what each mark is worth as evidence.
import type { Vocabulary } from './vocabulary.ts';

/** Sums of weights that should be equal differ by less than this. */
export const ROUNDING = 1e-9;

/** Lists of numbers, one after the other: list i is `items[starts[i]]` up to `items[starts[i + 1]]`. */
export class Lists {
  readonly #starts: Int32Array;
  readonly #items: Int32Array;

  constructor(lists: readonly (readonly number[])[]) {
    this.#starts = new Int32Array(lists.length + 1);
    for (const [index, list] of lists.entries())
      this.#starts[index + 1] = (this.#starts[index] as number) + list.length;
    this.#items = new Int32Array(this.#starts[lists.length] as number);
    for (const [index, list] of lists.entries()) this.#items.set(list, this.#starts[index]);
  }

  of(index: number): Int32Array {
    return this.#items.subarray(this.#starts[index], this.#starts[index + 1]);
  }
}

/** Marks that count as evidence, numbered by how many tools have them, the rarest first. */
export class Marks {
  /** Keys of the marks. */
  readonly keys: readonly string[];
  readonly weights: Float64Array;
  /** Marks of each tool, the rarest first. */
  readonly #of: Lists;
  /** Sum of the weights of each tool's marks. */
  readonly totals: Float64Array;

  /**
   * @param all the marks of each tool, as numbers of the vocabulary
   * @param weightOf what a mark that so many tools have is worth; 0 when it is no evidence
   */
  constructor(all: readonly (readonly number[])[], vocabulary: Vocabulary, weightOf: (count: number) => number) {
    const counts = new Map<number, number>();
    for (const marks of all) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    // Ties by text, not by the vocabulary's numbers: those depend on which tool was met first.
    const evidence = [...counts]
      .filter(([, count]) => weightOf(count) > 0)
      .map(([mark, count]) => ({ mark, count, key: vocabulary.textOf(mark) }))
      .toSorted((a, b) => a.count - b.count || (a.key < b.key ? -1 : 1));
    const rank = new Map(evidence.map(({ mark }, index) => [mark, index]));
    const ranked = all.map((marks) => marks.flatMap((mark) => rank.get(mark) ?? []).toSorted((a, b) => a - b));
    this.keys = evidence.map(({ key }) => key);
    this.weights = Float64Array.from(evidence, ({ count }) => weightOf(count));
    this.#of = new Lists(ranked);
    this.totals = Float64Array.from(ranked, (marks) => marks.reduce((sum, mark) => sum + this.weightOf(mark), 0));
  }

  weightOf(mark: number): number {
    return this.weights[mark] as number;
  }

  totalOf(place: number): number {
    return this.totals[place] as number;
  }

  /** Marks of one tool, the rarest first. */
  of(place: number): Int32Array {
    return this.#of.of(place);
  }

  /** The rarest marks of one tool, as many as it takes until the rest weighs less than that part of all of them. */
  rarest(place: number, part: number): { marks: Int32Array; rest: number } {
    const marks = this.of(place);
    const little = this.totalOf(place) * part - ROUNDING;
    let rest = this.totalOf(place);
    let end = 0;
    for (; end < marks.length && rest > little; end += 1) rest -= this.weightOf(marks[end] as number);
    return { marks: marks.subarray(0, end), rest };
  }

  /** The tools that have each mark, in ascending order. */
  holders(): Lists {
    const holders: number[][] = this.keys.map(() => []);
    for (let place = 0; place < this.totals.length; place += 1) {
      for (const mark of this.of(place)) holders[mark]?.push(place);
    }
    return new Lists(holders);
  }

  /** Weight of what two tools share; 0 when that is fewer marks than `least`. */
  shared(a: number, b: number, least: number): number {
    const [left, right] = [this.of(a), this.of(b)];
    let weight = 0;
    let count = 0;
    for (let i = 0, j = 0; i < left.length && j < right.length;) {
      const difference = (left[i] as number) - (right[j] as number);
      if (difference === 0) {
        weight += this.weightOf(left[i] as number);
        count += 1;
      }
      if (difference <= 0) i += 1;
      if (difference >= 0) j += 1;
    }
    return count < least ? 0 : weight;
  }

  /** Keys of the marks that more than half of these tools have, the rarest first. */
  sharedBy(places: readonly number[]): string[] {
    const counts = new Map<number, number>();
    for (const place of places) for (const mark of this.of(place)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    const most = [...counts].filter(([, count]) => count > places.length / 2);
    return most.toSorted((a, b) => a[0] - b[0]).map(([mark]) => this.keys[mark] as string);
  }
}
