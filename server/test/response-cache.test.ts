import { gunzipSync } from 'node:zlib';
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { Answers, type Entry } from '../src/response-cache.ts';
import { appForTest, isPostgres, sendTo, startApp } from './harness.ts';

describe('the memory of kept answers', () => {
  const KEPT_BYTES = 100_000;
  const HEADER_BYTES = 10_000;
  const entry = (bytes: number, writes = 0): Entry => ({
    writes,
    expiresAt: 0,
    operation: '',
    open: true,
    plain: { body: Buffer.alloc(bytes), sent: '', etag: '', headers: {}, full: [], unchanged: [] },
    packed: undefined,
  });
  const keysIn = (answers: Answers, keys: string) =>
    Array.from(keys)
      .filter((key) => answers.get(key) !== undefined)
      .join('');

  test('has a bound, within which what was used last stays', () => {
    const answers = new Answers(4 * (2 * KEPT_BYTES + HEADER_BYTES));
    for (const key of 'abcd') answers.set(key, entry(KEPT_BYTES));
    expect(keysIn(answers, 'dcba')).toBe('dcba');
    answers.set('e', entry(KEPT_BYTES));
    expect(keysIn(answers, 'abcde')).toBe('abce');
    answers.set('f', entry(2 * KEPT_BYTES));
    expect(keysIn(answers, 'abcdef')).toBe('cef');
  });

  test('counts an answer that takes the place of another once, and those of before a write no longer', () => {
    const answers = new Answers(2 * (2 * KEPT_BYTES + HEADER_BYTES));
    for (let i = 0; i < 9; i += 1) answers.set('a', entry(KEPT_BYTES));
    answers.set('b', entry(KEPT_BYTES));
    expect(keysIn(answers, 'ab')).toBe('ab');
    for (const key of 'cd') answers.set(key, entry(KEPT_BYTES, 1));
    expect(keysIn(answers, 'abcd')).toBe('cd');
    answers.set('e', entry(1, 0));
    expect(keysIn(answers, 'cde')).toBe('cd');
  });

  test('has no room for what is larger than all of it', () => {
    const answers = new Answers(KEPT_BYTES);
    answers.set('a', entry(KEPT_BYTES));
    expect(answers.get('a')).toBeUndefined();
  });

  test('is taken up by small answers too', () => {
    const answers = new Answers(KEPT_BYTES);
    for (let i = 0; i < 1000; i += 1) answers.set(String(i), entry(0));
    const kept = Array.from({ length: 1000 }, (_, i) => answers.get(String(i))).filter(Boolean).length;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(100);
  });
});

describe('a kept answer for admins', () => {
  test('is for admins alone, privately, and until anything is written', async () => {
    const { admin, visitor, signedIn } = await appForTest();
    const client = await admin();
    const [a, b] = [await client.createTool({ tags: ['x', 'y'] }), await client.createTool({ tags: ['x', 'y'] })];
    const read = (reader = client, headers = {}) => reader.send('GET', '/admin/redundancy', { headers });
    const { headers, text } = await read();
    expect(headers['cache-control']).toBe('private, no-cache');
    expect((await read()).text).toBe(text);
    expect((await read(await admin())).text).toBe(text);
    expect((await read(client, { 'if-none-match': headers.etag })).status).toBe(304);
    expect((await read(visitor(), { 'if-none-match': headers.etag })).status).toBe(401);
    expect((await read(await signedIn({ tier: 'enterprise' }), { 'if-none-match': headers.etag })).status).toBe(403);
    await client.post('/admin/redundancy', { toolId: a.id, relatedToolId: b.id, decision: 'keep' });
    expect(JSON.parse((await read()).text)).toMatchObject({ total: 0, clusters: [], decisions: [{ toolId: a.id }] });
  });
});

