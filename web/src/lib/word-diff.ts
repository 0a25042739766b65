// What changed between two texts, word by word, with what stayed the same around it.

export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The table of common words grows with the product of both lengths; beyond this the changed middle is shown whole. */
const MOST_CELLS = 250_000;

/**
 * The texts as parts in order; joined without the removed ones they give `after`. The space behind a word is no difference.
 */
export function diffWords(before: string, after: string): Part[] {
  const [a, b] = [split(before), split(after)];
  let start = 0;
  while (start < a.length && start < b.length && isSame(a[start], b[start])) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && isSame(a.at(-1 - end), b.at(-1 - end))) end += 1;
  const middle = diffTokens(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return joined([
    { kind: 'same', text: b.slice(0, start).join('') },
    ...middle,
    { kind: 'same', text: b.slice(b.length - end).join('') },
  ]);
}

const isSame = (a: string | undefined, b: string | undefined) => a?.trimEnd() === b?.trimEnd();

/** Words with the space behind them. */
const split = (text: string) => text.match(/\s+|\S+\s*/g) ?? [];

function diffTokens(a: readonly string[], b: readonly string[]): Part[] {
  if (a.length * b.length > MOST_CELLS) {
    return [
      { kind: 'removed', text: a.join('') },
      { kind: 'added', text: b.join('') },
    ];
  }
  const common = commonLengths(a, b);
  const parts: Part[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && isSame(a[i], b[j])) {
      parts.push({ kind: 'same', text: b[j] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      parts.push({ kind: 'removed', text: a[i] ?? '' });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: b[j] ?? '' });
      j += 1;
    }
  }
  return parts;
}

/** How many words the rests from `i` and `j` on have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const [row = [], below = []] = [lengths[i], lengths[i + 1]];
    for (let j = b.length - 1; j >= 0; j -= 1)
      row[j] = isSame(a[i], b[j]) ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return lengths;
}

/** Neighbours of one kind as one part; empty ones left out. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.text === '') continue;
    if (last?.kind === part.kind) last.text += part.text;
    else result.push({ ...part });
  }
  return result;
}
