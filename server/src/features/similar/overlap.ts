// How much tools overlap, computed in memory from their labels alone: deterministic, and without a database.
import { labelKey, labelKeys } from '../tools/labels.ts';

/**
 * The weights of the comparison, here and nowhere else. Chosen on 1,348 real tools, where labels are topics, platforms and
 * licences: by its share, one category in common can lift a resemblance but never make one; and at 0.6 (two equal labels
 * of three and the same category) the largest cluster has some twenty tools, at 0.5 thirty with members that only share
 * platform and licence, at 0.8 a third of the plain duplicates is missed.
 */
export const weights = {
  /** Part of the similarity that the category decides; labels decide the rest. */
  category: 0.2,
  /** How many labels two tools must share: one in common is a topic, two are a resemblance. */
  minShared: 2,
  /** A label of more than this part of all tools says nothing about any of them. */
  commonPart: 0.5,
  /** But a label of three tools or fewer is not common, however small the catalogue. */
  commonAtLeast: 4,
  /** What is less than this part as similar as the most similar tool is no company for it. */
  besideBest: 0.5,
  /** From here on tools overlap so much that somebody should decide. */
  cluster: 0.6,
  /** A cluster is for people to read and decide about. */
  clusterSize: 40,
} as const;

/** A label's weight: its inverse document frequency. A label of one tool weighs as if two had it, so no typo outweighs a label. */
const weightOf = (count: number, tools: number) => Math.log(1 + tools / Math.max(count, 2));

export interface LabelledTool {
  id: number;
  category: string;
  /** JSON text, as stored. */
  tags: string;
  features: string;
}

/** A tool with its labels as numbers of a vocabulary. */
export interface EncodedTool {
  id: number;
  category: number;
  labels: number[];
}

/** Numbers for texts, so that comparing tools compares numbers. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  textOf(number: number): string {
    return this.#texts[number] as string;
  }

  encode({ id, category, tags, features }: LabelledTool): EncodedTool {
    const keys = labelKeys({ category, tags: JSON.parse(tags), features: JSON.parse(features) });
    return { id, category: this.#number(`c:${labelKey(category)}`), labels: keys.map((key) => this.#number(key)) };
  }
}

export interface Similar {
  id: number;
  /** 0..1 */
  similarity: number;
  /** Keys of the labels that both have and that count (see labelKeys). */
  shared: string[];
}

const ROUNDING = 1e-9;

/** The part of the similarity of labels that two tools need to be clustered. */
const LEAST_LABELS = {
  sameCategory: (weights.cluster - weights.category) / (1 - weights.category),
  otherCategory: weights.cluster / (1 - weights.category),
};

