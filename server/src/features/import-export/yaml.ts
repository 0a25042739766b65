// Reading YAML: a list of tools, a list under `tools:`, or one tool. The list is first only cut into its items, which are
// then read one by one, so that a large file is never in memory as objects and a broken item breaks nothing but itself.
import { CST, isMap, isSeq, Lexer, parseDocument, Schema } from 'yaml';
import { badRequest } from '../../errors.ts';
import { fieldOf, fieldsOf, isRecord, Mapping } from './columns.ts';
import { createBreather, MAX_ROW_LENGTH, refuseTooMany, type Source, type SourceRow, tooLong } from './source.ts';

interface Item {
  start: number;
  end: number;
  line: number;
}

const ITEM = /^( *)-(?=[ \t\r]|$)/;
const NOTHING = /^(\s*(#.*)?|\.\.\.\s*)$/;
const DOCUMENT_START = /^(---\s*(#.*)?|%.*)$/;
const KEY = /^(["']?)([^"'\s:#][^"':#]*)\1\s*:\s*(#.*)?$/;
/** Something beside `tools:`, such as a version, which says nothing about tools. */
const OTHER_KEY = /^[^\s#\-[{][^#]*:\s/;
const LONGEST_LOOK = 1000;

/**
 * The items of the outermost list, or of the list under `tools:`; undefined when the text is laid out otherwise. An item
 * begins with `-` at the list's indentation, where nothing within an item can stand.
 * @throws HttpError 400 when something else stands at the indentation of a list, or it is too long
 */
async function findItems(text: string): Promise<Item[] | undefined> {
  const breathe = createBreather();
  const items: Item[] = [];
  let indent = -1;
  let line = 0;
  let under: string | undefined;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline + 1;
    const content = text.slice(start, Math.min(end, start + LONGEST_LOOK)).replace(/\r?\n$/, '');
    line += 1;
    const item = ITEM.exec(content)?.[1];
    if (indent === -1 && item !== undefined && (under === undefined || under === 'tools')) indent = item.length;
    if (item !== undefined && item.length === indent) refuseTooMany(items.push({ start, end, line }));
    else if (indent === -1 && !DOCUMENT_START.test(content) && !NOTHING.test(content)) {
      const key = KEY.exec(content)?.[2];
      if (under !== undefined || (key === undefined && !OTHER_KEY.test(content))) return undefined;
      under = key?.toLowerCase();
    } else if (indent !== -1) {
      const depth = content.search(/[^ ]|$/);
      const last = items.at(-1) as Item;
      if (depth > indent || NOTHING.test(content)) last.end = end;
      else if (under === 'tools' && OTHER_KEY.test(content)) break;
      else
        throw badRequest(`line ${line}: a list item, beginning with "-", is expected here; the file is not valid YAML`);
    }
    start = end;
    if (line % 1000 === 0) await breathe();
  }
  return indent === -1 ? undefined : items;
}

const MARKS: ReadonlySet<string | null> = new Set(['anchor', 'alias', 'tag']);
const MAYBE_MARK = /(^|[\s,:[{-])[&*!]/;
/** Words and signs of one item, or of a file that is read in one go: more take too long at a time. */
const MAX_LEXEMES = 20_000;

function* lex(text: string): Generator<string> {
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield lexeme;
    if (++count > MAX_LEXEMES) return;
  }
}

/** @throws HttpError 400 when the text, as far as it is read at all, has anchors, aliases or tags */
function refuseMarks(text: string, line: number): void {
  if (text.length > MAX_ROW_LENGTH || !MAYBE_MARK.test(text)) return;
  let at = line;
  for (const lexeme of lex(text)) {
    if (MARKS.has(CST.tokenType(lexeme))) {
      throw badRequest(`line ${at}: anchors, aliases and tags of YAML are not accepted (found ${lexeme.slice(0, 50)})`);
    }
    for (const char of lexeme) if (char === '\n') at += 1;
  }
}

function hasTooManyParts(text: string): boolean {
  // The lexer marks every plain word with a lexeme of its own.
  if (text.length <= MAX_LEXEMES / 2) return false;
  let count = 0;
  for (const _ of lex(text)) count += 1;
  return count > MAX_LEXEMES;
}

const MAX_DEPTH = 50;
const DEEP_BLOCK = new RegExp(`(?:[-?:][ \\t]+){${MAX_DEPTH + 1}}`);

/** A bound on the nesting that is cheap to find: the parser recurses as deeply as its text nests. */
function nestsDeeply(text: string): boolean {
  if (DEEP_BLOCK.test(text)) return true;
  let open = 0;
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1);
    if (open > MAX_DEPTH) return true;
  }
  const indents = new Set(text.match(/^ +/gm)?.map((spaces) => spaces.length));
  return indents.size > MAX_DEPTH;
}

/** The parser's own check compares every key with every other one. */
function refuseRepeatedKeys(node: unknown): void {
  if (isSeq(node)) node.items.forEach(refuseRepeatedKeys);
  if (!isMap(node)) return;
  const keys = node.items.map(({ key }) => String(key));
  if (new Set(keys).size < keys.length) throw new Error('Map keys must be unique');
  for (const { key, value } of node.items) {
    refuseRepeatedKeys(key);
    refuseRepeatedKeys(value);
  }
}

/** Everything but null is text as it is typed: a tool called 1.10 is not 1.1, and one called `on` is not true. */
const texts = new Schema({ schema: 'failsafe', customTags: ['null'] });

function toValue(text: string): unknown {
  const document = parseDocument(text, { schema: texts, prettyErrors: false, uniqueKeys: false });
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS') throw new Error('it has several documents; put all tools into one list');
  if (error) throw new Error(error.message.split('\n', 1)[0]);
  refuseRepeatedKeys(document.contents);
  return document.toJS();
}

function parse(text: string): { value: unknown } | { error: string } {
  if (text.length > MAX_ROW_LENGTH) return { error: tooLong(text.length) };
  if (nestsDeeply(text)) return { error: `nests more than ${MAX_DEPTH} levels deep` };
  if (hasTooManyParts(text)) return { error: `has more than ${MAX_LEXEMES} words and signs` };
  try {
    return { value: toValue(text) };
  } catch (error) {
    return { error: `is not valid YAML: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function toRow(value: unknown, line: number, mapping: Mapping): SourceRow {
  if (!isRecord(value)) return { line, error: 'is not a mapping with the fields of a tool' };
  try {
    return { line, values: fieldsOf(value, mapping) };
  } catch (error) {
    return { line, error: (error as Error).message };
  }
}

async function* readItems(text: string, items: Item[], mapping: Mapping): AsyncGenerator<SourceRow> {
  const breathe = createBreather();
  for (const { start, end, line } of items) {
    const parsed = parse(text.slice(start, end));
    if ('error' in parsed) yield { line, error: parsed.error };
    else yield toRow(Array.isArray(parsed.value) ? parsed.value[0] : undefined, line, mapping);
    await breathe();
  }
}

/** A text that is laid out otherwise, such as one tool or a list in brackets, read in one go. */
function readWhole(text: string): unknown[] {
  const parsed = parse(text);
  if ('error' in parsed) throw badRequest(`The file ${parsed.error}`);
  const { value } = parsed;
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) throw badRequest('The file holds no tools: expected a list of mappings');
  const tools = Object.entries(value).find(([key]) => key.toLowerCase() === 'tools')?.[1];
  if (Array.isArray(tools)) return tools;
  if (Object.keys(value).some(fieldOf)) return [value];
  throw badRequest('The file holds no tools: expected a list of mappings, alone or under `tools`');
}

/** Opens a YAML text. @throws HttpError 400 when it is no valid YAML, holds no tools, or has anchors, aliases or tags */
export async function openYaml(text: string): Promise<Source> {
  const mapping = new Mapping();
  const items = await findItems(text);
  if (!items) {
    refuseMarks(text, 1);
    const values = readWhole(text);
    const rows = async function* () {
      for (const value of values) yield toRow(value, 1, mapping);
    };
    return { format: 'yaml', mapping, size: values.length, rows };
  }
  const breathe = createBreather();
  for (const { start, end, line } of items) {
    refuseMarks(text.slice(start, end), line);
    await breathe();
  }
  const rows = () => readItems(text, items, mapping);
  return { format: 'yaml', mapping, size: items.length, rows };
}
