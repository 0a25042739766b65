// Tells in `Server-Timing` how long an answer took to make, and how much of that was the database. Kept answers have none:
// nothing was made.
import type { App, Context } from './app.ts';

declare module 'fastify' {
  interface FastifyRequest {
    spent: { began: number; milliseconds: number } | null;
  }
}

/** To be registered after the response cache. What is streamed is timed up to its first byte. */
export function registerServerTiming(app: App, { engine: { stopwatch } }: Pick<Context, 'engine'>): void {
  app.decorateRequest('spent', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.spent = { began: performance.now(), milliseconds: 0 };
    stopwatch.measured(request.spent, done);
  });
  // Bodies arrive outside of what the first hook began.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.spent) stopwatch.measured(request.spent, done);
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.spent) {
      const { began, milliseconds } = request.spent;
      const total = performance.now() - began;
      void reply.header('server-timing', `total;dur=${total.toFixed(2)}, db;dur=${milliseconds.toFixed(2)}`);
    }
    done(null, payload);
  });
}
