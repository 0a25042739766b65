// What a browse address can say (`?q=…&category=…&tag=…`), and which tools of the catalogue it selects, in which order.
// The rules are those of `GET /tools`; they run here so that every keystroke is answered at once.
import type { ToolFilters, ToolWithStats, UserPreferences } from '@toolscore/contract/schemas';
import { type Quadrant, quadrantOf, quadrants } from './quadrants.ts';

export type Sort = NonNullable<ToolFilters['sort']>;
export type View = NonNullable<UserPreferences['view']>;
export type Density = NonNullable<UserPreferences['density']>;

export const sorts = [
  'bayesian',
  'top_rated',
  'most_reviewed',
  'newest',
  'recently_updated',
  'name_asc',
  'name_desc',
] as const satisfies Sort[];
export const views = ['grid', 'table', 'rows'] as const satisfies View[];
export const densities = ['cozy', 'compact'] as const satisfies Density[];
export const DEFAULT_SORT: Sort = 'bayesian';
/** Lowest averages to choose from. */
export const thresholds = [4.5, 4, 3.5, 3];

/** Only what differs from the default is present, so that the plain address means the plain catalogue. */
export interface BrowseSearch {
  q?: string;
  category?: string;
  tag?: string[];
  feature?: string[];
  min?: number;
  quadrant?: Quadrant;
  /** Averages from which a tool counts as useful and as usable, for the quadrant. */
  useful?: number;
  usable?: number;
  /** Fewest ratings. */
  votes?: number;
  sort?: Sort;
  view?: View;
  density?: Density;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown) => values.find((known) => known === value);
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const texts = (value: unknown) => {
  const list = (Array.isArray(value) ? value : [value]).flatMap((item) => text(item) ?? []);
  return list.length > 0 ? [...new Set(list)] : undefined;
};
const rating = (value: unknown) => {
  const number = Number(value);
  return number > 0 && number <= 5 ? number : undefined;
};
const count = (value: unknown) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};
const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Reads an address leniently: what cannot be understood is left out. */
export function parseBrowseSearch(raw: Record<string, unknown>): BrowseSearch {
  const sort = oneOf(sorts, raw['sort']);
  return present({
    q: text(raw['q']),
    category: text(raw['category']),
    tag: texts(raw['tag']),
    feature: texts(raw['feature']),
    min: rating(raw['min']),
    quadrant: oneOf(quadrants, raw['quadrant']),
    useful: rating(raw['useful']),
    usable: rating(raw['usable']),
    votes: count(raw['votes']),
    sort: sort === DEFAULT_SORT ? undefined : sort,
    view: oneOf(views, raw['view']),
    density: oneOf(densities, raw['density']),
  });
}

const fold = (value: string) => value.normalize('NFC').toLowerCase();

/** A tool with everything that search looks at, one part a line, folded once. */
export interface Entry {
  tool: ToolWithStats;
  text: string;
}

export const toEntries = (tools: readonly ToolWithStats[]): Entry[] =>
  tools.map((tool) => ({
    tool,
    text: fold([tool.name, tool.description, tool.category, ...tool.tags, ...tool.features].join('\n')),
  }));

/** The words of a search, all of which a tool must contain. */
export const searchWords = (q: string | undefined) =>
  fold(q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');

const hasAll = (labels: readonly string[], wanted: readonly string[] = []) =>
  wanted.every((label) => labels.some((own) => fold(own) === fold(label)));

/**
 * What a search selects: `results` in order; and for counting what each filter would leave, `anyCategory` and `anyRating`,
 * the same without regard to the category or to the minimum rating.
 */
export function selectTools(entries: readonly Entry[], search: BrowseSearch) {
  const words = searchWords(search.q);
  const { min = 0, votes = 0, category, quadrant } = search;
  const isWellRated = (tool: ToolWithStats) => min === 0 || (tool.avgCombined ?? 0) >= min;
  const isOfCategory = (tool: ToolWithStats) => category === undefined || tool.category === category;
  const tools = entries
    .filter(
      ({ tool, text }) =>
        words.every((word) => text.includes(word)) &&
        tool.ratingCount >= votes &&
        (quadrant === undefined || quadrantOf(tool, search.useful, search.usable) === quadrant) &&
        hasAll(tool.tags, search.tag) &&
        hasAll(tool.features, search.feature),
    )
    .map(({ tool }) => tool);
  const anyRating = tools.filter(isOfCategory);
  return {
    anyCategory: tools.filter(isWellRated),
    anyRating,
    results: sortTools(anyRating.filter(isWellRated), search.sort ?? DEFAULT_SORT),
  };
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
const newestFirst = (a: ToolWithStats, b: ToolWithStats) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id;
const byName = (a: ToolWithStats, b: ToolWithStats) => collator.compare(a.name, b.name) || a.id - b.id;

const comparisons: Record<Exclude<Sort, 'bayesian'>, (a: ToolWithStats, b: ToolWithStats) => number> = {
  top_rated: (a, b) =>
    (b.avgCombined ?? 0) - (a.avgCombined ?? 0) || b.ratingCount - a.ratingCount || newestFirst(a, b),
  most_reviewed: (a, b) => b.ratingCount - a.ratingCount || newestFirst(a, b),
  newest: newestFirst,
  recently_updated: (a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id - a.id,
  name_asc: byName,
  name_desc: (a, b) => byName(b, a),
};

/** The catalogue arrives in the service's own default ranking, whose weights only the service knows. */
const sortTools = (tools: ToolWithStats[], sort: Sort) =>
  sort === 'bayesian' ? tools : tools.toSorted(comparisons[sort]);

/** How many of the tools have at least this average. */
export const countFrom = (tools: readonly ToolWithStats[], least: number) =>
  tools.filter(({ avgCombined }) => avgCombined !== null && avgCombined >= least).length;

export interface Facet {
  label: string;
  count: number;
}

/** How many tools carry each label, the most frequent first. */
export function countLabels(
  tools: readonly ToolWithStats[],
  labelsOf: (tool: ToolWithStats) => readonly string[],
): Facet[] {
  const counts = new Map<string, number>();
  for (const tool of tools) for (const label of labelsOf(tool)) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .toSorted((a, b) => b.count - a.count || collator.compare(a.label, b.label));
}
