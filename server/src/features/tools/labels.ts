// How labels are compared: regardless of case and of a simple plural, a tag with tags and a feature with features; and what
// tells whether anything that is compared has changed.
import { createHash } from 'node:crypto';
import { foldCase } from './rules.ts';

interface Labelled {
  category: string;
  tags: readonly string[];
  features: readonly string[];
}

/**
 * One form for a word and its simple plural: "Databases" and "database", "Boxes" and "box", "Libraries" and "library".
 * "CSS", "Status" and "Analysis" are no plurals. The form need not be a word: "cache" and "caches" meet at "cach".
 */
function singular(text: string): string {
  if (/[^aeiou]ies$/.test(text) && text.length > 4) return `${text.slice(0, -3)}y`;
  const isPlural = text.endsWith('s') && !/(ss|us|sis|xis)$/.test(text);
  const stem = isPlural && text.length > 3 ? text.slice(0, -1) : text;
  return /(ss|x|z|ch|sh)e$/.test(stem) ? stem.slice(0, -1) : stem;
}

/** The form in which labels are compared; the same for labels that differ in case, spacing or a simple plural. */
export function labelKey(label: string): string {
  return singular(foldCase(label).trim().replace(/\s+/g, ' '));
}

/** Every label of a tool by kind, in the form in which they are compared. */
export function labelKeys({ tags, features }: Labelled): string[] {
  return [...new Set([...tags.map((tag) => `t:${labelKey(tag)}`), ...features.map((item) => `f:${labelKey(item)}`)])];
}

const HASH_BYTES = 5;

/**
 * A number below 2^40 that changes when the category or the labels of a tool change in a way that comparing notices.
 * Forty bits, so that sums of it over a thousand tools, each with a factor of its own, stay within 64.
 */
export function labelsHash(tool: Labelled): number {
  return hash([labelKey(tool.category), ...labelKeys(tool).toSorted()]);
}

/** The same for the texts that are compared: name and description. */
export const textHash = ({ name, description }: { name: string; description: string }): number =>
  hash([name, description]);

const hash = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, HASH_BYTES);
