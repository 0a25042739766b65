// A history of ratings in as few steps as a drawing can show.
import type { RatingHistoryItem } from '@toolscore/contract/schemas';

const DAY_MS = 86_400_000;
const MOST_STEPS = 40;
/** Days of one step: day by day, by weeks, by four, thirteen or fifty-two of them. */
const spans = [1, 7, 28, 91, 364];

const mean = (items: readonly RatingHistoryItem[], key: 'usefulness' | 'usability' | 'combined', count: number) =>
  items.reduce((sum, item) => sum + item[key] * item.count, 0) / count;

/** Days put together to steps of equal length, every rating counting the same; `days` is the length of a step. */
export function inSteps(items: readonly RatingHistoryItem[]): { items: RatingHistoryItem[]; days: number } {
  const [first, last] = [items.at(0), items.at(-1)];
  if (!first || !last) return { items: [], days: 1 };
  const start = Date.parse(first.date);
  const all = (Date.parse(last.date) - start) / DAY_MS + 1;
  const days = spans.find((span) => all / span <= MOST_STEPS) ?? Math.ceil(all / MOST_STEPS);
  const stepOf = ({ date }: RatingHistoryItem) => Math.floor((Date.parse(date) - start) / (days * DAY_MS));
  const steps = [...Map.groupBy(items, stepOf)].map(([step, parts]) => {
    const count = parts.reduce((sum, part) => sum + part.count, 0);
    return {
      date: new Date(start + step * days * DAY_MS).toISOString(),
      usefulness: mean(parts, 'usefulness', count),
      usability: mean(parts, 'usability', count),
      combined: mean(parts, 'combined', count),
      count,
    };
  });
  return { items: steps, days };
}
