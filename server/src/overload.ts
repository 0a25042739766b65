// Refuses work that the process cannot keep up with: when every turn of the event loop takes too long, or requests wait too long
// for theirs, waiting longer helps nobody, and those who are told so at once can go elsewhere.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { App, Context } from './app.ts';
import { HttpError } from './errors.ts';
import { safeMethods } from './session.ts';
import { Turns } from './turns.ts';

const SAMPLE_MS = 1000;
const RESOLUTION_MS = 50;
/** One slow turn is no overload. */
const SAMPLES = 2;
const RETRY_AFTER_SECONDS = 2;
const NANOSECONDS = 1e6;

/** Those who ask whether the process lives must hear that it does, and at once. */
const alwaysAnswered = new Set(['healthCheck', 'readyCheck', 'getVersion']);

const overloaded = () =>
  new HttpError(503, 'The service has more to do than it can; try again in a moment', RETRY_AFTER_SECONDS);

/** Whether turns of the event loop have on average taken longer than so many milliseconds, for some time. */
function watchEventLoop(app: App, limitMs: number): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let slowSamples = 0;
  const timer = setInterval(() => {
    slowSamples = delay.mean / NANOSECONDS > limitMs ? slowSamples + 1 : 0;
    delay.reset();
  }, SAMPLE_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => slowSamples >= SAMPLES;
}

/**
 * Lets reads begin in turns, and answers 503 with Retry-After to those whose turn does not come within EVENT_LOOP_LIMIT, to
 * writes while others have waited longer than that for the database, and to all while turns of the event loop take longer;
 * 0 sets no limit.
 */
export function registerOverload(app: App, { config, engine }: Pick<Context, 'config' | 'engine'>): void {
  const { eventLoopLimit } = config;
  const limitMs = eventLoopLimit || Number.POSITIVE_INFINITY;
  const turns = new Turns(limitMs);
  const isSlow = eventLoopLimit > 0 ? watchEventLoop(app, eventLoopLimit) : () => false;
  app.addHook('onRequest', (request, reply, done) => {
    if (alwaysAnswered.has(request.routeOptions.config.operationId ?? '')) return done();
    if (isSlow()) return done(overloaded());
    const beginIf = (comes: boolean) => done(comes ? undefined : overloaded());
    // Writes give way while they wait for a commit, which those that came together share: letting them begin one by one would part them.
    if (!safeMethods.has(request.method)) return beginIf(engine.waited() <= limitMs);
    const turn = turns.take(() => reply.raw.destroyed);
    if (turn) turn.then(beginIf, done);
    else done();
  });
}
