// Reading CSV as spreadsheet programs write it: comma, semicolon or tab, any line ends, quoted line breaks.
import papaparse from 'papaparse';
import { badRequest } from '../../errors.ts';
import { parseList, unescapeFormula } from './cells.ts';
import { type Field, fieldOf, listFields, Mapping, requiredFields } from './columns.ts';
import { countLines } from './decode.ts';
import { createBreather, MAX_ROW_LENGTH, refuseTooMany, type Source, type SourceRow, tooLong } from './source.ts';

const delimiters = [',', ';', '\t'];
const SLICE_LENGTH = 64 * 1024;

/** LF, also where it follows a CR, which is then trimmed off the last cell; a lone CR where there is no LF at all. */
const newlineOf = (text: string) => (text.includes('\n') ? '\n' : '\r');

interface RawRow {
  line: number;
  cells: string[];
  /** Its characters, where it is far too long to be looked into and has no cells. */
  skipped?: number;
}

/**
 * All rows with the line they begin on, as many at a time as a slice has. A row that the end of a slice may have cut off is left to the
 * next one, which is twice as long when a whole slice holds not even one row, up to the length of the longest tool.
 * @throws HttpError 400 when quotes do not match
 */
async function* readRows(text: string, delimiter: string, firstLine: number): AsyncGenerator<RawRow[]> {
  const breathe = createBreather();
  const newline = newlineOf(text);
  let start = 0;
  let line = firstLine;
  let length = SLICE_LENGTH;
  while (start < text.length) {
    const slice = text.slice(start, start + length);
    const isLast = start + length >= text.length;
    const { rows, broken, end } = parseSlice(slice, delimiter, newline, isLast);
    let rowLine = line;
    yield rows.map((cells, index) => {
      if (broken.has(index)) throw badQuote(rowLine);
      const row = { line: rowLine, cells };
      rowLine += cells.reduce((lines, cell) => lines + countLines(cell, 0, cell.length, newline), 1);
      return row;
    });
    if (isLast) return;
    if (rows.length > 0) {
      start += end;
      line += countLines(slice, 0, end, newline);
      length = SLICE_LENGTH;
    } else if (length <= MAX_ROW_LENGTH) length *= 2;
    else {
      const end = await skipRow(text, start, delimiter, newline);
      if (end === -1) throw badQuote(line);
      yield [{ line, cells: [], skipped: end - start }];
      line += countLines(text, start, end, newline);
      start = end;
    }
    await breathe();
  }
}

const QUOTES_PER_LOOK = 10_000;

/** Where the row that begins at `start` ends, found without reading its cells; -1 when a quoted one never closes. */
async function skipRow(text: string, start: number, delimiter: string, newline: string): Promise<number> {
  const breathe = createBreather();
  const find = (mark: string, from: number) => {
    const found = text.indexOf(mark, from);
    return found === -1 ? text.length : found;
  };
  let lineEnd = -1;
  let quotes = 0;
  for (let at = start; ;) {
    // In a quoted cell; two quotes are one that is text.
    while (text[at] === '"') {
      at = text.indexOf('"', at + 1) + 1;
      if (at === 0) return -1;
      quotes += 1;
      if (quotes % QUOTES_PER_LOOK === 0) await breathe();
    }
    if (lineEnd < at) lineEnd = find(newline, at);
    const cellEnd = find(delimiter, at);
    if (lineEnd <= cellEnd) return Math.min(lineEnd + 1, text.length);
    at = cellEnd + 1;
  }
}

const badQuote = (line: number) =>
  badRequest(`line ${line}: a quoted cell is not closed properly, so rows cannot be told apart`);

/** The rows of a slice but, unless it is the last one, for what follows the last line end; which are broken; where they end. */
function parseSlice(slice: string, delimiter: string, newline: '\n' | '\r', isLast: boolean) {
  const { data, errors, meta }: papaparse.ParseResult<string[]> = new papaparse.Parser({ delimiter, newline }).parse(
    slice,
    0,
    !isLast,
  );
  return { rows: data, broken: new Set(errors.map(({ row }) => row)), end: meta.cursor };
}

