// Requests made from the contract: for every operation, valid values by its schemas, and hostile ones in any place where a
// client puts something: path, query string, body, media type, token, cookies and other headers.
import { operations, type OperationId } from '@toolscore/contract';
import fc from 'fast-check';
import { ids, plausible, texts, values } from './hostile-values.ts';

export type Person = 'visitor' | 'member' | 'admin';

export interface FuzzRequest {
  operationId: OperationId;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** Whose session it is sent in; the cookies are replaced by these where that is given. */
  person: Person;
  cookies: string | null;
  token: 'right' | 'missing' | 'wrong';
  headers: Record<string, string>;
  payload: string | undefined;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** How many tools requests speak of, by ids from 1 on. */
export const TOOLS = 60;
const samples = [
  'EUR',
  'a@example.org',
  '2026-01-31',
  '2026-01-31T10:00:00.000Z',
  'https://example.org/x',
  'some words',
  'x',
];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_OR_TIME = /^\d{4}-\d{2}-\d{2}/;

function validText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const ofFormat = format === undefined ? /^/ : format === 'date' ? DAY : DAY_OR_TIME;
  const rule = pattern === undefined ? ofFormat : new RegExp(pattern);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && rule.test(text);
  const fitting = [...samples, 'y'.repeat(Math.min(maxLength, 10_000)), 'z'.repeat(minLength)].filter(fits);
  const fixed = fc.constantFrom(...(fitting.length > 0 ? fitting : samples));
  if (format !== undefined) return fixed;
  return fc.oneof(fixed, fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }));
}

function validNumber({ type, minimum = -1000, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true });
  const max = Math.min(maximum, TOOLS);
  return fc.oneof({ arbitrary: fc.integer({ min: Math.min(minimum, max), max }), weight: 20 }, fc.constant(maximum));
}

/** Values that the schema calls valid, most of them. */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'object'].flat();
  if (types.includes('null')) {
    return fc.option(valid({ ...schema, type: types.find((type) => type !== 'null') ?? 'string' }));
  }
  if (types[0] === 'string') return validText(schema);
  if (types[0] === 'integer' || types[0] === 'number') return validNumber(schema);
  if (types[0] === 'boolean') return fc.boolean();
  if (types[0] === 'array') {
    const { minItems = 0, maxItems = 5 } = schema;
    return fc.array(valid(schema.items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, 5) });
  }
  return fields(schema, (property) => valid(property));
}

function fields(schema: Schema, make: (schema: Schema, name: string) => fc.Arbitrary<unknown>) {
  const entries = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, make(property, name)] as const,
  );
  return fc.record(Object.fromEntries(entries), { requiredKeys: schema.required ?? [] });
}

const hostileText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 50 }));
const hostile = fc.oneof(fc.constantFrom<unknown>(...values), fc.anything({ maxDepth: 2 }), hostileText);
const rarely = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>, one: number) =>
  fc.oneof({ arbitrary: usual, weight: one - 1 }, { arbitrary: seldom, weight: 1 });

const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');
const asText = (value: unknown) => encode(typeof value === 'string' ? value : JSON.stringify(value));

/** `name=value` of a parameter; a list as its items, comma-separated. */
const parameter = (name: string, value: unknown) =>
  `${encode(name)}=${Array.isArray(value) ? value.map(asText).join(',') : asText(value)}`;

function queryOf(schema: Schema | undefined): fc.Arbitrary<string> {
  const names = Object.entries(schema?.properties ?? {});
  const declared = names.map(([name, property]) =>
    rarely<unknown>(valid(property), hostileText, 4).map((value) => parameter(name, value)),
  );
  const foreign = fc.tuple(hostileText, hostileText).map(([name, value]) => parameter(name, value));
  const broken = fc.constantFrom('%', '%ff=%ff', 'a[b]=c', '&&&', '=', 'limit', '__proto__[x]=1', '?', '#');
  const part =
    declared.length === 0 ? fc.oneof(foreign, broken) : rarely(fc.oneof(...declared), fc.oneof(foreign, broken), 8);
  return fc.array(part, { maxLength: declared.length === 0 ? 1 : 4 }).map((parts) => parts.join('&'));
}

const idInPath = rarely(
  fc.integer({ min: 1, max: TOOLS }).map(String),
  fc.oneof(fc.constantFrom(...ids), hostileText.map(encode)),
  4,
);

interface Content {
  payload: string | undefined;
  type: string | undefined;
}

const toJson = (value: unknown): Content => ({ payload: JSON.stringify(value), type: 'application/json' });
const brokenJson = fc.constantFrom(
  '{',
  '[1,',
  '"',
  '\0',
  '{"__proto__":{"x":1}}',
  '{"a":"\\ud800"}',
  '['.repeat(5000),
  'nul',
  '\ufeff{}',
);
const strangeTypes = fc.constantFrom(
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=latin1',
  'application/JSON',
  'x',
  ';',
  'text/csv',
);

