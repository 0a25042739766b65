// Garbage at every operation: never a 5xx, always `{error}`, and what was refused has changed nothing.
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operations } from '@toolscore/contract';
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp, type TestClient } from './harness.ts';
import { ids, plausible, texts, values } from './hostile-values.ts';

let started: TestApp;
let admin: TestClient;
beforeAll(async () => {
  started = await startApp({ PASSWORD_ATTEMPT_LIMIT: '1000000', LOGIN_ATTEMPT_LIMIT: '1000000' });
  admin = await started.admin();
});
afterAll(() => started.close());

const tables = ['tools', 'tool_labels', 'ratings', 'rating_days', 'users', 'preferences', 'audit_logs'] as const;

async function countRows(): Promise<string> {
  const counts = tables.map((name) =>
    sql`select count(*) as count from ${sql.table(name)}`.execute(started.context.engine.db),
  );
  return JSON.stringify((await Promise.all(counts)).map(({ rows }) => rows));
}

/** Sends it, and insists on the rules that hold for every answer whatever was sent. */
async function provoke(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const before = await countRows();
  const token = await admin.csrfToken();
  const answer = await admin.send(method as 'POST', path, { body, headers: { 'x-csrf-token': token, ...headers } });
  const what = `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)} → ${answer.status} ${answer.text.slice(0, 200)}`;
  expect(answer.status, what).toBeLessThan(500);
  if (answer.status >= 400) {
    expect(answer.body, what).toEqual({ error: expect.stringMatching(/./) });
    expect(await countRows(), what).toBe(before);
  }
  return answer;
}

const all = Object.entries(operations).filter(([id]) => id !== 'logout');
const withBody = all.filter(([, { schema }]) => 'body' in schema);
const withId = all.filter(([, { url }]) => url.includes(':id'));
const concrete = (url: string) => url.replace(':id', '1');

test.each(withId)('%s refuses what is no id', async (_name, { method, url, schema }) => {
  const status = '404' in schema.response ? 404 : 400;
  const body = 'body' in schema ? {} : undefined;
  for (const id of ids) {
    const answer = await provoke(method, url.replace(':id', id), body);
    // A malformed escape is no path at all, for any operation.
    expect(answer.status, `${id} ${answer.text}`).toBe(id === '%ff' ? 400 : status);
  }
});

test.each(withBody)('%s refuses bodies that are not of its form', async (_name, { method, url }) => {
  const json = { 'content-type': 'application/json' };
  for (const text of [
    '{',
    '[',
    '"',
    'nul',
    '{"a":1,}',
    '\0',
    '{"__proto__":{"x":1}}',
    '[1,2',
    '',
    '{"a":"\\ud800"}',
    '5',
    '"x"',
    'null',
    '[]',
    '['.repeat(200_000),
  ]) {
    const { status } = await provoke(method, concrete(url), text, json);
    expect(status, text.slice(0, 50)).toBeGreaterThanOrEqual(400);
  }
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  await provoke(method, concrete(url), deep, json);
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
    expect((await provoke(method, concrete(url), 'name=x', { 'content-type': type })).status, type).toBe(415);
  }
  const huge = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
  expect((await provoke(method, concrete(url), huge, json)).status).toBe(413);
});

const objectSchema = (schema: unknown) => Object.keys(Object(Object(schema).properties));

test.each(withBody)('%s survives every field with every wrong value', async (_name, { method, url, schema }) => {
  for (const field of objectSchema(Object(schema).body)) {
    for (const value of values) await provoke(method, concrete(url), { ...plausible, [field]: value });
  }
});

const withQuery = all.filter(([, { schema, method }]) => 'querystring' in schema && method === 'GET');

test.each(withQuery)(
  '%s survives every query parameter with every wrong value',
  async (_name, { method, url, schema }) => {
    for (const name of objectSchema(Object(schema).querystring)) {
      for (const text of [...texts, ...ids]) {
        const value = text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
        await provoke(method, `${concrete(url)}?${name}=${value}`);
        await provoke(method, `${concrete(url)}?${name}=${value}&${name}=${value}`);
      }
    }
  },
);

