// The operations table as an OpenAPI 3.1 document: a rearrangement, nothing is said here that the table does not say.
import type { TSchema } from 'typebox';
import { type Access, operations, type Scope } from './operations.ts';
import { ErrorResponse } from './schemas.ts';

type Json = { [key: string]: unknown };
interface Described {
  method: string;
  url: string;
  config: {
    operationId: string;
    access: Access;
    scope: Scope;
    produces?: readonly string[];
    consumes?: readonly string[];
  };
  schema: {
    summary: string;
    params?: TSchema;
    querystring?: TSchema;
    body?: TSchema;
    response: Record<string, TSchema>;
  };
}

const accessText: Record<Access['who'], string> = {
  anyone: 'No sign-in needed.',
  voter: 'No sign-in needed unless anonymous voting is off.',
  member: 'Signed-in users.',
  editor: 'Signed-in users; only admins where the operator says so.',
  admin: 'Admins.',
  entitled: 'Users with the entitlement',
};

const describeAccess = (access: Access) =>
  access.who === 'entitled' ? `${accessText.entitled} \`${access.to}\`, and admins.` : accessText[access.who];

const describeScope = (scope: Scope) =>
  scope === 'session' ? 'Not with an API token.' : `API tokens need the scope \`${scope}\`.`;

/** How a caller may say who they are; that nobody needs to is said too, where it is so. */
const security = ({ access, scope }: Described['config']): Json[] => [
  ...(access.who === 'anyone' || access.who === 'voter' ? [{}] : []),
  { session: [] },
  ...(scope === 'session' ? [] : [{ token: [] }]),
];

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'toolscore_session', description: 'The cookie of a sign-in' },
  token: { type: 'http', scheme: 'bearer', description: 'An API token from POST /auth/me/tokens' },
};

/** Shapes with a title become components, the first time they are met. */
function reference(schema: unknown, components: Json): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, ...rest } = schema as Json;
  const resolved = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, reference(value, components)]));
  if (typeof title !== 'string') return resolved;
  components[title] = resolved;
  return { $ref: `#/components/schemas/${title}` };
}

function parameters(schema: TSchema | undefined, place: 'path' | 'query', components: Json): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: reference(value, components),
  }));
}

const statusText: Record<string, string> = {
  200: 'Success',
  201: 'Created',
  204: 'Done',
  400: 'The request breaks a rule that the error names',
  401: 'Not signed in, or wrong credentials, or an API token that is wrong, expired or revoked',
  403: 'Not allowed, or the CSRF token is missing, or the API token has too small a scope',
  404: 'Not found',
  409: 'Conflicts with what is there',
  413: 'Too large',
  415: 'A content type that is not understood',
  422: 'Managed by the identity provider',
  429: 'Too many attempts; see Retry-After',
  503: 'The database does not answer',
};

function responses({ schema, config }: Described, components: Json): Json {
  const answers: [string, Json][] = Object.entries(schema.response).map(([status, shape]) => {
    const content = { 'application/json': { schema: reference(shape, components) } };
    return [status, { description: statusText[status], ...(status === '204' ? {} : { content }) }];
  });
  if (config.produces) {
    const declared = answers.find(([status]) => status === '200')?.[1]['content'];
    const content = { ...Object.fromEntries(config.produces.map((type) => [type, {}])), ...Object(declared) };
    answers.push(['200', { description: statusText[200], content }]);
  }
  return Object.fromEntries(answers);
}

/** Whatever may be called with a token answers 401 to a wrong one. */
function withTokenFailure(described: Described): Described {
  const { config, schema } = described;
  if (config.scope === 'session') return described;
  return { ...described, schema: { ...schema, response: { 401: ErrorResponse, ...schema.response } } };
}

function requestBody({ schema, config }: Described, components: Json): Json {
  if (!schema.body && !config.consumes) return {};
  const json = { schema: schema.body ? reference(schema.body, components) : {} };
  const content: Json = config.consumes
    ? Object.fromEntries(config.consumes.map((type) => [type, {}]))
    : { 'application/json': json };
  return { requestBody: { required: true, content } };
}

/** The whole document; the same text for the same contract. */
export function createOpenApi(): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  for (const operation of Object.values(operations) as unknown as Described[]) {
    const { method, url, config, schema } = operation;
    const path = url.replace(/:(\w+)/g, '{$1}');
    const csrf = {
      name: 'X-CSRF-Token',
      in: 'header',
      required: config.scope === 'session',
      description: 'From GET /auth/csrf; needed unless the request carries an API token',
      schema: { type: 'string' },
    };
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = {
      operationId: config.operationId,
      summary: schema.summary,
      description: `${describeAccess(config.access)} ${describeScope(config.scope)}`,
      security: security(config),
      parameters: [
        ...parameters(schema.params, 'path', components),
        ...parameters(schema.querystring, 'query', components),
        ...(method === 'GET' ? [] : [csrf]),
      ],
      ...requestBody(operation, components),
      responses: responses(withTokenFailure(operation), components),
    };
  }
  const sorted = Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolscore',
      version: '0.1.0',
      description:
        'A catalogue of tools that people rate on usefulness and usability. Whatever is asked, the answer is 503 with Retry-After while the service has more to do than it can.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    paths,
    components: { schemas: sorted, securitySchemes },
  };
}