/** What may stand before the columns: lines of no or only empty cells. */
const BLANK_LINES = /^[\s,;]*[\r\n]/;

/** The delimiter under which the first line names the most fields, and how many these are. */
export function findDelimiter(text: string): { delimiter: string; known: number; header: string[] } {
  const lines = text.slice(0, SLICE_LENGTH).replace(BLANK_LINES, '');
  const candidates = delimiters.map((delimiter) => {
    const { data } = papaparse.parse<string[]>(lines, { delimiter, newline: newlineOf(lines), preview: 1 });
    const header = data[0] ?? [];
    return { delimiter, header, known: new Set(header.flatMap((name) => fieldOf(name) ?? [])).size };
  });
  return candidates.reduce((best, next) => (next.known > best.known ? next : best));
}

interface Column {
  field: Field | undefined;
  name: string;
}

/** @throws HttpError 400 when a required column is missing or two columns mean the same field */
function readHeader(header: string[]): Column[] {
  const columns = header.map((name) => ({ name: name.trim(), field: fieldOf(name) }));
  const found = columns.flatMap(({ field }) => field ?? []);
  const doubled = found.find((field, index) => found.indexOf(field) !== index);
  if (doubled) throw badRequest(`Two columns mean ${doubled}`);
  const missing = requiredFields.filter((field) => !found.includes(field));
  if (missing.length > 0) {
    const names = columns.map(({ name }) => name.slice(0, 50)).slice(0, 20);
    throw badRequest(
      `The first line must name the columns; it lacks ${missing.join(', ')} and has: ${names.join(', ')}`,
    );
  }
  return columns;
}

function toRow({ line, cells, skipped }: RawRow, columns: Column[], delimiter: string, mapping: Mapping): SourceRow {
  if (skipped !== undefined) return { line, error: tooLong(skipped) };
  const extra = cells.slice(columns.length).filter((cell) => cell.trim() !== '');
  if (extra.length > 0) return { line, error: `has ${cells.length} cells where the first line has ${columns.length}` };
  const values: Record<string, unknown> = {};
  for (const [index, { field, name }] of columns.entries()) {
    const cell = cells[index];
    if (field === undefined && name === '' && cell?.trim()) mapping.note(`column ${index + 1}`, undefined);
    if (field === undefined || cell === undefined) continue;
    // Spaces are the API's to judge; but a CR at the end of a line belongs to the line.
    const text = unescapeFormula(index === cells.length - 1 ? cell.replace(/\r$/, '') : cell);
    values[field] = listFields.has(field) ? parseList(text, delimiter) : text;
  }
  return { line, values };
}

/** What some programs write before the columns, as a hint for spreadsheet programs. */
const HINT = /^sep=.\r?\n/i;

/** The rows below the one that names the columns, without those that say nothing, as many at a time as a slice has. */
async function* readData(text: string, delimiter: string, firstLine: number): AsyncGenerator<RawRow[]> {
  let isHeader = true;
  for await (const rows of readRows(text, delimiter, firstLine)) {
    yield rows.filter(({ cells, skipped }) => {
      const blank = isHeader ? /^[\s,;]*$/ : /^\s*$/;
      if (skipped === undefined && cells.every((cell) => blank.test(cell))) return false;
      const isData = !isHeader;
      isHeader = false;
      return isData;
    });
  }
}

/**
 * Opens a CSV text.
 * @throws HttpError 400 when its first line does not name the columns, quotes do not match, or there are too many rows
 */
export async function openCsv(whole: string): Promise<Source> {
  const text = whole.replace(HINT, '');
  const firstLine = text === whole ? 1 : 2;
  const { delimiter, header } = findDelimiter(text);
  const columns = readHeader(header);
  const mapping = new Mapping();
  for (const { name, field } of columns) if (name !== '') mapping.note(name, field);
  let size = 0;
  for await (const data of readData(text, delimiter, firstLine)) refuseTooMany((size += data.length));
  const rows = async function* () {
    for await (const data of readData(text, delimiter, firstLine)) {
      for (const row of data) yield toRow(row, columns, delimiter, mapping);
    }
  };
  return { format: 'csv', delimiter, mapping, size, rows };
}
