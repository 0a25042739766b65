// Stopping without cutting anybody off: load balancers are told first and given time to look elsewhere, every request that has
// come is answered, and connections end with an answer that says so.
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { App, Context } from './app.ts';

const SWEEP_MS = 100;

/** Once the service is about to stop, every answer is the last one of its connection. To be registered first. */
export function registerFarewell(app: App, { state }: Pick<Context, 'state'>): void {
  const sayFarewell = ({ raw }: FastifyReply) => {
    if (!state.ready && !raw.headersSent) raw.setHeader('connection', 'close');
  };
  app.addHook('onRequest', (_request, reply, done) => {
    sayFarewell(reply);
    done();
  });
  // Again for those that came before and are answered after.
  app.addHook('onSend', (_request, reply, payload, done) => {
    sayFarewell(reply);
    done(null, payload);
  });
}

/** Stops listening and resolves when every request has been answered; `delaySeconds` after /api/readyz has said so. */
export async function stopServing(app: App, state: Context['state'], delaySeconds: number): Promise<void> {
  state.ready = false;
  await setTimeout(delaySeconds * 1000);
  // Closing ends the connections that are idle at that moment; the others as soon as they are.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  await app.close().finally(() => clearInterval(sweep));
}
