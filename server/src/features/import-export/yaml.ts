// Reading YAML: a list of tools, a list under `tools:`, or one tool. The list is first only cut into its items, which are
// then read one by one, so that a large file is never in memory as objects and a broken item breaks nothing but itself.
import { constructFromEvents, type Event, FAILSAFE_SCHEMA, nullCoreTag, parseEvents, YAMLException } from 'js-yaml';
import { badRequest } from '../../errors.ts';
import { fieldOf, fieldsOf, isRecord, Mapping } from './columns.ts';
import { countLines } from './decode.ts';
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
const LONGEST_REASON = 200;
const SEVERAL = 'is not valid YAML: it has several documents; put all tools into one list';

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

const MAX_DEPTH = 50;
/** Of one item, or of a file that is read in one go: more take too long at a time. */
const MAX_SIGNS = 20_000;
const SIGN = /[\n,:?*&!"'[\]{}-]/g;

/** Everything but null is text as it is typed: a tool called 1.10 is not 1.1, and one called `on` is not true. */
const schema = FAILSAFE_SCHEMA.withTags(nullCoreTag);

type Parsed<T> = { value: T } | { error: string };

/** Why a text is not even looked at by the parser. */
function refusal(text: string): string | undefined {
  if (text.length > MAX_ROW_LENGTH) return tooLong(text.length);
  const signs = text.length > MAX_SIGNS ? (text.match(SIGN)?.length ?? 0) : 0;
  return signs > MAX_SIGNS ? `has more than ${MAX_SIGNS} line breaks and signs` : undefined;
}

function parsing<T>(read: () => T): Parsed<T> {
  try {
    return { value: read() };
  } catch (error) {
    const reason = error instanceof YAMLException ? error.reason : String(error);
    if (/maxDepth/.test(reason)) return { error: `nests more than ${MAX_DEPTH} levels deep` };
    return { error: `is not valid YAML: ${reason.slice(0, LONGEST_REASON)}` };
  }
}

function parse(text: string): Parsed<Event[]> {
  const error = refusal(text);
  return error === undefined ? parsing(() => parseEvents(text, { maxDepth: MAX_DEPTH })) : { error };
}

/** Where the first anchor, alias or tag begins. */
function findMark(events: Event[]): number | undefined {
  for (const event of events) {
    // The parser tells where the name of an anchor or an alias begins, after its sign.
    const anchor = 'anchorStart' in event ? event.anchorStart : -1;
    const tag = 'tagStart' in event ? event.tagStart : -1;
    const starts = [anchor - 1, tag].filter((start) => start >= 0);
    if (starts.length > 0) return Math.min(...starts);
  }
  return undefined;
}

const MAYBE_MARK = /(^|[\s,:[{-])[&*!]/;

/** @throws HttpError 400 when the text has anchors, aliases or tags, unless it cannot be read anyway */
function refuseMarks(text: string, line: number): void {
  if (!MAYBE_MARK.test(text)) return;
  const parsed = parse(text);
  const start = 'value' in parsed ? findMark(parsed.value) : undefined;
  if (start === undefined) return;
  const found = /^[^\s,[\]{}]{1,50}/.exec(text.slice(start, start + 50))?.[0];
  throw badRequest(
    `line ${line + countLines(text, 0, start)}: anchors, aliases and tags of YAML are not accepted (found ${found})`,
  );
}

function toValue(text: string): Parsed<unknown> {
  const parsed = parse(text);
  if ('error' in parsed) return parsed;
  const documents = parsing(() => constructFromEvents(parsed.value, { source: text, schema }));
  if ('error' in documents) return documents;
  const [value, ...others] = documents.value;
  return others.length > 0 ? { error: SEVERAL } : { value };
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
    const parsed = toValue(text.slice(start, end));
    if ('error' in parsed) yield { line, error: parsed.error };
    else yield toRow(Array.isArray(parsed.value) ? parsed.value[0] : undefined, line, mapping);
    await breathe();
  }
}

/** A text that is laid out otherwise, such as one tool or a list in brackets, read in one go. */
function readWhole(text: string): unknown[] {
  const parsed = toValue(text);
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
