// How requests are checked: query strings and path parameters are first converted by their declared types, then everything
// is validated strictly by one Ajv: no coercion of bodies, unknown fields dropped, errors that name the field and the rule.
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { badRequest } from './errors.ts';

const DECIMAL = /^-?\d+(\.\d+)?$/;

interface ObjectSchema {
  properties?: Record<string, { type?: string }>;
}

/** One textual value as its declared type, or unchanged (for validation to refuse) when it is not of that form. */
function convert(type: string | undefined, value: unknown): unknown {
  if (type === 'array') return Array.isArray(value) ? value : [value];
  if (typeof value !== 'string') return value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type !== 'integer' && type !== 'number') return value;
  return DECIMAL.test(value) && !/^-?0\d/.test(value) ? Number(value) : value;
}

function convertAll(schema: ObjectSchema, values: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(schema.properties ?? {})) {
    if (values[name] !== undefined) values[name] = convert(type, values[name]);
  }
}

const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** The validator of requests, and of whatever must be held to the same rules. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ strict: false, allowUnionTypes: true, removeAdditional: 'all', ...options });
  formats.default(ajv, ['date', 'date-time']);
  ajv.addFormat('iso-date-time', (text) => ISO_DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
}

// One for the process: it keeps what it compiled by schema, which applications started later need not compile again.
const requests = createAjv();

/** The validator compiler of the whole application. */
export function createValidatorCompiler(): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    // Compiled at the first request: all of them at the start would be a tenth of it.
    let validate: ValidateFunction | undefined;
    const converts = httpPart === 'params' || httpPart === 'querystring';
    return (data: Record<string, unknown>) => {
      if (converts) convertAll(schema, data);
      validate ??= requests.compile(schema);
      return validate(data) || { error: new InvalidRequest(validate.errors?.[0], httpPart ?? '') };
    };
  };
}

/** What Fastify reports when a part of the request breaks its schema. */
class InvalidRequest extends Error {
  readonly validation: unknown[];
  readonly validationContext: string;
  readonly statusCode = 400;
  constructor(error: ErrorObject | undefined, part: string) {
    super(describe(error, part === 'body' ? 'body' : part));
    this.validation = [error];
    this.validationContext = part;
  }
}

/** One sentence that names the field and the rule it breaks, such as `tags[2] must not be blank`. */
export function describe(error: ErrorObject | undefined, whole: string): string {
  if (!error) return `${whole} is invalid`;
  const path = error.instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const field = path === '' ? whole : path;
  const { missingProperty } = error.params;
  if (error.keyword === 'required') return `${path === '' ? '' : `${path}.`}${missingProperty} is required`;
  return `${field} ${rules[error.keyword]?.(error.params) ?? error.message}`;
}

const typeNames: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** What a value must be or have, by the keyword of JSON Schema that it breaks. */
const rules: Record<string, (params: ErrorObject['params']) => string | undefined> = {
  type: ({ type }) =>
    `must be ${[type]
      .flat()
      .map((name) => typeNames[name])
      .join(' or ')}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be blank' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  minItems: ({ limit }) => `must have at least ${limit} ${limit === 1 ? 'item' : 'items'}`,
  maxItems: ({ limit }) => `must have at most ${limit} items`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  pattern: ({ pattern }) => (pattern === '\\S' ? 'must not be blank' : undefined),
};

/** Whether a text has NUL characters or lone surrogates, which not every engine can store. */
export function isBadText(value: string): boolean {
  return value.includes('\0') || !value.isWellFormed();
}

/**
 * Refuses NUL characters and lone surrogates anywhere in a body or query string: PostgreSQL cannot store the first, UTF-8
 * has no form for the second. Walks without recursion, since bodies nest as deeply as their sender likes.
 * @throws HttpError 400 naming the field
 */
function refuseBadText(root: unknown): void {
  const stack: [string, unknown][] = [['', root]];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && isBadText(value)) {
      throw badRequest(`${path || 'body'} must not contain NUL characters or lone surrogates`);
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    for (const [key, item] of Object.entries(value)) {
      if (isBadText(key)) throw badRequest('field names must not contain NUL characters or lone surrogates');
      stack.push([Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`, item]);
    }
  }
}

/** Sets how bodies are parsed and every part of a request is validated. */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(createValidatorCompiler());
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name the JSON type on every request; an empty body is then simply no body.
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  app.addHook('preValidation', async (request) => {
    if (request.body !== undefined && request.body !== null) refuseBadText(request.body);
    if (request.query) refuseBadText(request.query);
  });
}