describe('the fields of a tool', () => {
  test.each([
    ['name', 'x'.repeat(201)],
    ['name', '   '],
    ['category', 'x'.repeat(101)],
    ['description', 'x'.repeat(10_001)],
    ['description', ''],
    ['tags', ['ok', '']],
    ['tags', [' ']],
    ['tags', Array.from({ length: 101 }, (_, i) => `t${i}`)],
    ['features', ['x'.repeat(101)]],
    ['features', 'a,b'],
    ['websiteUrl', 'javascript:alert(1)'],
    ['websiteUrl', 'javascript:1/alert(1)'],
    ['websiteUrl', 'java\tscript:alert(1)'],
    ['websiteUrl', 'ftp://example.org'],
    ['websiteUrl', 'data:text/html,x'],
    ['websiteUrl', 'http://'],
    ['websiteUrl', '//example.org'],
    ['websiteUrl', `https://e.org/${'x'.repeat(2048)}`],
    ['iconUrl', 'data:text/html,x'],
    ['iconUrl', 'icon.png'],
    ['iconUrl', 'javascript:alert(1)'],
  ])('%s: %j is refused with 400 that names it', async (field, value) => {
    const { status, body } = await provoke('POST', '/tools', {
      name: 'N',
      description: 'D',
      category: 'C',
      [field]: value,
    });
    expect(status).toBe(400);
    expect((body as { error: string }).error).toMatch(new RegExp(`^${field}`));
  });

  test.each([
    ['websiteUrl', 'https://example.org/a?b=c#d', undefined],
    ['websiteUrl', 'example.org', undefined],
    ['websiteUrl', 'example.org:8080/path', undefined],
    ['websiteUrl', 'localhost:3000', undefined],
    ['websiteUrl', 'HTTPS://EXAMPLE.ORG', undefined],
    ['websiteUrl', '', null],
    ['websiteUrl', '  ', null],
    ['iconUrl', 'data:image/png;base64,AAAA', undefined],
    ['iconUrl', null, null],
    ['name', '1; drop table tools', undefined],
    ['name', '😀'.repeat(200), undefined],
  ])('%s: %j is taken as typed', async (field, value, stored) => {
    const { status, body, text } = await provoke('POST', '/tools', {
      name: 'N',
      description: 'D',
      category: 'C',
      [field]: value,
    });
    expect(status, text).toBe(201);
    expect(Object(body)[field]).toBe(stored === undefined ? value : stored);
  });
});

describe('search', () => {
  test.each(['%', '_', '\\', '%%', 'a%b', "'", '*', '?', '[', '\\%'])(
    '%j finds only names and texts that have it',
    async (needle) => {
      await admin.createTool({ name: `has ${needle} in it` });
      const { body } = await admin.get<ToolWithStats[]>(`/tools?search=${encodeURIComponent(needle)}`);
      expect(body.length).toBeGreaterThan(0);
      for (const { name, description, category, tags, features } of body) {
        expect([name, description, category, ...tags, ...features].join('\n')).toContain(needle);
      }
    },
  );
});

test('a real socket: header floods, chunked garbage and half requests are refused, and the service goes on', async () => {
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = started.app.server.address() as AddressInfo;
  const send = (options: object, payload?: string) =>
    new Promise<number>((resolve) => {
      const request = httpRequest(
        { port, host: '127.0.0.1', path: '/api/tools', agent: false, ...options },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on('error', () => resolve(0));
      request.end(payload);
    });
  expect(await send({ headers: { 'x-flood': 'x'.repeat(20_000) } })).toBe(431);
  expect(await send({ path: `/api/tools?search=${'x'.repeat(15_000)}` })).toBe(400);
  expect(await send({ path: '/api/tools/%E0%A4%A' })).toBe(400);
  expect(
    await send({ method: 'POST', headers: { 'content-type': 'application/json', 'content-length': '5' } }, '{'),
  ).toBeLessThan(500);
  expect(await send({})).toBe(200);
});