/** Index of the first of these ascending numbers that is at least `least`. */
function firstFrom(ascending: Int32Array, least: number): number {
  let low = 0;
  for (let high = ascending.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists of numbers, one after the other: list i is `items[starts[i]]` up to `items[starts[i + 1]]`. */
class Lists {
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

/** An immutable comparison of all tools it was made of. Tools are known by their place in ascending order of ids. */
export class Overlaps {
  readonly #ids: number[];
  readonly #places: Map<number, number>;
  readonly #categories: Int32Array;
  /** Key of each label that counts as evidence. Labels are numbered by how many tools have them, the rarest first. */
  readonly #keys: string[];
  readonly #weights: Float64Array;
  /** Labels of each tool that count as evidence, the rarest first. */
  readonly #labels: Lists;
  /** Tools of each such label. */
  readonly #tools: Lists;
  /** Sum of the weights of each tool's labels. */
  readonly #totals: Float64Array;
  /** Scratch: what the tool being compared shares with each other; zero between comparisons. */
  readonly #shared: Float64Array;
  readonly #sharedCount: Int32Array;

  constructor(tools: Iterable<EncodedTool>, vocabulary: Vocabulary) {
    const all = [...tools].toSorted((a, b) => a.id - b.id);
    const counts = new Map<number, number>();
    for (const { labels } of all) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    const isCommon = (count: number) => count >= weights.commonAtLeast && count > all.length * weights.commonPart;
    // Ties by text, not by the vocabulary's numbers: those depend on which tool was met first.
    const evidence = [...counts]
      .filter(([, count]) => !isCommon(count))
      .map(([label, count]) => ({ label, count, key: vocabulary.textOf(label) }))
      .toSorted((a, b) => a.count - b.count || (a.key < b.key ? -1 : 1));
    const rank = new Map(evidence.map(({ label }, index) => [label, index]));
    const labels = all.map((tool) => tool.labels.flatMap((label) => rank.get(label) ?? []).toSorted((a, b) => a - b));
    const toolsOf: number[][] = evidence.map(() => []);
    for (const [place, list] of labels.entries()) for (const label of list) toolsOf[label]?.push(place);

    this.#ids = all.map(({ id }) => id);
    this.#places = new Map(this.#ids.map((id, place) => [id, place]));
    this.#categories = Int32Array.from(all, ({ category }) => category);
    this.#keys = evidence.map(({ key }) => key);
    this.#weights = Float64Array.from(evidence, ({ count }) => weightOf(count, all.length));
    this.#labels = new Lists(labels);
    this.#tools = new Lists(toolsOf);
    this.#totals = Float64Array.from(labels, (list) => this.#sum(list));
    this.#shared = new Float64Array(all.length);
    this.#sharedCount = new Int32Array(all.length);
  }

  get size(): number {
    return this.#ids.length;
  }

  idAt(place: number): number {
    return this.#ids[place] as number;
  }

  placeOf(id: number): number | undefined {
    return this.#places.get(id);
  }

  #sum(labels: Iterable<number>): number {
    let sum = 0;
    for (const label of labels) sum += this.#weights[label] as number;
    return sum;
  }

  /** Weight of what is shared, by weight of what either has; to it comes the category's part. */
  #similarity(a: number, b: number, shared: number): number {
    const union = (this.#totals[a] as number) + (this.#totals[b] as number) - shared;
    const labels = union > 0 ? Math.min(shared / union, 1) : 0;
    const category = this.#categories[a] === this.#categories[b] ? weights.category : 0;
    return (1 - weights.category) * labels + category;
  }

  /** Similarity of two tools; 0 when they share too few labels. */
  compare(a: number, b: number): number {
    const [left, right] = [this.#labels.of(a), this.#labels.of(b)];
    let shared = 0;
    let count = 0;
    for (let i = 0, j = 0; i < left.length && j < right.length;) {
      const difference = (left[i] as number) - (right[j] as number);
      if (difference === 0) {
        shared += this.#weights[left[i] as number] as number;
        count += 1;
      }
      if (difference <= 0) i += 1;
      if (difference >= 0) j += 1;
    }
    return count < weights.minShared ? 0 : this.#similarity(a, b, shared);
  }

  /**
   * Calls `visit` with every tool from the place `from` on that has one of `labels`, which are those of the tool at `place`;
   * the scratch then says how much of them it shares.
   */
  #eachSharing(place: number, labels: Int32Array, from: number, visit: (other: number) => void): void {
    const met: number[] = [];
    for (const label of labels) {
      const weight = this.#weights[label] as number;
      const tools = this.#tools.of(label);
      for (let i = firstFrom(tools, from); i < tools.length; i += 1) {
        const other = tools[i] as number;
        if (this.#sharedCount[other] === 0) met.push(other);
        this.#shared[other] = (this.#shared[other] as number) + weight;
        this.#sharedCount[other] = (this.#sharedCount[other] as number) + 1;
      }
    }
    for (const other of met) {
      if (other !== place) visit(other);
      this.#shared[other] = 0;
      this.#sharedCount[other] = 0;
    }
  }

  /**
   * The later tools that overlap with the one at `place` enough to be clustered, the most similar first. A pair that similar
   * shares one of the first tool's rarest labels, since the rest weighs too little; so the most common are not looked up, and
   * what those could add at most decides who is compared in full.
   */
  overlapping(place: number): { other: number; similarity: number }[] {
    const labels = this.#labels.of(place);
    const total = this.#totals[place] as number;
    let end = 0;
    let rest = total;
    for (; end < labels.length && rest > total * LEAST_LABELS.sameCategory - ROUNDING; end += 1) {
      rest -= this.#weights[labels[end] as number] as number;
    }
    const category = this.#categories[place];
    const found: { other: number; similarity: number }[] = [];
    this.#eachSharing(place, labels.subarray(0, end), place + 1, (other) => {
      const least = category === this.#categories[other] ? LEAST_LABELS.sameCategory : LEAST_LABELS.otherCategory;
      const needed = (least / (1 + least)) * (total + (this.#totals[other] as number));
      if ((this.#shared[other] as number) + rest < needed - ROUNDING) return;
      const similarity = this.compare(place, other);
      if (similarity >= weights.cluster) found.push({ other, similarity });
    });
    return found.toSorted((a, b) => b.similarity - a.similarity || a.other - b.other).slice(0, weights.clusterSize);
  }

  /** Keys of the labels that more than half of these tools have, the rarest in the catalogue first. */
  sharedBy(places: readonly number[]): string[] {
    const counts = new Map<number, number>();
    for (const place of places) {
      for (const label of this.#labels.of(place)) counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    const most = [...counts].filter(([, count]) => count > places.length / 2);
    return most.toSorted((a, b) => a[0] - b[0]).map(([label]) => this.#keys[label] as string);
  }

  /** The tools most similar to one, the best first, ties by id. None for a tool that is not there. */
  similarTo(id: number, limit: number): Similar[] {
    const place = this.#places.get(id);
    if (place === undefined) return [];
    const found: { other: number; similarity: number }[] = [];
    this.#eachSharing(place, this.#labels.of(place), 0, (other) => {
      if ((this.#sharedCount[other] as number) < weights.minShared) return;
      found.push({ other, similarity: this.#similarity(place, other, this.#shared[other] as number) });
    });
    found.sort((a, b) => b.similarity - a.similarity || a.other - b.other);
    const least = (found[0]?.similarity ?? 0) * weights.besideBest;
    return found
      .filter(({ similarity }) => similarity >= least)
      .slice(0, limit)
      .map(({ other, similarity }) => ({ id: this.idAt(other), similarity, shared: this.sharedBy([place, other]) }));
  }

  /** How one tool compares with others that somebody put beside it, however little they share. */
  compareWith(id: number, others: readonly number[]): Similar[] {
    const place = this.#places.get(id);
    return others.map((other) => {
      const otherPlace = this.#places.get(other);
      if (place === undefined || otherPlace === undefined) return { id: other, similarity: 0, shared: [] };
      const similarity = this.compare(place, otherPlace);
      return { id: other, similarity, shared: this.sharedBy([place, otherPlace]) };
    });
  }
}
