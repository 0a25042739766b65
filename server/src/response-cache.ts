// Public answers that are the same for everybody, kept until something changes. On one instance exact: a write is visible in
// the very next read. Across instances, and to what other processes write, at most a second old. Each has a strong ETag.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from './app.ts';

const MAX_AGE_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
const WORTH_PACKING_BYTES = 1400;
const PACK_LEVEL = 4;
const packAsync = promisify(gzip);

interface Entry {
  /** How many writes this instance had done when the answer was begun. */
  writes: number;
  expiresAt: number;
  plain: Form;
  /** The same in gzip, made when somebody first wants it; undefined where it would not be worth it. */
  packed: Promise<Form> | undefined;
  headers: [string, string][];
}

/** An answer in one encoding; each has an ETag of its own, being other bytes. */
interface Form {
  body: Buffer;
  etag: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    cached?: true;
  }
  interface FastifyRequest {
    /** Set while a cacheable answer is being made: the writes done before it was begun. */
    writesBefore: number | null;
  }
}

/** Answers in the order of their last use, within a bound of bytes. */
class Answers {
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  get(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: Entry): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#bytes += key.length + entry.plain.body.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= key.length + entry.plain.body.length;
  }
}

const digest = (body: Buffer) => createHash('sha1').update(body).digest('base64url');
const toForm = (body: Buffer): Form => ({ body, etag: `"${digest(body)}"` });

async function pack({ body, etag }: Form): Promise<Form> {
  return { body: await packAsync(body, { level: PACK_LEVEL }), etag: `${etag.slice(0, -1)}-gzip"` };
}

/** The form of an answer that the request can read. */
function formFor(request: FastifyRequest, entry: Entry): Form | Promise<Form> {
  const wantsPacked = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  if (!wantsPacked || entry.plain.body.length < WORTH_PACKING_BYTES) return entry.plain;
  entry.packed ??= pack(entry.plain);
  return entry.packed;
}

/** RFC 9110, 13.1.2: any of the listed tags, compared weakly, or `*`. */
function isFresh(request: FastifyRequest, etag: string): boolean {
  const wanted = request.headers['if-none-match'];
  return wanted !== undefined && wanted.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** Sets the headers of that form and returns its bytes, or null where the client has them already. */
function prepare(request: FastifyRequest, reply: FastifyReply, entry: Entry, { body, etag }: Form): Buffer | null {
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: appendVary(reply) });
  if (body !== entry.plain.body) void reply.header('content-encoding', 'gzip');
  if (!isFresh(request, etag)) return body;
  void reply.code(304).removeHeader('content-length');
  return null;
}

const appendVary = (reply: FastifyReply) => [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');

/** Answers from the cache before session, access and handler are even looked at; what is public needs none of them. */
export function registerResponseCache(app: App, { engine }: Pick<Context, 'engine'>): void {
  const answers = new Answers();
  app.decorateRequest('writesBefore', null);

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.cached) return done();
    const entry = answers.get(request.url);
    if (!entry || entry.writes !== engine.writes || entry.expiresAt <= performance.now()) {
      request.writesBefore = engine.writes;
      return done();
    }
    for (const [name, value] of entry.headers) void reply.header(name, value);
    const form = formFor(request, entry);
    const answer = (ready: Form) => reply.send(prepare(request, reply, entry, ready) ?? undefined);
    return form instanceof Promise ? void form.then(answer, done) : answer(form);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    // What is not kept here is nobody else's to keep either, unless it says so itself.
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    const keeps = request.writesBefore !== null && request.method === 'GET' && reply.statusCode === 200;
    if (!keeps || typeof payload !== 'string') return payload;
    const entry: Entry = {
      writes: request.writesBefore ?? 0,
      expiresAt: performance.now() + MAX_AGE_MS,
      plain: toForm(Buffer.from(payload)),
      packed: undefined,
      headers: keptHeaders(reply),
    };
    answers.set(request.url, entry);
    void reply.removeHeader('content-length');
    return prepare(request, reply, entry, await formFor(request, entry));
  });
}

function keptHeaders(reply: FastifyReply): [string, string][] {
  return ['content-type', 'x-total-count', 'link'].flatMap((name): [string, string][] => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
}
