// How much tools overlap, computed in memory from what they say of themselves: deterministic, and without a database.
import { type Lists, Marks, ROUNDING } from './marks.ts';
import type { EncodedTool, Vocabulary } from './vocabulary.ts';

/**
 * The weights of the comparison, here and nowhere else. Chosen on 1,348 real tools, where labels are topics, platforms and
 * licences: by its share, one category in common can lift a resemblance but never make one; and at 0.6 (two equal labels
 * of three and the same category) the largest cluster has some twenty tools, at 0.5 thirty with members that only share
 * platform and licence, at 0.8 a third of the plain duplicates is missed.
 */
export const weights = {
  /** Part of the resemblance that the category decides; tags and features decide the rest. */
  category: 0.2,
  /**
   * How many labels two tools must share, the category being one of them: one in common is a topic, two are a resemblance.
   * The category alone never is, so one of them is a tag or a feature.
   */
  minShared: 2,
  /**
   * Part of the similarity that the words of names and descriptions decide. Labels say what kind of tool it is and often say
   * the same of forty; words tell which of these are meant for the same. With less, licence and platform order what has one
   * topic (Kaneo before Gogs for Gitea); with half, one rare word in common outweighs the topic.
   */
  words: 0.3,
  /** A label (or word) of more than this part of all tools says nothing about any of them. */
  commonPart: 0.5,
  /** But one of three tools or fewer is not common, however small the catalogue. */
  commonAtLeast: 4,
  /** A word of more than this part of all tools is grammar, or about software as such; that needs no list for any language. */
  commonWordPart: 0.05,
  /** But one of ten tools or fewer may be a topic. */
  commonWordAtLeast: 11,
  /** What is less than this part as similar as the most similar tool is no company for it. */
  besideBest: 0.5,
  /** From here on tools resemble each other so much that somebody should decide. */
  cluster: 0.6,
  /** A cluster is for people to read and decide about. */
  clusterSize: 40,
  /** Words that are told as reasons: enough to see why. */
  wordsTold: 3,
} as const;

const isCommon = (count: number, tools: number) => count >= weights.commonAtLeast && count > tools * weights.commonPart;
const isCommonWord = (count: number, tools: number) =>
  count >= weights.commonWordAtLeast && count > tools * weights.commonWordPart;
const frequencyWeight = (count: number, tools: number) => Math.log(1 + tools / count);

/** A label's weight: its inverse document frequency. A label of one tool weighs as if two had it, so no typo outweighs a label. */
const labelWeight = (tools: number) => (count: number) =>
  isCommon(count, tools) ? 0 : frequencyWeight(Math.max(count, 2), tools);

/** A word's weight: its inverse document frequency squared, as in a cosine. A word of one tool can be shared with none. */
const wordWeight = (tools: number) => (count: number) =>
  count < 2 || isCommon(count, tools) || isCommonWord(count, tools) ? 0 : frequencyWeight(count, tools) ** 2;

export interface Similar {
  id: number;
  /** 0..1 */
  similarity: number;
  /** Keys of the labels that both have and that count, then of the rarest words (see labelKeys and wordKey). */
  shared: string[];
}

/** The part of the resemblance of labels that two tools need to be clustered. */
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

/**
 * An immutable comparison of all tools it was made of. Tools are known by their place in ascending order of ids. Their
 * resemblance is what labels and categories say; their similarity also what names and descriptions do.
 */
export class Overlaps {
  readonly #ids: number[];
  readonly #places: Map<number, number>;
  readonly #categories: Int32Array;
  readonly #labels: Marks;
  /** Tools of each label. */
  readonly #holders: Lists;
  readonly #words: Marks;
  /** Scratch: what the tool being compared shares with each other; zero between comparisons. */
  readonly #shared: Float64Array;
  readonly #sharedCount: Int32Array;

  constructor(tools: Iterable<EncodedTool>, vocabulary: Vocabulary) {
    const all = [...tools].toSorted((a, b) => a.id - b.id);
    this.#ids = all.map(({ id }) => id);
    this.#places = new Map(this.#ids.map((id, place) => [id, place]));
    this.#categories = Int32Array.from(all, ({ category }) => category);
    const marks = (kind: 'labels' | 'words', weightOf: (count: number) => number) =>
      new Marks(
        all.map((tool) => tool[kind]),
        vocabulary,
        weightOf,
      );
    this.#labels = marks('labels', labelWeight(all.length));
    this.#holders = this.#labels.holders();
    this.#words = marks('words', wordWeight(all.length));
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

  /** How many tags and features these two must share to resemble each other at all. */
  #leastShared(a: number, b: number): number {
    return this.#categories[a] === this.#categories[b] ? weights.minShared - 1 : weights.minShared;
  }

