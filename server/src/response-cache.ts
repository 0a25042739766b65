// Answers that are the same for everybody who may see them, kept until something changes. On one instance exact: a write is visible in
// the very next read. Across instances, and to what other processes write, at most a second old. Each has a strong ETag.
// Those who ask for the same while it is being made wait for that one answer.
import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction, onRequestHookHandler } from 'fastify';
import type { App, Context } from './app.ts';
import { carriesToken } from './bearer.ts';
import { logsOnlyProblems } from './logging.ts';
import { isStranger } from './session.ts';

const MAX_AGE_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Headers of both forms, and what Node takes for a buffer. */
const ENTRY_BYTES = 4096;
const WORTH_PACKING_BYTES = 1400;
const PACK_LEVEL = 4;
const packAsync = promisify(gzip);

type Headers = Record<string, string | number | string[] | undefined>;

export interface Entry {
  /** How many writes this instance had done when the answer was begun. */
  writes: number;
  expiresAt: number;
  operation: string;
  /** Whether anybody may see it. */
  open: boolean;
  plain: Form;
  /** The same in gzip, made when somebody first wants it. */
  packed: Form | Promise<Form> | undefined;
}

/** An answer in one encoding, headers and all, as it is written to the socket; other bytes, so an ETag of its own. */
interface Form {
  body: Buffer;
  /** What is sent: a short body as text, which leaves in one piece with its headers. */
  sent: string | Buffer;
  etag: string;
  headers: Headers;
  /** The headers as a flat list, which node:http writes fastest; for 200 and for 304. */
  full: string[];
  unchanged: string[];
}

/** An answer that is being made. */
interface Making {
  writes: number;
  /** The entry, or undefined when nothing worth keeping came of it. */
  done: Promise<Entry | undefined>;
  finish: (entry: Entry | undefined) => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    cached?: true;
  }
  interface FastifyRequest {
    /** Set on the one request that makes a cacheable answer. */
    making: Making | null;
  }
}

/** What an entry takes at most: both forms, the packed one being the smaller, and the headers. */
const weightOf = (key: string, { plain }: Entry) => key.length + 2 * plain.body.length + ENTRY_BYTES;

/** Answers in the order of their last use, within a bound of bytes; what was made before the last write is of no use any longer. */
export class Answers {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;
  #writes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: Entry): void {
    if (entry.writes < this.#writes) return;
    if (entry.writes > this.#writes) this.#clear();
    this.#writes = entry.writes;
    this.#delete(key);
    this.#entries.set(key, entry);
    this.#bytes += weightOf(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  #clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= weightOf(key, entry);
  }
}

const digest = (body: Buffer) => createHash('sha1').update(body).digest('base64url');

const flat = (headers: Headers) =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

/**
 * What a 304 says, RFC 9110, 15.4.5, and whatever decides who may read it: all else holds on from the answer that is there
 * already (RFC 9111, 3.2).
 */
const SAID_AGAIN = /^(etag|cache-control|vary|x-total-count|link|access-control-.*)$/;

function toForm(body: Buffer, sent: string | Buffer, etag: string, others: Headers): Form {
  const headers: Headers = { ...others, etag };
  const full = flat({ ...headers, 'content-length': body.length });
  const unchanged = flat(Object.fromEntries(Object.entries(headers).filter(([name]) => SAID_AGAIN.test(name))));
  return { body, sent, etag, headers, full, unchanged };
}

async function pack({ body, etag, headers }: Form): Promise<Form> {
  // A copy: zlib's own buffer is larger than what it has written to it.
  const packed = Buffer.from(await packAsync(body, { level: PACK_LEVEL }));
  return toForm(packed, packed, `${etag.slice(0, -1)}-gzip"`, { ...headers, 'content-encoding': 'gzip' });
}

/** Named, and not with the weight 0 that means "anything but" (RFC 9110, 12.5.3). */
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

type Headed = Pick<IncomingMessage, 'headers'>;

/** The form of an answer that the request can read. */
function formFor(request: Headed, entry: Entry): Form | Promise<Form> {
  if (entry.plain.body.length < WORTH_PACKING_BYTES) return entry.plain;
  if (!ACCEPTS_GZIP.test(request.headers['accept-encoding']?.toString() ?? '')) return entry.plain;
  entry.packed ??= pack(entry.plain).then((form) => (entry.packed = form));
  return entry.packed;
}

/** RFC 9110, 13.1.2: any of the listed tags, compared weakly, or `*`. */
function isFresh(request: Headed, etag: string): boolean {
  const wanted = request.headers['if-none-match'];
  return wanted !== undefined && wanted.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** Answers past the framework: every header is known already, and naming them to it one by one is what would cost. */
function write(request: Headed, response: ServerResponse, form: Form): void {
  if (isFresh(request, form.etag)) response.writeHead(304, form.unchanged).end();
  else response.writeHead(200, form.full).end(form.sent);
}

const isRead = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

function startMaking(writes: number): Making {
  const { promise, resolve } = Promise.withResolvers<Entry | undefined>();
  return { writes, done: promise, finish: resolve };
}

const isPublic = ({ routeOptions: { config } }: FastifyRequest) => config.access?.who === 'anyone';

/** What is kept of an answer: its text, and the headers that are for everybody. */
function toEntry(request: FastifyRequest, reply: FastifyReply, payload: string, writes: number): Entry {
  const { 'content-length': _length, 'set-cookie': _cookie, ...headers } = reply.getHeaders();
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const body = Buffer.from(payload);
  const cacheControl = isPublic(request) ? 'no-cache' : 'private, no-cache';
  const sent = body.length < WORTH_PACKING_BYTES ? payload : body;
  return {
    writes,
    expiresAt: performance.now() + MAX_AGE_MS,
    operation: request.routeOptions.config.operationId as string,
    open: isPublic(request),
    plain: toForm(body, sent, `"${digest(body)}"`, { ...headers, vary, 'cache-control': cacheControl }),
    packed: undefined,
  };
}

/** Has requests that come over connections offered to `answer`, and only those that it does not answer handed on. */
function putBefore({ server }: App, answer: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const [handle] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    if (!answer(request, response)) handle?.(request, response);
  });
}

