// What a tool may look like: the rules that a schema cannot say, and the texts derived from a tool.
import type { ToolInput, ToolUpdate } from '@toolscore/contract/schemas';
import { badRequest } from '../../errors.ts';

/** A tool's own fields, trimmed (but for the description), with every optional one filled in. */
export interface ToolFields {
  name: string;
  description: string;
  category: string;
  websiteUrl: string | null;
  iconUrl: string | null;
  features: string[];
  tags: string[];
}

// oxlint-disable-next-line no-control-regex -- control characters are exactly what this pattern is about
const UNPRINTABLE = /[\s\u0000-\u001f\u007f]/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^([\w-]+(\.[\w-]+)+|localhost):\d{1,5}([/?#]|$)/i;

/**
 * An http or https URL, or a host without a scheme as people type it.
 * @throws HttpError 400 for any other scheme or no host at all
 */
function checkWebsiteUrl(value: string): string {
  const hasScheme = SCHEME.test(value) && !HOST_AND_PORT.test(value);
  const whole = hasScheme ? value : `https://${value}`;
  const ok = !UNPRINTABLE.test(value) && /^https?:\/\/[^/?#]/i.test(whole) && URL.canParse(whole);
  if (!ok) throw badRequest('websiteUrl must be an http or https URL');
  return value;
}

function checkIconUrl(value: string): string {
  const ok = /^data:image\//i.test(value) || (/^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value));
  if (!ok || UNPRINTABLE.test(value)) throw badRequest('iconUrl must be an http, https or data:image/ URL');
  return value;
}

function normalizeUrl(value: string | null | undefined, check: (value: string) => string): string | null {
  const trimmed = value?.trim() ?? '';
  return trimmed === '' ? null : check(trimmed);
}

/** Labels trimmed; those that differ only in case collapse, the first spelling and the order stay. */
export function normalizeLabels(labels: readonly string[]): string[] {
  const bySpelling = new Map<string, string>();
  for (const label of labels.map((text) => text.trim())) {
    const key = label.toLowerCase();
    if (!bySpelling.has(key)) bySpelling.set(key, label);
  }
  return [...bySpelling.values()];
}

/**
 * A valid ToolInput as it is stored.
 * @throws HttpError 400 naming the URL that is none
 */
export function normalizeTool(input: ToolInput): ToolFields {
  return {
    name: input.name.trim(),
    description: input.description,
    category: input.category.trim(),
    websiteUrl: normalizeUrl(input.websiteUrl, checkWebsiteUrl),
    iconUrl: normalizeUrl(input.iconUrl, checkIconUrl),
    features: normalizeLabels(input.features ?? []),
    tags: normalizeLabels(input.tags ?? []),
  };
}

/** A tool after a partial update: fields left out keep their values, as does a category that is blank. */
export function applyUpdate(current: ToolFields, update: ToolUpdate): ToolFields {
  const category = update.category?.trim() ? update.category : current.category;
  return normalizeTool({ ...current, ...update, category });
}

/** The form in which texts are compared regardless of case, in storage as in queries. */
export const foldCase = (text: string) => text.normalize('NFC').toLowerCase();

/** Everything that search looks at, one part a line, so that no word runs from one part into the next. */
export function searchText({ name, description, category, tags, features }: ToolFields): string {
  return foldCase([name, description, category, ...tags, ...features].join('\n'));
}

/** The distinct words of a search. */
export function searchWords(search: string): string[] {
  return [...new Set(foldCase(search).split(/\s+/))].filter((word) => word !== '');
}

/** One occurrence is a comma-separated list; several are taken as they are, for values that contain a comma. */
export function labelFilter(values: readonly string[] | undefined): string[] {
  const labels = values?.length === 1 ? (values[0] as string).split(',') : (values ?? []);
  return [...new Set(labels.map((label) => label.trim()))].filter((label) => label !== '');
}
