// Refuses work that the process cannot keep up with: when every turn of the event loop takes too long, waiting longer helps
// nobody, and those who are told so at once can go elsewhere.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { App, Context } from './app.ts';
import { HttpError } from './errors.ts';

const SAMPLE_MS = 1000;
const RESOLUTION_MS = 50;
/** One slow turn is no overload. */
const SAMPLES = 2;
const RETRY_AFTER_SECONDS = 2;
const NANOSECONDS = 1e6;

/** Those who ask whether the process lives must hear that it does. */
const alwaysAnswered = new Set(['healthCheck', 'readyCheck']);

/** Answers 503 with Retry-After while turns of the event loop have on average taken longer than EVENT_LOOP_LIMIT; 0 sets no limit. */
export function registerOverload(app: App, { config: { eventLoopLimit } }: Pick<Context, 'config'>): void {
  if (eventLoopLimit === 0) return;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let slowSamples = 0;
  const timer = setInterval(() => {
    slowSamples = delay.mean / NANOSECONDS > eventLoopLimit ? slowSamples + 1 : 0;
    delay.reset();
  }, SAMPLE_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (slowSamples < SAMPLES || alwaysAnswered.has(request.routeOptions.config.operationId ?? '')) return done();
    done(new HttpError(503, 'The service has more to do than it can; try again in a moment', RETRY_AFTER_SECONDS));
  });
}