/**
 * Answers from the cache before anything else of the server is asked; what is public needs none of it, and where not every
 * request is logged, not even the framework. To be registered first: what is kept carries the headers that all others set.
 * @returns the hook that answers what only some may see, and those who carry a token, which is checked even where none is
 * needed: a wrong one must not look right. To be added after the one that knows who may.
 */
export function registerResponseCache(
  app: App,
  { engine, config, state }: Pick<Context, 'engine' | 'config' | 'state'>,
): onRequestHookHandler {
  const answers = new Answers(MAX_BYTES);
  const beingMade = new Map<string, Making>();
  app.decorateRequest('making', null);

  const hasReplica = engine.publicReader !== engine.reader;

  /** The address, the origin where it is one that is answered differently, and whether the answer is from the replica. */
  const keyOf = (request: Headed, url: string) => {
    const { headers } = request;
    const key = hasReplica && isStranger(request) ? `replica ${url}` : url;
    const { origin } = headers;
    return origin !== undefined && config.corsOrigins.includes(origin) ? `${key} ${origin}` : key;
  };

  /** What is kept under that key and still holds. */
  const find = (key: string) => {
    const entry = answers.get(key);
    return entry?.writes === engine.writes && entry.expiresAt > performance.now() ? entry : undefined;
  };

  const answerKept = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const key = keyOf(request, request.url);
    const answer = (entry: Entry) => {
      const form = formFor(request, entry);
      if (form instanceof Promise) form.then((ready) => write(request, reply.hijack().raw, ready), done);
      else write(request, reply.hijack().raw, form);
    };
    const answerOr = (made: Entry | undefined) => (made ? answer(made) : done());
    const entry = find(key);
    if (entry) return answer(entry);
    const making = beingMade.get(key);
    if (making?.writes === engine.writes) return void making.done.then(answerOr);
    const mine = startMaking(engine.writes);
    request.making = mine;
    beingMade.set(key, mine);
    // However it ends, nobody waits for it any longer.
    reply.raw.once('close', () => {
      mine.finish(undefined);
      if (beingMade.get(key) === mine) beingMade.delete(key);
    });
    return done();
  };

  const answerWhere =
    (when: (request: FastifyRequest) => boolean): onRequestHookHandler =>
    (request, reply, done) =>
      request.routeOptions.config.cached && when(request) ? answerKept(request, reply, done) : done();

  /** Whether it could be answered without the framework: nothing but the answer is to be said or read. */
  const answerFirst = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!state.ready || !isRead(request) || carriesToken(request)) return false;
    const entry = find(keyOf(request, request.url as string));
    if (!entry?.open) return false;
    const form = formFor(request, entry);
    if (form instanceof Promise) return false;
    write(request, response, form);
    app.metrics?.answered(entry.operation, response.statusCode, 0);
    return true;
  };
  if (logsOnlyProblems(config)) putBefore(app, answerFirst);

  const atOnce = (request: FastifyRequest) => isPublic(request) && !carriesToken(request);
  app.addHook('onRequest', answerWhere(atOnce));
  app.addHook('onSend', async (request, reply, payload) => {
    // What is not kept here is nobody else's to keep either, unless it says so itself.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    const { making } = request;
    if (making === null) return payload;
    const entry =
      reply.statusCode === 200 && typeof payload === 'string'
        ? toEntry(request, reply, payload, making.writes)
        : undefined;
    making.finish(entry);
    if (entry === undefined) return payload;
    answers.set(keyOf(request, request.url), entry);
    const form = await formFor(request, entry);
    void reply.removeHeader('content-length').headers(form.headers);
    if (!isFresh(request, form.etag)) return form.body;
    void reply.code(304).removeHeader('content-type');
    return null;
  });
  return answerWhere((request) => !atOnce(request));
}