  /** Weight of what is shared, by weight of what either has; to it comes the category's part. */
  #resemblance(a: number, b: number, shared: number): number {
    const union = this.#labels.totalOf(a) + this.#labels.totalOf(b) - shared;
    const labels = union > 0 ? Math.min(shared / union, 1) : 0;
    const category = this.#categories[a] === this.#categories[b] ? weights.category : 0;
    return (1 - weights.category) * labels + category;
  }

  /** Resemblance of two tools; 0 when they share too few labels. */
  compare(a: number, b: number): number {
    const shared = this.#labels.shared(a, b, this.#leastShared(a, b));
    return shared > 0 ? this.#resemblance(a, b, shared) : 0;
  }

  /** Similarity of two tools of that resemblance, which decides alone when the words of either say nothing. */
  #withWords(a: number, b: number, resemblance: number): number {
    const lengths = this.#words.totalOf(a) * this.#words.totalOf(b);
    if (lengths === 0) return resemblance;
    const words = Math.min(this.#words.shared(a, b, 1) / Math.sqrt(lengths), 1);
    return (1 - weights.words) * resemblance + weights.words * words;
  }

  /**
   * Calls `visit` with every tool from the place `from` on that has one of `labels`, which are those of the tool at `place`;
   * the scratch then says how much of them it shares.
   */
  #eachSharing(place: number, labels: Int32Array, from: number, visit: (other: number) => void): void {
    const met: number[] = [];
    for (const label of labels) {
      const weight = this.#labels.weightOf(label);
      const tools = this.#holders.of(label);
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
   * The later tools that resemble the one at `place` enough to be clustered, the most similar first. A pair that similar
   * shares one of the first tool's rarest labels, since the rest weighs too little; so the most common are not looked up, and
   * what those could add at most decides who is compared in full.
   */
  overlapping(place: number): { other: number; similarity: number }[] {
    const { marks, rest } = this.#labels.rarest(place, LEAST_LABELS.sameCategory);
    const total = this.#labels.totalOf(place);
    const category = this.#categories[place];
    const found: { other: number; similarity: number }[] = [];
    this.#eachSharing(place, marks, place + 1, (other) => {
      const least = category === this.#categories[other] ? LEAST_LABELS.sameCategory : LEAST_LABELS.otherCategory;
      const needed = (least / (1 + least)) * (total + this.#labels.totalOf(other));
      if ((this.#shared[other] as number) + rest < needed - ROUNDING) return;
      const similarity = this.compare(place, other);
      if (similarity >= weights.cluster) found.push({ other, similarity });
    });
    return found.toSorted((a, b) => b.similarity - a.similarity || a.other - b.other).slice(0, weights.clusterSize);
  }

  /** Keys of the labels that more than half of these tools have, the rarest in the catalogue first. */
  sharedBy(places: readonly number[]): string[] {
    return this.#labels.sharedBy(places);
  }

  /** What two tools have in common, for people to see. */
  #reasons(a: number, b: number): string[] {
    return [...this.#labels.sharedBy([a, b]), ...this.#words.sharedBy([a, b]).slice(0, weights.wordsTold)];
  }

  /** The tools most similar to one, the best first, ties by id. None for a tool that is not there. */
  similarTo(id: number, limit: number): Similar[] {
    const place = this.#places.get(id);
    if (place === undefined) return [];
    const found: { other: number; similarity: number }[] = [];
    this.#eachSharing(place, this.#labels.of(place), 0, (other) => {
      if ((this.#sharedCount[other] as number) < this.#leastShared(place, other)) return;
      const resemblance = this.#resemblance(place, other, this.#shared[other] as number);
      found.push({ other, similarity: this.#withWords(place, other, resemblance) });
    });
    found.sort((a, b) => b.similarity - a.similarity || a.other - b.other);
    const least = (found[0]?.similarity ?? 0) * weights.besideBest;
    return found
      .filter(({ similarity }) => similarity >= least)
      .slice(0, limit)
      .map(({ other, similarity }) => ({ id: this.idAt(other), similarity, shared: this.#reasons(place, other) }));
  }

  /** How one tool compares with others that somebody put beside it, however little they share. */
  compareWith(id: number, others: readonly number[]): Similar[] {
    const place = this.#places.get(id);
    return others.map((other) => {
      const otherPlace = this.#places.get(other);
      if (place === undefined || otherPlace === undefined) return { id: other, similarity: 0, shared: [] };
      const similarity = this.#withWords(place, otherPlace, this.compare(place, otherPlace));
      return { id: other, similarity, shared: this.#reasons(place, otherPlace) };
    });
  }
}
