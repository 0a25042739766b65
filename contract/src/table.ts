// What the table of operations is made of: who may call one, with which token, and how an entry becomes a Fastify route.
import type { TSchema } from 'typebox';
import { type Entitlement, ErrorResponse, type TokenScope } from './schemas.ts';

/**
 * Who may call an operation. `voter` is anyone unless anonymous voting is off; `editor` is any signed-in user unless only
 * admins edit the catalogue. Not signed in answers 401, signed in without the right 403; `anonymous: 403` makes both 403.
 */
export type Access =
  | { who: 'anyone' | 'voter' | 'member' | 'editor' }
  | { who: 'admin'; anonymous?: 403 }
  | { who: 'entitled'; to: Entitlement; anonymous?: 403 };

/**
 * What an API token must be good for to call an operation: `read`, `rate`, which includes it, or `manage`, which includes both.
 * `session` is for people alone: passwords, tokens and sessions are not handled by machines.
 */
export type Scope = TokenScope | 'session';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503;

interface Entry {
  method: Method;
  url: string;
  summary: string;
  access: Access;
  /** Where it is neither `read` for GET nor `manage` for the other methods. */
  scope?: 'rate' | 'session';
  /** The same for everybody who may see it, so the service may keep the answer until something changes. */
  cached?: true;
  params?: TSchema;
  querystring?: TSchema;
  body?: TSchema;
  /** Media types of a success answer that is not JSON. */
  produces?: readonly string[];
  /** Media types of a request body that is not (only) JSON. */
  consumes?: readonly string[];
  response: { [status: number]: TSchema };
  errors: readonly ErrorStatus[];
}

type Errors<E extends Entry> = { [S in E['errors'][number]]: typeof ErrorResponse };
type Operation<E extends Entry> = {
  method: E['method'];
  url: E['url'];
  config: {
    operationId: string;
    access: Access;
    scope: Scope;
    cached?: true;
    produces?: readonly string[];
    consumes?: readonly string[];
  };
  schema: Pick<E, keyof E & ('params' | 'querystring' | 'body')> & {
    summary: string;
    response: E['response'] & Errors<E>;
  };
};

/** The entries as routes: each with its access in `config`, and its errors among its responses. */
export function table<const T extends Record<string, Entry>>(entries: T) {
  return Object.fromEntries(
    Object.entries(entries).map(([operationId, entry]) => {
      const { method, url, access, cached, produces, consumes, errors, response, ...others } = entry;
      const { scope = method === 'GET' ? 'read' : 'manage', ...schema } = others;
      const failures = Object.fromEntries(errors.map((status) => [status, ErrorResponse]));
      return [
        operationId,
        {
          method,
          url,
          config: { operationId, access, scope, cached, produces, consumes },
          schema: { ...schema, response: { ...response, ...failures } },
        },
      ];
    }),
  ) as { [K in keyof T]: Operation<T[K]> };
}
