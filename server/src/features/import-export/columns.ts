// How the columns of a file find the fields of a tool.
const fields = ['name', 'description', 'category', 'websiteUrl', 'iconUrl', 'features', 'tags'] as const;
export type Field = (typeof fields)[number];

export const toolFields: readonly Field[] = fields;
export const requiredFields: readonly Field[] = ['name', 'description', 'category'];
export const listFields: ReadonlySet<Field> = new Set(['features', 'tags']);

const byKey = new Map<string, Field>(fields.map((field) => [field.toLowerCase(), field]));
const LONGEST_NAME = 100;
const MAX_UNKNOWN = 100;

/** The field that a column name means, regardless of case, spaces, `_` and `-`: `Website URL` is websiteUrl. */
export function fieldOf(column: string): Field | undefined {
  return column.length > LONGEST_NAME ? undefined : byKey.get(column.replace(/[\s_-]+/g, '').toLowerCase());
}

/** Remembers a column that means nothing here; of a file of nothing but such names, the first ones and that there are more. */
export function noteUnknown(unknown: Set<string>, column: string): void {
  const name = column.trim().toWellFormed().slice(0, LONGEST_NAME);
  if (unknown.size < MAX_UNKNOWN) unknown.add(name);
  else if (!unknown.has(name)) unknown.add('…');
}

/**
 * The fields of a record by what their names mean.
 * @throws Error when two names mean the same field
 */
export function fieldsOf(record: object, unknown: Set<string>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(record)) {
    const field = fieldOf(column);
    if (field === undefined) noteUnknown(unknown, column);
    else if (field in values) throw new Error(`two fields mean ${field}`);
    else values[field] = value;
  }
  return values;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
