// What the log says: one JSON line for each answered request, by request id and operation, and one for each failure. Never
// bodies, cookies, tokens or query strings: searches are people's own business, and sign-in comes with codes in its address.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from './config.ts';

export const pathOf = (url: string) => url.split('?', 1)[0];

interface DescribedError {
  [field: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

/** Databases add the values of rows to their errors as fields; what a failure is and where it happened is enough. */
function describeError({ name, message, stack = '', cause, ...fields }: Error): DescribedError {
  const described = { type: name, message, code: Reflect.get(fields, 'code'), stack };
  return cause instanceof Error ? { ...described, cause: describeError(cause) } : described;
}

/** The options of the service's logger. */
export const logOptions = ({ logLevel }: Pick<Config, 'logLevel'>) => ({
  level: logLevel,
  serializers: {
    err: describeError,
    req: ({ method, url }: FastifyRequest) => ({ method, path: pathOf(url) }),
  },
});

/** Lines about single requests are of level info: below that there is no need to even make them. */
export const logsOnlyProblems = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  !['trace', 'debug', 'info'].includes(logLevel);

/** One line a request, when it has been answered. */
export class RequestLog extends LogController {
  constructor(config: Pick<Config, 'logLevel'>) {
    super({ disableRequestLogging: logsOnlyProblems(config) });
  }
  override incomingRequest(): void {
    // The answer's line says all of it.
  }
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (this.isLogDisabled(request)) return;
    const { method, url, ip } = request;
    const { operationId } = request.routeOptions.config;
    const line = {
      operationId,
      method,
      path: pathOf(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
    };
    if (error) reply.log.error({ ...line, err: error }, 'request cut off');
    else reply.log.info(line, 'request');
  }
}
