// What the service tells Prometheus: requests by operation and status, ratings, jobs, sessions, database connections, and the
// process itself. Nothing of it is measured, or even loaded, while neither METRICS_PORT nor METRICS_TOKEN is set.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type * as prometheusModule from 'prom-client';
import type { Gauge, Registry } from 'prom-client';
import type { App, Context } from './app.ts';
import type { Config } from './config.ts';
import type { JobRun } from './jobs.ts';
import { countSessions } from './session.ts';

type Prometheus = typeof prometheusModule;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ratingOf: Record<string, string> = {
  createRating: 'created',
  updateMyRating: 'changed',
  deleteMyRating: 'withdrawn',
};

export interface Metrics {
  registry: Registry;
  /** Counts an answer that was given without the framework. */
  answered: (operation: string, status: number, seconds: number) => void;
  /** Counts a job that was run on this instance. */
  jobRan: (run: JobRun) => void;
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics | null;
  }
}

/** What was asked for: the operation, or that it was a page, or nothing that there is. */
const operationOf = ({ routeOptions, is404 }: FastifyRequest) =>
  routeOptions.config.operationId ?? (is404 ? 'unknown' : 'page');

function countRequests({ Histogram, Counter }: Prometheus, registry: Registry, app: App): Metrics['answered'] {
  const durations = new Histogram({
    name: 'toolscore_http_request_duration_seconds',
    help: 'Answered requests by operation and status, kept answers included',
    labelNames: ['operation', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const ratings = new Counter({
    name: 'toolscore_ratings_total',
    help: 'Ratings that were created, changed or withdrawn on this instance',
    labelNames: ['action'],
    registers: [registry],
  });
  for (const action of Object.values(ratingOf)) ratings.inc({ action }, 0);
  const answered: Metrics['answered'] = (operation, status, seconds) =>
    durations.observe({ operation, status }, seconds);
  app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
    const operation = operationOf(request);
    answered(operation, reply.statusCode, reply.elapsedTime / 1000);
    const action = ratingOf[operation];
    if (action !== undefined && reply.statusCode < 300) ratings.inc({ action });
    done();
  });
  return answered;
}

function countJobs({ Counter, Gauge }: Prometheus, registry: Registry): Metrics['jobRan'] {
  const registers = [registry];
  const runs = new Counter({
    name: 'toolscore_job_runs_total',
    help: 'Jobs that were run on this instance',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const durations = new Gauge({
    name: 'toolscore_job_duration_seconds',
    help: 'How long the last run of a job took',
    labelNames: ['job'],
    registers,
  });
  const ended = new Gauge({
    name: 'toolscore_job_last_success_timestamp_seconds',
    help: 'When a job last succeeded on this instance',
    labelNames: ['job'],
    registers,
  });
  return ({ job, milliseconds, failed, at }) => {
    runs.inc({ job, outcome: failed ? 'failed' : 'done' });
    durations.set({ job }, milliseconds / 1000);
    if (!failed) ended.set({ job }, at / 1000);
  };
}

function watchDatabase({ Gauge }: Prometheus, registry: Registry, { engine, clock }: Context): void {
  const registers = [registry];
  const up: Gauge = new Gauge({
    name: 'toolscore_database_up',
    help: 'Whether the database answers',
    registers,
    collect: () =>
      sql`select 1`.execute(engine.reader).then(
        () => up.set(1),
        () => up.set(0),
      ),
  });
  const sessions: Gauge = new Gauge({
    name: 'toolscore_sessions',
    help: 'Sessions that have not expired, of visitors and signed-in users, on all instances',
    registers,
    collect: () =>
      countSessions(engine.reader, clock()).then(
        (count) => sessions.set(count),
        () => sessions.reset(),
      ),
  });
  const connections = new Gauge({
    name: 'toolscore_database_connections',
    help: 'Connections of this instance to PostgreSQL, and requests that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const { pool, total, idle, waiting } of engine.pools()) {
        connections.set({ pool, state: 'busy' }, total - idle);
        connections.set({ pool, state: 'idle' }, idle);
        connections.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** Starts measuring `app`; null when nobody wants to know. */
export async function createMetrics(app: App, context: Context): Promise<Metrics | null> {
  const { metricsPort, metricsToken, commitSha } = context.config;
  if (metricsPort === null && metricsToken === null) return null;
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const build = new prometheus.Gauge({
    name: 'toolscore_build_info',
    help: 'The running build',
    labelNames: ['commit'],
    registers: [registry],
  });
  build.set({ commit: commitSha ?? '' }, 1);
  watchDatabase(prometheus, registry, context);
  return {
    registry,
    answered: countRequests(prometheus, registry, app),
    jobRan: countJobs(prometheus, registry),
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const mayRead = (authorization: string | undefined, token: string | null) =>
  token === null || timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

/** Without a port of their own, metrics are at `/metrics` beside everything else, for those who have the token. */
export function registerMetricsRoute(app: App, { metricsPort, metricsToken }: Config): void {
  const { metrics } = app;
  if (!metrics || metricsPort !== null) return;
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (mayRead(request.headers.authorization, metricsToken)) {
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    }
    return reply
      .code(401)
      .header('www-authenticate', 'Bearer')
      .send({ error: 'This needs the token of METRICS_TOKEN' });
  });
}

/** Serves `/metrics` on METRICS_PORT, with the token if there is one; null without a port. */
export async function serveMetrics(metrics: Metrics | null, config: Config): Promise<Server | null> {
  const { host, metricsPort, metricsToken } = config;
  if (!metrics || metricsPort === null) return null;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') response.writeHead(404).end();
    else if (!mayRead(request.headers.authorization, metricsToken)) response.writeHead(401).end();
    else {
      metrics.registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    }
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(metricsPort, host, resolve);
  await promise;
  return server;
}
