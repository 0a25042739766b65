// Reading JSON: an array, `{tools: […]}`, one object, or a JSON object per line. The text is first only scanned for where its
// rows begin and end, so that a large file is never in memory as objects.
import { badRequest } from '../../errors.ts';
import { fieldsOf, isRecord, Mapping } from './columns.ts';
import { countLines } from './decode.ts';
import { createBreather, MAX_ROW_LENGTH, refuseTooMany, type Source, type SourceRow, tooLong } from './source.ts';

const MAX_DEPTH = 50;
const CHECK_TIME_EVERY = 20_000;

interface Span {
  start: number;
  end: number;
}

/** Just after the string that opens at `start`. @throws HttpError 400 when it never closes */
function skipString(text: string, start: number): number {
  for (let at = start; ;) {
    at = text.indexOf('"', at + 1);
    if (at === -1) throw unreadable(text, start, 'a text is not closed');
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

const unreadable = (text: string, at: number, what: string) =>
  badRequest(`line ${countLines(text, 0, at) + 1}: ${what}; the file is not valid JSON`);

interface Layout {
  rows: Span[];
  /** The text with every row replaced by 0, which tells whether what is between the rows is valid. */
  skeleton: string;
  hasArray: boolean;
}

/**
 * Finds the rows of one JSON value without building it. A row is a value directly in the outermost array, or in the
 * array named `tools` of the outermost object.
 * @throws HttpError 400 when brackets do not match or nest too deeply, or there are too many rows
 */
async function scan(text: string): Promise<Layout> {
  const breathe = createBreather();
  const rows: Span[] = [];
  const parts: string[] = [];
  let depth = 0;
  let rowDepth = text.trimStart().startsWith('[') ? 1 : 0;
  let isTools = false;
  let rowStart = -1;
  let copied = 0;
  const endRow = (end: number) => {
    if (rowStart === -1) return;
    const trimmedEnd = rowStart + text.slice(rowStart, end).trimEnd().length;
    rows.push({ start: rowStart, end: trimmedEnd });
    refuseTooMany(rows.length);
    parts.push(text.slice(copied, rowStart), '0');
    copied = trimmedEnd;
    rowStart = -1;
  };
  let hasArray = rowDepth === 1;
  let steps = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    const isSpace = code === 32 || code === 10 || code === 13 || code === 9;
    const closes = code === 93 || code === 125;
    if (rowDepth > 0 && depth === rowDepth && rowStart === -1 && !isSpace && code !== 44 && !closes) rowStart = at;
    if (code === 34) {
      const end = skipString(text, at);
      if (!hasArray) isTools = /^"tools"$/i.test(text.slice(at, Math.min(end, at + 10)));
      at = end;
    } else {
      if (code === 91 || code === 123) {
        depth += 1;
        if (depth > MAX_DEPTH) throw unreadable(text, at, `nests more than ${MAX_DEPTH} levels deep`);
        if (code === 91 && depth === 2 && isTools && !hasArray) {
          rowDepth = 2;
          hasArray = true;
        }
      } else if (closes) {
        if (depth === rowDepth) endRow(at);
        depth -= 1;
        if (depth < rowDepth) rowDepth = 0;
        if (depth < 0) throw unreadable(text, at, 'a bracket closes that never opened');
      } else if (code === 44) {
        if (depth === rowDepth) endRow(at);
      }
      at += 1;
    }
    steps += 1;
    if (steps % CHECK_TIME_EVERY === 0) await breathe();
  }
  if (depth > 0) throw unreadable(text, text.length, 'a bracket is not closed');
  return { rows, skeleton: parts.join('') + text.slice(copied), hasArray };
}

const reason = (error: unknown) => (error as Error).message;

function parse(text: string, { start, end }: Span, line: number): unknown {
  try {
    return JSON.parse(text.slice(start, end));
  } catch (error) {
    throw badRequest(`line ${line}: the file is not valid JSON: ${reason(error)}`);
  }
}

/** @throws HttpError 400 when the value is no valid JSON */
function toRow(text: string, span: Span, line: number, mapping: Mapping): SourceRow {
  if (span.end - span.start > MAX_ROW_LENGTH) {
    return { line, error: tooLong(span.end - span.start) };
  }
  const value = parse(text, span, line);
  if (!isRecord(value)) return { line, error: 'is not an object with the fields of a tool' };
  try {
    return { line, values: fieldsOf(value, mapping) };
  } catch (error) {
    return { line, error: reason(error) };
  }
}

/** Whether every line is a value of its own: the first one is, and others follow. */
function isLines(text: string): boolean {
  const start = text.search(/\S/);
  const end = text.indexOf('\n', start);
  if (end === -1 || end - start > MAX_ROW_LENGTH || !/\S/.test(text.slice(end, end + 10_000))) return false;
  try {
    return isRecord(JSON.parse(text.slice(start, end)));
  } catch {
    return false;
  }
}

async function* readLines(text: string, mapping: Mapping): AsyncGenerator<SourceRow> {
  const breathe = createBreather();
  let line = 1;
  for (let start = 0; start < text.length; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const span = { start, end };
    start = end + 1;
    if (/^\s*$/.test(text.slice(span.start, Math.min(span.end, span.start + MAX_ROW_LENGTH)))) continue;
    try {
      yield toRow(text, span, line, mapping);
    } catch (error) {
      yield { line, error: reason(error).replace(/^line \d+: the file /, '') };
    }
    await breathe();
  }
}

async function* readSpans(text: string, spans: Span[], mapping: Mapping): AsyncGenerator<SourceRow> {
  const breathe = createBreather();
  let line = 1;
  let counted = 0;
  for (const span of spans) {
    line += countLines(text, counted, span.start);
    counted = span.start;
    yield toRow(text, span, line, mapping);
    await breathe();
  }
}

function checkSkeleton(skeleton: string): void {
  try {
    JSON.parse(skeleton);
  } catch {
    throw badRequest('The file is not valid JSON: what stands between its rows is not a single comma');
  }
}

/** Opens a JSON text. @throws HttpError 400 when it is no valid JSON, or holds no tools */
export async function openJson(text: string): Promise<Source> {
  const mapping = new Mapping();
  if (isLines(text)) return { format: 'json', mapping, rows: () => readLines(text, mapping) };
  const { rows: spans, skeleton, hasArray } = await scan(text);
  checkSkeleton(skeleton);
  if (!hasArray && !/^\s*\{/.test(text)) throw badRequest('The file holds no tools: expected a list of objects');
  const whole = { start: text.search(/\S/), end: text.trimEnd().length };
  const rows = hasArray ? spans : [whole];
  return { format: 'json', mapping, rows: () => readSpans(text, rows, mapping) };
}
