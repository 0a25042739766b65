// What stands in a CSV cell, both ways: texts that a spreadsheet program would run as formulas, and lists. Everything that
// is written here comes back from reading as it was.

/** Cells that begin so are run as formulas by spreadsheet programs; leading quotes are the marks of earlier escapes. */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;

export const escapeFormula = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
export const unescapeFormula = (cell: string) => (ESCAPED.test(cell) ? cell.slice(1) : cell);

const separators = ['|', ';', ','];

function parseJsonList(cell: string): string[] | undefined {
  if (!cell.startsWith('[')) return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The items of a list cell: a JSON array of strings, or text split at the first of `|`, `;` and `,` that occurs in it and
 * does not separate cells. Blank items are left out.
 */
export function parseList(cell: string, delimiter: string): string[] {
  const trimmed = cell.trim();
  const list = parseJsonList(trimmed);
  if (list) return list;
  const separator = separators.find((mark) => mark !== delimiter && trimmed.includes(mark));
  const items = separator === undefined ? [trimmed] : trimmed.split(separator);
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

const COMMA = ',';

/** A list as a cell of a comma-separated file: joined with `|` where that can be read back, else a JSON array. */
export function formatList(items: readonly string[]): string {
  const joined = items.join('|');
  const readBack = parseList(joined, COMMA);
  const same = readBack.length === items.length && readBack.every((item, index) => item === items[index]);
  return same ? joined : JSON.stringify(items);
}

/** One line of a comma-separated file (RFC 4180), formulas disarmed. */
export function formatCsvRow(cells: readonly (string | number | null)[]): string {
  const quoted = cells.map((value) => {
    if (typeof value === 'number') return String(value);
    const cell = escapeFormula(value ?? '');
    return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${quoted.join(COMMA)}\r\n`;
}
