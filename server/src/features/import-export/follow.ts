// An import whose caller watches it: an answer in JSON Lines that says how far it is, and at last what came of it.
import { PassThrough } from 'node:stream';
import type { ImportResult } from '@toolscore/contract/schemas';
import type { FastifyReply } from 'fastify';
import { HttpError, INTERNAL } from '../../errors.ts';

type Run = (onProgress: (done: number, total: number) => void) => Promise<ImportResult>;

/**
 * Lines `{done, total}`, then `{result}`, or `{error}` when it fails half-way. Who watches may leave; the import goes on.
 * @throws whatever the run throws before its first step: then the answer is an ordinary error
 */
export async function followed(reply: FastifyReply, run: Run): Promise<FastifyReply> {
  const stream = new PassThrough();
  stream.on('error', (error) => reply.log.debug({ err: error }, 'the answer has no reader any more'));
  const say = (line: object) => !stream.destroyed && stream.write(`${JSON.stringify(line)}\n`);
  const begun = Promise.withResolvers<void>();
  const running = run((done, total) => {
    say({ done, total });
    begun.resolve();
  });
  await Promise.race([begun.promise, running]);
  void running
    .then((result) => say({ result }))
    .catch((error: unknown) => {
      reply.log.error({ err: error }, 'an import failed half-way');
      say({ error: error instanceof HttpError ? error.message : INTERNAL });
    })
    .finally(() => stream.end());
  return reply.type('application/x-ndjson; charset=utf-8').send(stream);
}
