// The typed client that the web pages (and scripts) use: `api('GET /tools/:id', { params: { id } })`.
// It knows the operations by type only, so nothing of the schemas ends up in a bundle.
import type { Static, TSchema } from 'typebox';
import type { Operations } from './operations.ts';
import type { ImportBody } from './schemas.ts';

type Of<O, Part extends string> = O extends { schema: { [P in Part]: infer S extends TSchema } }
  ? { [P in Part]: Static<S> }
  : unknown;
type Query<O> = O extends { schema: { querystring: infer S extends TSchema } } ? { query?: Static<S> } : unknown;
type Success<O> = O extends { schema: { response: infer R } }
  ? R extends { 200: infer S extends TSchema } | { 201: infer S extends TSchema }
    ? Static<S>
    : undefined
  : never;
type ByCall = { [K in keyof Operations as `${Operations[K]['method']} ${Operations[K]['url']}`]: Operations[K] };
export type Call = keyof ByCall;
type OnProgress = (done: number, total: number) => void;
interface Uploaded {
  body: Static<typeof ImportBody> | Blob;
  /** Told how many rows are done, while they are. */
  onProgress?: OnProgress;
}
/** An import's body is read as it comes, in several media types: this client sends JSON, or a file's bytes as they are. */
type Upload<C extends Call> = C extends 'POST /admin/tools/import' ? Uploaded : unknown;
export type Input<C extends Call> = Of<ByCall[C], 'params'> & Of<ByCall[C], 'body'> & Query<ByCall[C]> & Upload<C>;
export type Result<C extends Call> = Success<ByCall[C]>;

/** An answer other than success; `status` is 0 when the service could not be reached at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

interface Anything {
  params?: object;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

const unreachable = () => new ApiError(0, 'The service cannot be reached');

/** Reads an answer in JSON Lines: how far the service is, and at last what came of it. */
async function follow(response: Response, onProgress: OnProgress): Promise<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = (await reader?.read().catch(() => undefined)) ?? {};
    // Without a result at its end the answer was cut off.
    if (done !== false) throw unreachable();
    const lines = `${rest}${value}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.map((text) => JSON.parse(text))) {
      if ('result' in line) return line.result;
      if ('error' in line) throw new ApiError(500, line.error);
      onProgress(line.done, line.total);
    }
  }
}

/** A change of at most this many characters goes on when its page is left; browsers allow 64 KB of those together. */
const KEPT_ALIVE = 16_000;

/**
 * A client of the service under `base`; fetches a CSRF token when one is needed and again when it is refused. `prepare`
 * fetches it ahead, so that the first change is on its way at once.
 */
export function createClient(base = '/api', fetcher: typeof fetch = (...args) => fetch(...args)) {
  let token: Promise<string> | undefined;
  const csrf = () => {
    token ??= call('GET /auth/csrf').then((answer) => answer.token);
    token.catch(() => {
      token = undefined;
    });
    return token;
  };
  async function call<C extends Call>(name: C, input?: Input<C> & { signal?: AbortSignal }): Promise<Result<C>> {
    const [method = 'GET', template = ''] = name.split(' ');
    const { params = {}, query = {}, body, signal, onProgress }: Anything = input ?? {};
    const isFile = body instanceof Blob;
    const path = template.replace(/:(\w+)/g, (_, key) => encodeURIComponent(String(Reflect.get(params, key))));
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) {
      for (const item of Array.isArray(value) ? value : [value])
        if (item !== undefined) search.append(key, String(item));
    }
    if (onProgress) search.set('progress', 'true');
    const url = `${base}${path}${search.size > 0 ? `?${search}` : ''}`;
    const text = body === undefined || isFile ? undefined : JSON.stringify(body);
    for (let attempt = 0; ; attempt += 1) {
      const headers = new Headers(
        body === undefined ? {} : { 'content-type': isFile ? 'text/plain' : 'application/json' },
      );
      if (method !== 'GET') headers.set('x-csrf-token', await csrf());
      const response = await fetcher(url, {
        method,
        headers,
        credentials: 'same-origin',
        signal,
        body: isFile ? body : text,
        keepalive: method !== 'GET' && !isFile && (text?.length ?? 0) <= KEPT_ALIVE,
      }).catch((cause) => {
        throw signal?.aborted ? cause : unreachable();
      });
      if (name === 'POST /auth/login' || name === 'POST /auth/logout') token = undefined;
      if (response.ok && onProgress) return (await follow(response, onProgress)) as Result<C>;
      if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Result<C>;
      const failure = (await response.json().catch(() => ({ error: response.statusText }))) as { error: string };
      if (response.status === 403 && method !== 'GET' && attempt === 0 && /csrf/i.test(failure.error))
        token = undefined;
      else throw new ApiError(response.status, failure.error, Number(response.headers.get('retry-after')) || undefined);
    }
  }
  return Object.assign(call, { prepare: () => void csrf().catch(() => undefined) });
}