function jsonBody(schema: Schema): fc.Arbitrary<Content> {
  const likely = (property: Schema, name: string) => {
    // Ids that nothing has are plausible too, but found nowhere.
    const known: unknown = /id/i.test(name) ? undefined : Reflect.get(plausible, name);
    return rarely(
      known === undefined ? valid(property) : rarely<unknown>(fc.constant(known), valid(property), 2),
      hostile,
      10,
    );
  };
  const object = fields(schema, likely).map(toJson);
  const incomplete = fields({ ...schema, required: [] }, likely).map(toJson);
  const text = fc.tuple(fc.oneof(brokenJson, hostileText), rarely(fc.constant('application/json'), strangeTypes, 2));
  return fc.oneof(
    { arbitrary: object, weight: 12 },
    { arbitrary: incomplete, weight: 3 },
    { arbitrary: hostile.map(toJson), weight: 1 },
    { arbitrary: text.map(([payload, type]) => ({ payload, type })), weight: 2 },
    { arbitrary: fc.tuple(object, strangeTypes).map(([content, type]) => ({ ...content, type })), weight: 1 },
  );
}

/** A catalogue to import, in some format, with some of its rows and cells wrong, or a form around one. */
function importBody(): fc.Arbitrary<Content> {
  const cell = rarely(
    fc.constantFrom('N1', 'N2', 'a "b"', 'x|y;z', '=1+1'),
    hostileText.filter((text) => text.length < 1000),
    6,
  );
  const rows = fc.array(fc.record({ name: cell, description: cell, category: cell, tags: cell }), { maxLength: 4 });
  const csv = fc.tuple(rows, fc.constantFrom(',', ';', '\t')).map(([list, delimiter]) => {
    const lines = list.map((row) =>
      Object.values(row)
        .map((text) => `"${text.replaceAll('"', '""')}"`)
        .join(delimiter),
    );
    return {
      payload: [['name', 'description', 'category', 'tags'].join(delimiter), ...lines].join('\n'),
      type: 'text/csv',
    };
  });
  const json = rows.map(toJson);
  const wrapped = fc.tuple(hostile, hostile).map(([content, format]) => toJson({ content, format }));
  const yaml = rows.map((list) => ({
    payload: list
      .map((row) => `- name: ${row.name}\n  description: ${row.description}\n  category: ${row.category}`)
      .join('\n'),
    type: 'application/yaml',
  }));
  const form = fc.tuple(csv, hostileText, fc.boolean()).map(([{ payload }, name, isWhole]) => ({
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="${name.slice(0, 100)}"\r\n\r\n${payload}\r\n${isWhole ? '--b--\r\n' : ''}`,
    type: 'multipart/form-data; boundary=b',
  }));
  const text = fc.tuple(hostileText, strangeTypes).map(([payload, type]) => ({ payload, type }));
  return fc.oneof(csv, json, wrapped, yaml, form, text);
}

const headerText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '*',
    'null',
    '"x"',
    'W/"x"',
    'gzip;q=0',
    ',,,',
    'https://evil.test',
    '::1',
    '1.2.3.4, x',
    'x'.repeat(4000),
    '%00',
  ),
  fc.string({ maxLength: 30 }).map((value) => value.replace(/[^\x20-\x7e]/g, '')),
);
const headerNames = [
  'origin',
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'x-forwarded-for',
  'x-forwarded-proto',
  'referer',
  'user-agent',
  'authorization',
  'x-request-id',
  'access-control-request-method',
];
const otherHeaders = fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 2 });
const strangeCookies = fc
  .oneof(fc.constantFrom('toolscore_session', 'toolscore_voter', '__proto__', ''), headerText)
  .chain((name) =>
    headerText.map(
      (value) => `${name}=${value.replaceAll(';', '')}; toolscore_session=${value}; toolscore_voter=${name}`,
    ),
  );

function contentOf(operationId: OperationId, schema: Schema | undefined): fc.Arbitrary<Content> {
  const none: Content = { payload: undefined, type: undefined };
  if (operationId === 'importTools') return rarely(importBody(), fc.constant(none), 20);
  if (schema) return rarely(jsonBody(schema), fc.constant(none), 20);
  return rarely(fc.constant(none), jsonBody({}), 10);
}

function requestOf(operationId: OperationId): fc.Arbitrary<FuzzRequest> {
  const { method, url, schema } = operations[operationId];
  const { body, querystring } = schema as { body?: Schema; querystring?: Schema };
  return fc
    .record({
      id: idInPath,
      query: queryOf(querystring),
      content:
        method === 'GET' ? fc.constant<Content>({ payload: undefined, type: undefined }) : contentOf(operationId, body),
      person: fc.constantFrom<Person>('visitor', 'member', 'member', ...Array<Person>(7).fill('admin')),
      cookies: rarely<string | null>(fc.constant(null), strangeCookies, 15),
      token: rarely<FuzzRequest['token']>(fc.constant('right'), fc.constantFrom('missing', 'wrong'), 15),
      others: rarely(fc.constant<Record<string, string>>({}), otherHeaders, 4),
    })
    .map(({ id, query, content: { payload, type }, person, cookies, token, others }) => ({
      operationId,
      method,
      url: `/api${url.replace(/:\w+/, id)}${query === '' ? '' : `?${query}`}`,
      person,
      cookies,
      token,
      headers: { ...others, ...(type !== undefined && { 'content-type': type }) },
      payload,
    }));
}

/** So many requests to all operations in turn, the same ones for the same seed. */
export function createRequests(seed: number, count: number): FuzzRequest[] {
  const operationIds = Object.keys(operations) as OperationId[];
  const each = operationIds.map((operationId, index) =>
    fc.sample(requestOf(operationId), { seed: seed + index, numRuns: Math.ceil(count / operationIds.length) }),
  );
  const turns = each[0]?.map((_, turn) => each.map((list) => list[turn] as FuzzRequest)) ?? [];
  return turns.flat().slice(0, count);
}