/** Where every request is logged, kept answers leave by way of the framework. */
describe.each(['silent', 'info'])('a kept public answer, with a log level of %s,', (LOG_LEVEL) => {
  test('is never older than the last write of this instance', async () => {
    const { admin, visitor } = await appForTest({ LOG_LEVEL });
    const client = await admin();
    const reader = visitor();
    const { id } = await client.createTool();
    for (let round = 1; round <= 20; round += 1) {
      await visitor().rate(id, (round % 5) + 1, 3);
      expect((await reader.get<ToolWithStats>(`/tools/${id}`)).body.ratingCount).toBe(round);
      await client.patch(`/tools/${id}`, { name: `Round ${round}` });
      expect((await reader.get<ToolWithStats[]>('/tools')).body[0]?.name).toBe(`Round ${round}`);
    }
    await client.delete(`/tools/${id}`);
    expect((await reader.get(`/tools/${id}`)).status).toBe(404);
  });

  test('is not kept when a write happens while it is being made', async () => {
    const { admin, visitor } = await appForTest({ LOG_LEVEL });
    const client = await admin();
    const { id } = await client.createTool();
    for (let round = 0; round < 15; round += 1) {
      const voter = visitor();
      await voter.csrfToken();
      const reads = Array.from({ length: 5 }, () => visitor().get('/tools'));
      await Promise.all([voter.rate(id, 4, 4), ...reads]);
      expect((await visitor().get<ToolWithStats[]>('/tools')).body[0]?.ratingCount).toBe(round + 1);
    }
  });

  test('has a strong ETag; asked for again unchanged it is 304 without a body, changed it is 200', async () => {
    const { admin, visitor } = await appForTest({ LOG_LEVEL });
    const client = await admin();
    const { id } = await client.createTool();
    const first = await visitor().send('GET', `/tools/${id}`);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await visitor().send('GET', `/tools/${id}`, { headers: { 'if-none-match': tag } });
      expect([again.status, again.text, again.headers.etag], tag).toEqual([304, '', etag]);
    }
    await visitor().rate(id, 5, 5);
    const changed = await visitor().send('GET', `/tools/${id}`, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });

  test('says with a 304 who may read it and for how long it holds, and not again what the answer itself has said', async () => {
    const origin = 'https://a.example';
    const { admin, visitor } = await appForTest({ LOG_LEVEL, CORS_ALLOWED_ORIGINS: origin });
    const { id } = await (await admin()).createTool();
    const read = (headers: Record<string, string>) => visitor().send('GET', `/tools/${id}`, { headers });
    const { etag, vary } = (await read({ origin })).headers;
    const { status, headers } = await read({ origin, 'if-none-match': String(etag) });
    expect([status, headers.etag, headers.vary, headers['cache-control']]).toEqual([304, etag, vary, 'no-cache']);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['content-security-policy']).toBeUndefined();
  });

  test('carries every header of a made one, and those of an origin are for that origin alone', async () => {
    const { admin, visitor } = await appForTest({
      LOG_LEVEL,
      CORS_ALLOWED_ORIGINS: 'https://a.example, https://b.example',
    });
    await (await admin()).createTool();
    const read = async (origin?: string) => {
      const { headers } = await visitor().send('GET', '/tools', { headers: origin === undefined ? {} : { origin } });
      const {
        date: _date,
        connection: _connection,
        'keep-alive': _alive,
        'server-timing': _timing,
        ...others
      } = headers;
      return others;
    };
    for (const origin of [undefined, 'https://a.example', 'https://b.example', 'https://evil.example']) {
      const [made, kept] = [await read(origin), await read(origin)];
      expect(kept, origin).toEqual(made);
      expect(kept['access-control-allow-origin'], origin).toBe(origin?.includes('evil') ? undefined : origin);
      expect(kept).toMatchObject({ 'content-security-policy': expect.any(String), vary: expect.any(String) });
    }
  });

  test('is made once for all who ask at the same moment, and a failure is nobody else’s', async () => {
    const { admin, visitor, context } = await appForTest({ LOG_LEVEL });
    const { id } = await (await admin()).createTool();
    let queries = 0;
    const { reader } = context.engine;
    const select = reader.selectFrom.bind(reader);
    reader.selectFrom = ((...names: Parameters<typeof select>) => {
      queries += 1;
      return select(...names);
    }) as typeof reader.selectFrom;
    const ask = (path: string) => Promise.all(Array.from({ length: 20 }, () => visitor().get<{ id: number }>(path)));
    expect((await ask(`/tools/${id}`)).map(({ status, body }) => [status, body.id])).toEqual(
      Array.from({ length: 20 }, () => [200, id]),
    );
    expect(queries).toBe(1);
    expect(new Set((await ask(`/tools/${id + 1}`)).map(({ status }) => status))).toEqual(new Set([404]));
  });

  test('of HEAD and GET have the same headers, whichever came first', async () => {
    const { admin, visitor } = await appForTest({ LOG_LEVEL });
    await (await admin()).createTool();
    const head = await visitor().send('HEAD', '/tools');
    const get = await visitor().send('GET', '/tools');
    const again = await visitor().send('HEAD', '/tools');
    expect([head.text, again.text]).toEqual(['', '']);
    expect(JSON.parse(get.text).length).toBe(1);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(again.headers['content-length']).toBe(get.headers['content-length']);
  });

  test('keeps the page headers, and errors are not kept', async () => {
    const { admin, visitor } = await appForTest({ LOG_LEVEL });
    const client = await admin();
    for (let i = 0; i < 3; i += 1) await client.createTool();
    const [first, second] = [await visitor().get('/tools?limit=1'), await visitor().get('/tools?limit=1')];
    expect(second.headers['x-total-count']).toBe('3');
    expect(second.headers.link).toBe(first.headers.link);
    expect((await visitor().get('/tools?limit=x')).headers.etag).toBeUndefined();
    expect((await client.get('/auth/me')).headers.etag).toBeUndefined();
  });

  test('across instances is at most a second old', async ({ skip }) => {
    if (!isPostgres()) skip('SQLite is one process per file');
    const one = await startApp({ LOG_LEVEL });
    const two = await startApp({ LOG_LEVEL }, one.environment);
    const client = await one.admin();
    const { id } = await client.createTool();
    await two.visitor().get(`/tools/${id}`);
    await client.patch(`/tools/${id}`, { name: 'Changed' });
    await expect
      .poll(async () => (await two.visitor().get<ToolWithStats>(`/tools/${id}`)).body.name, { timeout: 5000 })
      .toBe('Changed');
    await two.close();
    await one.close();
  });

  test('is for reads without a token, and says when the connection ends', async () => {
    const { admin, visitor, context } = await appForTest({ LOG_LEVEL });
    await (await admin()).createTool();
    const read = (headers = {}) => visitor().send('GET', '/tools', { headers });
    expect([(await read()).status, (await read()).headers.connection]).toEqual([200, 'keep-alive']);
    expect((await read({ authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await visitor().send('POST', '/tools')).status).toBe(403);
    context.state.ready = false;
    expect((await read()).headers.connection).toBe('close');
  });
});

test('whoever reads gzip gets it, with an ETag of its own, and the same content', async () => {
  const { app, admin } = await appForTest();
  const client = await admin();
  for (let i = 0; i < 8; i += 1) await client.createTool({ description: 'repeated '.repeat(40) });
  const read = (headers: Record<string, string>) => sendTo(app, { url: '/api/tools', headers });
  const plain = await read({});
  const encoding = { 'accept-encoding': 'br, gzip' };
  for (const round of ['made', 'kept']) {
    const packed = await read(encoding);
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(packed.headers.etag, round).not.toBe(plain.headers.etag);
    const again = await read({ ...encoding, 'if-none-match': String(packed.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
  for (const accepted of ['gzip;q=0.5', 'br;q=0, GZIP ; q=0.01']) {
    expect((await read({ 'accept-encoding': accepted })).headers['content-encoding'], accepted).toBe('gzip');
  }
  for (const refused of ['gzip;q=0', 'br, gzip; q=0.000', 'gzip ;q=0 , br', 'identity', 'xgzip']) {
    expect((await read({ 'accept-encoding': refused })).body, refused).toBe(plain.body);
  }
});

test('a list that is too long to hold leaves in pieces, whole, and is nobody’s to keep', async () => {
  const { admin, visitor } = await appForTest();
  const client = await admin();
  const description = 'many words '.repeat(900);
  const tools = Array.from({ length: 900 }, (_, i) => ({ name: `T${i}`, description, category: 'C' }));
  const answer = await client.post<{ created: number }>('/admin/tools/import', { content: JSON.stringify(tools) });
  expect(answer.status, answer.text.slice(0, 200)).toBe(200);
  const reader = visitor();
  const { status, body, headers } = await reader.get<ToolWithStats[]>('/tools?sort=name_asc');
  expect([status, headers['content-length'], headers.etag]).toEqual([200, undefined, undefined]);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.map(({ name }) => name)).toEqual(tools.map(({ name }) => name).toSorted());
  expect(body.every((tool) => tool.description === description && tool.ratingCount === 0)).toBe(true);
  const few = await reader.get<ToolWithStats[]>('/tools?sort=name_asc&limit=900');
  expect(few.body).toEqual(body);
});
