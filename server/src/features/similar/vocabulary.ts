// Labels and words as numbers, so that comparing tools compares numbers.
import { labelKey, labelKeys } from '../tools/labels.ts';

export interface ComparedTool {
  id: number;
  name: string;
  description: string;
  category: string;
  /** JSON text, as stored. */
  tags: string;
  features: string;
}

/** A tool with what is compared of it as numbers of a vocabulary. */
export interface EncodedTool {
  id: number;
  category: number;
  labels: number[];
  words: number[];
}

const ADDRESS = /https?:\/\/\S+/g;
const WORD = /[\p{L}\p{N}]{2,}/gu;

/** The words of a tool's name and description as they are spelled there; addresses are none. */
export function wordsOf({ name, description }: { name: string; description: string }): string[] {
  return `${name} ${description}`.replace(ADDRESS, '').match(WORD) ?? [];
}

/** The form in which words are compared; unlike that of any label. */
export const wordKey = (word: string) => `w:${labelKey(word)}`;

export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  /** Numbers of words by their spelling, since forming the key is what takes time. */
  readonly #spellings = new Map<string, number>();

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  #word(spelling: string): number {
    const known = this.#spellings.get(spelling);
    if (known !== undefined) return known;
    const number = this.#number(wordKey(spelling));
    this.#spellings.set(spelling, number);
    return number;
  }

  textOf(number: number): string {
    return this.#texts[number] as string;
  }

  encode(tool: ComparedTool): EncodedTool {
    const { id, category } = tool;
    const keys = labelKeys({ category, tags: JSON.parse(tool.tags), features: JSON.parse(tool.features) });
    return {
      id,
      category: this.#number(`c:${labelKey(category)}`),
      labels: keys.map((key) => this.#number(key)),
      words: [...new Set(wordsOf(tool).map((word) => this.#word(word)))],
    };
  }
}
