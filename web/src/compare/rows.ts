// The lines of a comparison, as plain text per tool, from which the page, its "differences only" and Markdown are made.
import type { Cost, ToolWithStats } from '@toolscore/contract/schemas';
import type { Formats } from '../lib/format.ts';
import type { Messages } from '../messages/en.ts';

export interface Row {
  group: string;
  name: string;
  cells: string[];
  /** Which cells hold the best figure, where one is better than another. */
  best?: number[];
}

export const YES = '✓';
export const NO = '–';

/** Where the highest figure stands; nowhere while all are the same. */
function bestOf(values: readonly (number | null)[]): number[] {
  const highest = Math.max(...values.map((value) => value ?? 0));
  const best = values.flatMap((value, index) => (value === highest ? [index] : []));
  return best.length === values.length ? [] : best;
}

/** Costs are given per tool in the order of the tools; undefined where they may not be seen. */
export function comparisonRows(
  tools: readonly ToolWithStats[],
  costs: readonly (readonly Cost[])[] | undefined,
  { t, format }: { t: Messages; format: Formats },
): Row[] {
  const score = (value: number | null) => (value === null ? t.score.unrated : format.fineScore(value));
  const line = (group: string, name: string, cellOf: (tool: ToolWithStats, index: number) => string): Row => ({
    group,
    name,
    cells: tools.map(cellOf),
  });
  const scoreLine = (name: string, valueOf: (tool: ToolWithStats) => number | null): Row => ({
    ...line(t.compare.groups.scores, name, (tool) => score(valueOf(tool))),
    best: bestOf(tools.map(valueOf)),
  });
  const matrix = (group: string, key: 'features' | 'tags') =>
    [...new Set(tools.flatMap((tool) => tool[key]))].map((label) =>
      line(group, label, (tool) => (tool[key].includes(label) ? YES : NO)),
    );
  const price = (list: readonly Cost[] = []) =>
    list
      .filter(({ endsOn }) => endsOn === null)
      .map(({ amount, currency, period }) => `${format.money(amount, currency)} ${t.costs.periods[period]}`)
      .join(', ') || NO;
  return [
    line(t.compare.groups.general, t.browse.category, ({ category }) => category),
    scoreLine(t.score.combined, ({ avgCombined }) => avgCombined),
    scoreLine(t.score.usefulness, ({ avgUsefulness }) => avgUsefulness),
    scoreLine(t.score.usability, ({ avgUsability }) => avgUsability),
    line(t.compare.groups.scores, t.browse.columns.ratings, ({ ratingCount }) => format.whole(ratingCount)),
    ...(costs ? [line(t.compare.groups.scores, t.costs.title, (_tool, index) => price(costs[index]))] : []),
    ...matrix(t.browse.features, 'features'),
    ...matrix(t.browse.tags, 'tags'),
  ];
}

export const differs = ({ cells }: Row) => new Set(cells).size > 1;

/** In a Markdown table, a bar or a line break inside of a cell would end it. */
const escape = (text: string) => text.replace(/([\\|])/g, '\\$1').replace(/\s+/g, ' ');
const line = (cells: readonly string[]) => `| ${cells.map(escape).join(' | ')} |`;

export function toMarkdown(tools: readonly ToolWithStats[], rows: readonly Row[]): string {
  const head = ['', ...tools.map(({ name }) => name)];
  return [line(head), line(head.map(() => '---')), ...rows.map(({ name, cells }) => line([name, ...cells]))].join('\n');
}
