// From error to answer: one shape, `{error}`, for everything that can go wrong. Unknown errors get a fixed text.
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { outageOf } from './database/outages.ts';

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503;

/** An answer other than success that a handler decides on; its text is shown to the caller. */
export class HttpError extends Error {
  readonly statusCode: Status;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  constructor(statusCode: Status, message: string, retryAfter?: number) {
    super(message);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }
}

export const badRequest = (message: string) => new HttpError(400, message);
export const notFound = (what: string) => new HttpError(404, `${what} not found`);

const SQLITE_CONSTRAINT_FOREIGNKEY = 787;
export const INTERNAL = 'Something went wrong on our side; the log has the details under this request id';

/** An id that is no id is, where the operation speaks of "not found", a thing that is not there. */
function invalidParameterStatus(request: FastifyRequest): 400 | 404 {
  const responses = request.routeOptions.schema?.response ?? {};
  return '404' in Object(responses) ? 404 : 400;
}

/**
 * Whether a reference to the account that acts came to nothing: somebody deleted it while its request was under way. SQLite
 * does not say which reference it was, but all others are to rows that the transaction holds.
 */
function isActorGone(error: object, { viewer }: FastifyRequest): boolean {
  const { code, constraint, errcode } = error as { code?: string; constraint?: string; errcode?: number };
  const isOfAccount = code === '23503' && /_(user_id|created_by_id)_fkey$/.test(constraint ?? '');
  return viewer !== null && (isOfAccount || errcode === SQLITE_CONSTRAINT_FOREIGNKEY);
}

/** Fastify's error handler: every failure of every request ends here. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { operationId } = request.routeOptions.config;
  if (error instanceof HttpError) {
    if (error.retryAfter !== undefined) void reply.header('retry-after', error.retryAfter);
    return reply.code(error.statusCode).send({ error: error.message });
  }
  if (error.validation) {
    const status = error.validationContext === 'params' ? invalidParameterStatus(request) : 400;
    return reply.code(status).send({ error: error.message });
  }
  if (error.code?.startsWith('FST_CSRF')) {
    return reply.code(403).send({ error: 'X-CSRF-Token is missing or wrong: take a new one from GET /api/auth/csrf' });
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    // Closing the connection while the body is still arriving would keep many clients from ever seeing this answer.
    void reply.removeHeader('connection');
    return reply.code(413).send({ error: `The body is larger than ${request.routeOptions.bodyLimit} bytes` });
  }
  if (isActorGone(error, request)) return reply.code(401).send({ error: 'This account was deleted' });
  const outage = outageOf(error);
  if (outage) {
    request.log.error({ operationId, err: error }, 'database unavailable');
    return reply.code(503).header('retry-after', outage.retryAfter).send({ error: outage.text });
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return reply.code(status).send({ error: error.message });
  request.log.error({ operationId, err: error }, 'unexpected failure');
  return reply.code(500).send({ error: INTERNAL });
}

const brokenRequestStatus: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What is no HTTP request, or takes too long to become one, is answered on the bare socket. */
export function answerBrokenRequest({ code }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = brokenRequestStatus[code ?? ''] ?? 400;
  const body = JSON.stringify({ error: `This is not a request that can be read: ${STATUS_CODES[status]}` });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
