// SQLite without room, or without leave to write: clear answers, reads go on, and it is over when the cause is.
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { type Answer, appForTest } from './harness.ts';

const tool = (description: string) => ({ name: 'N', description, category: 'C' });

function expectOutage(answer: Answer, text: string): void {
  expect(answer).toMatchObject({ status: 503, body: { error: expect.stringContaining(text) } });
  expect(Object.keys(answer.body as object)).toEqual(['error']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

describe.skipIf(inject('postgres') !== null)('SQLite', () => {
  test('on a full disk refuses writes, alone and together, reads on, and recovers by itself', async () => {
    const { context, admin, visitor } = await appForTest();
    const { db } = context.engine;
    const member = await admin();
    const { id } = await member.createTool();
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 20))}`.execute(db);
    const write = () => member.post<{ id: number }>('/tools', tool('long '.repeat(1500)));
    const acknowledged: number[] = [];
    for (;;) {
      const answer = await write();
      if (answer.status !== 201) break;
      acknowledged.push(answer.body.id);
    }
    expectOutage(await write(), 'disk of the database is full');
    for (const answer of await Promise.all(Array.from({ length: 20 }, write))) expectOutage(answer, 'disk');
    expect((await visitor().get(`/tools/${id}`)).status).toBe(200);
    expect((await member.get('/auth/me')).status).toBe(200);
    expect((await visitor().get('/healthz')).status).toBe(200);
    await sql`pragma max_page_count = 1000000`.execute(db);
    expect((await Promise.all(Array.from({ length: 20 }, write))).map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, () => 201),
    );
    const kept = new Set((await visitor().get<{ id: number }[]>('/tools')).body.map((one) => one.id));
    expect(acknowledged.filter((one) => !kept.has(one))).toEqual([]);
    expect(kept.size).toBe(1 + acknowledged.length + 20);
  });

  test('that may only be read refuses writes and new sessions, reads on, and recovers by itself', async () => {
    const { context, admin, visitor } = await appForTest();
    const { db } = context.engine;
    const member = await admin();
    const { id } = await member.createTool();
    const newcomer = visitor();
    await sql`pragma query_only = on`.execute(db);
    for (const answer of await Promise.all(Array.from({ length: 8 }, () => member.post('/tools', tool('D'))))) {
      expectOutage(answer, 'may only be read');
    }
    expectOutage(await newcomer.get('/auth/csrf'), 'may only be read');
    expect((await newcomer.get(`/tools/${id}`)).status).toBe(200);
    expect((await member.get('/auth/me')).status).toBe(200);
    await sql`pragma query_only = off`.execute(db);
    expect((await member.post('/tools', tool('D'))).status).toBe(201);
    expect((await newcomer.rate(id, 5, 5)).toolId).toBe(id);
  });
});
