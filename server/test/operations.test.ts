// What operators see: metrics, log lines, timings, and refusals under overload.
import { setImmediate } from 'node:timers/promises';
import { Writable } from 'node:stream';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, describe, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { runDueJobs } from '../src/jobs.ts';
import { logOptions } from '../src/logging.ts';
import { serveMetrics } from '../src/metrics.ts';
import { appForTest, isPostgres, PASSWORD, type TestApp } from './harness.ts';

const TOKEN = 'scraper-of-the-metrics';
const scrape = async ({ app }: TestApp) => {
  const answer = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.body;
};
/** The value of a series, whatever the order of its labels; 0 when there is none. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const line = text.split('\n').find((candidate) => {
    const [, series, inner = ''] = /^(\w+)(?:\{(.*)\})? /.exec(candidate) ?? [];
    return series === name && Object.entries(labels).every(([key, value]) => inner.includes(`${key}="${value}"`));
  });
  return Number(line?.split(' ').at(-1) ?? 0);
}
const REQUESTS = 'toolscore_http_request_duration_seconds_count';

describe('metrics', () => {
  test('count requests by operation and status, kept answers and refusals too, and ratings', async () => {
    const started = await appForTest({ METRICS_TOKEN: TOKEN });
    const admin = await started.admin();
    const { id } = await admin.createTool();
    for (let i = 0; i < 5; i += 1) await started.visitor().get(`/tools/${id}`);
    await started.visitor().get('/tools/999999');
    await started.visitor().get('/nothing/here');
    const voter = started.visitor();
    await voter.rate(id, 4, 4);
    await voter.post(`/tools/${id}/ratings`, { usefulness: 1, usability: 1 });
    await voter.put(`/tools/${id}/ratings/mine`, { usefulness: 1, usability: 1 });
    const text = await scrape(started);
    const requests = (operation: string, status: number) =>
      valueOf(text, REQUESTS, { operation, status: String(status) });
    expect(requests('getTool', 200)).toBe(5);
    expect(requests('getTool', 404)).toBe(1);
    expect(requests('unknown', 404)).toBe(1);
    expect(requests('createRating', 201)).toBe(1);
    expect(requests('createRating', 409)).toBe(1);
    expect(text).toMatch(
      /toolscore_http_request_duration_seconds_bucket\{le="0\.01",operation="getTool",status="200"\} \d/,
    );
    const ratings = (action: string) => valueOf(text, 'toolscore_ratings_total', { action });
    expect([ratings('created'), ratings('changed'), ratings('withdrawn')]).toEqual([1, 1, 0]);
  });

  test('tell of jobs, sessions, the database and the process', async () => {
    const started = await appForTest({ METRICS_TOKEN: TOKEN, COMMIT_SHA: 'abc' });
    await started.admin();
    const log = { info: () => undefined, error: () => undefined };
    await runDueJobs(started.context, log, started.app.metrics?.jobRan);
    const text = await scrape(started);
    expect(valueOf(text, 'toolscore_job_runs_total', { job: 'purge-trash', outcome: 'done' })).toBe(1);
    expect(valueOf(text, 'toolscore_job_last_success_timestamp_seconds', { job: 'purge-trash' })).toBeGreaterThan(1e9);
    expect(valueOf(text, 'toolscore_sessions')).toBe(1);
    expect(valueOf(text, 'toolscore_database_up')).toBe(1);
    expect(text.includes('toolscore_database_connections{pool="primary",state="idle"}')).toBe(isPostgres());
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain('toolscore_build_info{commit="abc"} 1');
  });

  test('go on when the database does not, and say so', async () => {
    const started = await appForTest({ METRICS_TOKEN: TOKEN });
    expect(valueOf(await scrape(started), 'toolscore_database_up')).toBe(1);
    await started.context.engine.reader.destroy();
    expect(valueOf(await scrape(started), 'toolscore_database_up')).toBe(0);
  });

  test('are for those with the token alone, and off when nobody asked for them', async () => {
    const started = await appForTest({ METRICS_TOKEN: TOKEN });
    for (const authorization of [undefined, 'Bearer wrong', TOKEN]) {
      const answer = await started.app.inject({
        url: '/metrics',
        headers: { ...(authorization && { authorization }) },
      });
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: expect.any(String) }]);
    }
    const plain = await appForTest();
    expect((await plain.app.inject('/metrics')).body).not.toContain('toolscore_');
  });

  test('on a port of their own are there and nowhere else; with a token, for those who have it', async () => {
    const started = await appForTest({ METRICS_PORT: '0', METRICS_TOKEN: TOKEN, HOST: '127.0.0.1' });
    const server = (await serveMetrics(started.app.metrics, started.context.config)) as Server;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await (await fetch(`${url}/metrics`, { headers })).text()).toContain('toolscore_sessions');
    expect((await fetch(`${url}/metrics`)).status).toBe(401);
    expect((await fetch(`${url}/api/tools`, { headers })).status).toBe(404);
    expect((await started.app.inject({ url: '/metrics', headers })).body).not.toContain('toolscore_');
    server.close();
  });
});

describe('a line of the log', () => {
  test('has request id, operation, status and time, and no body, cookie, token, query or value of a row', async () => {
    const { context, environment } = await appForTest();
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const config = loadConfig({ ...environment, LOG_LEVEL: 'info' });
    const app = await buildApp({ ...context, config }, { logger: { ...logOptions(config), stream } });
    const secrets = ['hidden-search', 'hidden-body', 'hidden-cookie', 'hidden-token', PASSWORD];
    const headers = { cookie: 'toolscore_session=hidden-cookie', authorization: 'Bearer toolscore_hidden-token' };
    await app.inject({ url: '/api/tools?search=hidden-search', headers: { cookie: headers.cookie } });
    await app.inject({ url: '/api/auth/me', headers });
    const payload = { username: 'hidden-body', password: PASSWORD };
    await app.inject({ method: 'POST', url: '/api/auth/login', payload, headers: { cookie: headers.cookie } });
    await app.close();
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(requests).toEqual([
      expect.objectContaining({ operationId: 'listTools', method: 'GET', path: '/api/tools', status: 200 }),
      expect.objectContaining({ operationId: 'getMe', path: '/api/auth/me', status: 401 }),
      expect.objectContaining({ operationId: 'localLogin', path: '/api/auth/login', status: 403 }),
    ]);
    for (const { reqId, ms } of requests) expect([reqId, ms]).toEqual([expect.any(String), expect.any(Number)]);
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  });

  test('about an error says what and where, and nothing that databases put beside it', () => {
    const error = Object.assign(new Error('duplicate key', { cause: new Error('inner') }), {
      code: '23505',
      detail: 'Key (username)=(ada)',
      parameters: ['secret'],
    });
    expect(logOptions({ logLevel: 'info' }).serializers.err(error)).toEqual({
      type: 'Error',
      message: 'duplicate key',
      code: '23505',
      stack: expect.stringContaining('operations.test.ts'),
      cause: expect.objectContaining({ message: 'inner' }),
    });
  });
});

describe('Server-Timing', () => {
  const timing = (header: unknown) =>
    /^total;dur=([\d.]+), db;dur=([\d.]+)$/.exec(String(header))?.slice(1).map(Number);

  test('tells total and database time of what was made, of reads and of writes with a body', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const { headers } = await client.get('/audit-logs');
    expect(timing(headers['server-timing'])).toHaveLength(2);
    const answer = await client.post('/tools', { name: 'N', description: 'd', category: 'c' });
    const [, database] = timing(answer.headers['server-timing']) ?? [];
    expect(database).toBeGreaterThan(0);
  });

  test('of requests at the same moment is each one’s own: what asks nothing of the database has spent nothing', async () => {
    const { admin, visitor } = await appForTest();
    const client = await admin();
    await client.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 ? client.post('/tools/trash', { ids: [i] }) : visitor().get('/version'),
      ),
    );
    for (const [i, { headers }] of answers.entries()) {
      const [, database = -1] = timing(headers['server-timing']) ?? [];
      if (i % 2 === 0) expect(database).toBe(0);
      else expect(database).toBeGreaterThan(0);
    }
  });

  test('is on no kept answer', async () => {
    const { visitor } = await appForTest();
    expect((await visitor().get('/tools')).headers['server-timing']).toBeDefined();
    expect((await visitor().get('/tools')).headers['server-timing']).toBeUndefined();
  });
});

test('an event loop that cannot keep up answers 503 with Retry-After, except to those who ask whether it lives, and recovers', async () => {
  const { visitor } = await appForTest({ EVENT_LOOP_LIMIT: '200' });
  const block = (milliseconds: number) => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  };
  let refused = await visitor().get('/auth/mode');
  expect(refused.status).toBe(200);
  for (let turn = 0; turn < 60 && refused.status === 200; turn += 1) {
    block(400);
    await setImmediate();
    refused = await visitor().get('/auth/mode');
  }
  expect(refused).toMatchObject({ status: 503, body: { error: expect.any(String) } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await visitor().get('/readyz')).status).toBe(200);
  await expect.poll(async () => (await visitor().get('/auth/mode')).status, { timeout: 60_000 }).toBe(200);
}, 120_000);
