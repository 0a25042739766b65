// Downloads, page by page and without end in memory: the catalogue as CSV, JSON or YAML that can be imported again, and
// records as CSV or JSON Lines.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { formatCsvRow, formatList } from './cells.ts';
import { type Field, toolFields } from './columns.ts';
import type { Format } from './source.ts';

type Pages<T> = AsyncIterable<readonly T[]>;

export const mediaTypes = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
} as const;

const pick = (tool: ToolWithStats) =>
  Object.fromEntries(toolFields.map((field) => [field, tool[field]])) as Pick<ToolWithStats, Field>;

/** The catalogue in that format, without what belongs to one service alone: ids, people, times and statistics. */
export function writeTools(pages: Pages<ToolWithStats>, format: Format): AsyncGenerator<string> {
  if (format === 'csv') return writeCsvTools(pages);
  return format === 'json' ? writeJson(pages) : writeYaml(pages);
}

async function* writeCsvTools(pages: Pages<ToolWithStats>): AsyncGenerator<string> {
  yield formatCsvRow(toolFields);
  for await (const page of pages) {
    const rows = page.map((tool) =>
      toolFields.map((field) => {
        const value = tool[field];
        return Array.isArray(value) ? formatList(value) : value;
      }),
    );
    yield rows.map(formatCsvRow).join('');
  }
}

async function* writeJson(pages: Pages<ToolWithStats>): AsyncGenerator<string> {
  let lead = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield lead + page.map((tool) => JSON.stringify(pick(tool))).join(',\n');
    lead = ',\n';
  }
  yield lead === '[\n' ? '[]\n' : '\n]\n';
}

/** Characters that YAML wants escaped, or that some of its readers take for line breaks. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what this pattern is about
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Double-quoted, which every YAML reader takes for text, whatever it says. */
const quote = (text: string) =>
  JSON.stringify(text).replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

function yamlField(field: Field, value: string | readonly string[] | null): string {
  if (typeof value === 'string') return `${field}: ${quote(value)}\n`;
  if (value === null) return `${field}: null\n`;
  if (value.length === 0) return `${field}: []\n`;
  return `${field}:\n${value.map((item) => `    - ${quote(item)}\n`).join('')}`;
}

async function* writeYaml(pages: Pages<ToolWithStats>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    isEmpty = false;
    yield page.map((tool) => `- ${toolFields.map((field) => yamlField(field, tool[field])).join('  ')}`).join('');
  }
  if (isEmpty) yield '[]\n';
}

type Cell = string | number | null;

/** Records with the same fields each, as CSV or JSON Lines. */
export async function* writeRecords<T extends Record<K, Cell>, K extends string>(
  pages: Pages<T>,
  columns: readonly K[],
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  if (format === 'csv') yield formatCsvRow(columns);
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield page
      .map((record) =>
        format === 'csv'
          ? formatCsvRow(columns.map((column) => record[column]))
          : `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, record[column]])))}\n`,
      )
      .join('');
  }
}
