// Reading CSV as spreadsheet programs write it: comma, semicolon or tab, any line ends, quoted line breaks.
import papaparse from 'papaparse';
import { badRequest } from '../../errors.ts';
import { parseList, unescapeFormula } from './cells.ts';
import { type Field, fieldOf, listFields, noteUnknown, requiredFields } from './columns.ts';
import { countLines } from './decode.ts';
import { createBreather, type Source, type SourceRow } from './source.ts';

const delimiters = [',', ';', '\t'];
const SLICE_LENGTH = 64 * 1024;

/** LF, also where it follows a CR, which is then trimmed off the last cell; a lone CR where there is no LF at all. */
const newlineOf = (text: string) => (text.includes('\n') ? '\n' : '\r');

interface RawRow {
  cells: string[];
  line: number;
}

/**
 * All rows with the line they begin on, parsed slice by slice. A row that the end of a slice may have cut off is left to the
 * next one, which is twice as long when a whole slice holds not even one row.
 */
async function* readRows(text: string, delimiter: string): AsyncGenerator<RawRow> {
  const breathe = createBreather();
  const newline = newlineOf(text);
  let start = 0;
  let line = 1;
  let length = SLICE_LENGTH;
  while (start < text.length) {
    const slice = text.slice(start, start + length);
    const isLast = start + length >= text.length;
    const { rows, ends, broken } = parseSlice(slice, delimiter, newline);
    const complete = isLast ? rows.length : rows.length - 1;
    for (const [index, cells] of rows.entries()) {
      if (index >= complete) break;
      if (broken.has(index)) throw badQuote(line);
      yield { cells, line };
      line += newline === '\n' ? countLines(slice, ends[index - 1] ?? 0, ends[index] as number) : countCr(cells) + 1;
    }
    if (isLast) return;
    length = complete > 0 ? SLICE_LENGTH : length * 2;
    start += complete > 0 ? (ends[complete - 1] as number) : 0;
    await breathe();
  }
}

const countCr = (cells: string[]) => cells.reduce((sum, cell) => sum + cell.split('\r').length - 1, 0);

const badQuote = (line: number) =>
  badRequest(`line ${line}: a quoted cell is not closed properly, so rows cannot be told apart`);

function parseSlice(slice: string, delimiter: string, newline: '\n' | '\r') {
  const rows: string[][] = [];
  const ends: number[] = [];
  const broken = new Set<number>();
  papaparse.parse<string[]>(slice, {
    delimiter,
    newline,
    step: ({ data, errors, meta }) => {
      if (errors.some(({ type }) => type === 'Quotes')) broken.add(rows.length);
      rows.push(data);
      ends.push(meta.cursor);
    },
  });
  return { rows, ends, broken };
}

/** The delimiter under which the first line names the most fields, and how many these are. */
export function findDelimiter(text: string): { delimiter: string; known: number; header: string[] } {
  const lines = text.slice(0, SLICE_LENGTH).trimStart();
  const candidates = delimiters.map((delimiter) => {
    const { data } = papaparse.parse<string[]>(lines, { delimiter, newline: newlineOf(lines), preview: 1 });
    const header = data[0] ?? [];
    return { delimiter, header, known: new Set(header.map(fieldOf)).size - (header.every(fieldOf) ? 0 : 1) };
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

function toRow({ cells, line }: RawRow, columns: Column[], delimiter: string): SourceRow {
  const extra = cells.slice(columns.length).filter((cell) => cell.trim() !== '');
  if (extra.length > 0) return { line, error: `has ${cells.length} cells where the first line has ${columns.length}` };
  const values: Record<string, unknown> = {};
  for (const [index, { field }] of columns.entries()) {
    const cell = cells[index];
    if (field === undefined || cell === undefined) continue;
    // Spaces are the API's to judge; but a CR at the end of a line belongs to the line.
    const text = unescapeFormula(index === cells.length - 1 ? cell.replace(/\r$/, '') : cell);
    values[field] = listFields.has(field) ? parseList(text, delimiter) : text;
  }
  return { line, values };
}

/** Opens a CSV text. @throws HttpError 400 when its first line does not name the columns */
export function openCsv(text: string): Source {
  const { delimiter, header } = findDelimiter(text);
  const columns = readHeader(header);
  const unknownColumns = new Set<string>();
  for (const { name, field } of columns) if (!field && name !== '') noteUnknown(unknownColumns, name);
  const rows = async function* () {
    let isHeader = true;
    for await (const row of readRows(text, delimiter)) {
      if (row.cells.every((cell) => cell.trim() === '')) continue;
      if (!isHeader) yield toRow(row, columns, delimiter);
      isHeader = false;
    }
  };
  return { format: 'csv', delimiter, unknownColumns, rows };
}
