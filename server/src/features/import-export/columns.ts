// How the columns of a file find the fields of a tool.
const fields = ['name', 'description', 'category', 'websiteUrl', 'iconUrl', 'features', 'tags'] as const;
export type Field = (typeof fields)[number];

export const toolFields: readonly Field[] = fields;
export const requiredFields: readonly Field[] = ['name', 'description', 'category'];
export const listFields: ReadonlySet<Field> = new Set(['features', 'tags']);

const byKey = new Map<string, Field>(fields.map((field) => [field.toLowerCase(), field]));
const LONGEST_NAME = 100;
const MAX_UNKNOWN = 100;
const MAX_COLUMNS = 200;

/**
 * The columns of a file as they are met, and the field each means; null where it means nothing here. Of a file of nothing but
 * such names, the first ones and that there are more.
 */
export class Mapping {
  readonly #fields = new Map<string, Field | null>();
  #unknown = 0;

  note(column: string, field: Field | undefined): void {
    if (this.#fields.has(column) || this.#fields.size >= MAX_COLUMNS) return;
    const name = column.trim().toWellFormed().slice(0, LONGEST_NAME);
    if (this.#fields.has(name)) return;
    const more = field === undefined && this.#unknown >= MAX_UNKNOWN;
    if (field === undefined && !more) this.#unknown += 1;
    this.#fields.set(more ? '…' : name, field ?? null);
  }

  list(): { column: string; field: Field | null }[] {
    return [...this.#fields].map(([column, field]) => ({ column, field }));
  }
}

/** The field that a column name means, regardless of case, spaces, `_` and `-`: `Website URL` is websiteUrl. */
export function fieldOf(column: string): Field | undefined {
  return column.length > LONGEST_NAME ? undefined : byKey.get(column.replace(/[\s_-]+/g, '').toLowerCase());
}

/**
 * The fields of a record by what their names mean.
 * @throws Error when two names mean the same field
 */
export function fieldsOf(record: object, mapping: Mapping): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(record)) {
    const field = fieldOf(column);
    mapping.note(column, field);
    if (field === undefined) continue;
    if (field in values) throw new Error(`two fields mean ${field}`);
    values[field] = value;
  }
  return values;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
