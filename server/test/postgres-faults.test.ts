// PostgreSQL that goes away, comes back, refuses to write or takes too long: answered 503, and over without a restart.
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Answer, appForTest, startApp, type TestClient } from './harness.ts';
import { startProxy } from './proxy.ts';

const scores = { usefulness: 4, usability: 2 };
const POOL_SIZE = 4;

/** The service behind a proxy, and a direct connection to its database. */
async function behindProxy() {
  const direct = await appForTest();
  const proxy = await startProxy(direct.environment.DATABASE_URL as string);
  const started = await startApp({ DATABASE_URL: proxy.url, DATABASE_POOL_SIZE: `${POOL_SIZE}` }, direct.environment);
  onTestFinished(started.close);
  const database = new Client(direct.environment.DATABASE_URL);
  await database.connect();
  onTestFinished(() => database.end());
  return { ...started, proxy, database };
}

type Database = Awaited<ReturnType<typeof behindProxy>>['database'];

function expectOutage(answer: Answer, text: string | RegExp): void {
  expect(answer).toMatchObject({ status: 503, body: { error: expect.stringMatching(text) } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
}

/** A vote that waits, in the middle of its transaction, for the tool's row, which `database` holds. */
async function startBlockedVote(voter: TestClient, database: Database, id: number) {
  await voter.csrfToken();
  await database.query('begin');
  await database.query('update tools set name = name where id = $1', [id]);
  const vote = voter.post(`/tools/${id}/ratings`, scores);
  const blocked = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let pid = 0;
  const look = async () => {
    // Within a transaction PostgreSQL goes on showing what it showed first.
    await database.query('select pg_stat_clear_snapshot()');
    pid = (await database.query<{ pid: number }>(blocked)).rows[0]?.pid ?? 0;
    return pid;
  };
  await expect.poll(look, { timeout: 30_000 }).toBeGreaterThan(0);
  return { vote, pid };
}

describe.skipIf(inject('postgres') === null)('PostgreSQL', () => {
  test('cut off in the middle of a transaction: 503, nothing of it is kept, and the next try succeeds', async () => {
    const { proxy, database, signedIn, visitor } = await behindProxy();
    const { id } = await (await signedIn()).createTool();
    const voter = visitor();
    const { vote } = await startBlockedVote(voter, database, id);
    proxy.cut();
    expectOutage(await vote, 'cannot be reached');
    await database.query('rollback');
    expect((await voter.get(`/tools/${id}/ratings/mine`)).status).toBe(404);
    expect((await voter.post(`/tools/${id}/ratings`, scores)).status).toBe(201);
    expect((await voter.get(`/tools/${id}`)).body).toMatchObject({ ratingCount: 1, avgUsefulness: 4 });
  });

  test('cut off again and again under load: only 503, and no connection too many is left', async () => {
    const { proxy, signedIn, visitor, database } = await behindProxy();
    const member = await signedIn();
    const ids = [(await member.createTool()).id, (await member.createTool()).id];
    const acknowledged = new Set<number>();
    const act = async (voter: TestClient, round: number, i: number) => {
      const id = ids[i % 2] as number;
      if (i % 3 === 0) return visitor().get(`/tools?search=${round}x${i}`);
      if (i % 3 === 1) return member.get('/auth/me');
      const answer = await voter.post<{ id: number }>(`/tools/${id}/ratings`, scores);
      if (answer.status === 201) acknowledged.add(answer.body.id);
      return answer;
    };
    for (let round = 0; round < 8; round += 1) {
      const voters = Array.from({ length: 24 }, () => visitor());
      await Promise.all(voters.map((voter) => voter.csrfToken()));
      const answers = voters.map((voter, i) => act(voter, round, i));
      await answers[round];
      proxy.cut();
      for (const answer of await Promise.all(answers)) {
        if (answer.status >= 400) expectOutage(answer, 'cannot be reached');
      }
    }
    for (const path of ['/auth/me', '/healthz', '/tools?search=after']) {
      expect((await member.get(path)).status).toBe(200);
    }
    const { rows } = await database.query('select id from ratings');
    const kept = new Set(rows.map(({ id }) => Number(id)));
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    expect(proxy.open()).toBeLessThanOrEqual(POOL_SIZE);
  });

  test('gone altogether: everything that needs it is 503, until it is back', async () => {
    const { proxy, signedIn, visitor } = await behindProxy();
    const member = await signedIn();
    const { id } = await member.createTool();
    const newcomer = visitor();
    proxy.refuse();
    for (const path of ['/tools?search=x', '/auth/me', '/healthz', '/readyz']) expectOutage(await member.get(path), '');
    expectOutage(await member.post('/tools', { name: 'n', description: 'd', category: 'c' }), 'cannot be reached');
    expectOutage(await newcomer.get('/auth/csrf'), 'cannot be reached');
    expect((await newcomer.get('/version')).status).toBe(200);
    proxy.restore();
    expect((await member.get('/auth/me')).status).toBe(200);
    expect((await newcomer.get('/readyz')).status).toBe(200);
    expect((await newcomer.post(`/tools/${id}/ratings`, scores)).status).toBe(201);
  });

  test('that only reads, as after a failover, refuses writes with 503 and goes on reading', async () => {
    const { proxy, signedIn, database } = await behindProxy();
    const member = await signedIn();
    await member.createTool();
    const { rows } = await database.query('select current_database() as name');
    await database.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
    proxy.cut();
    await expect.poll(async () => (await member.get('/auth/me')).status).toBe(200);
    expectOutage(await member.post('/tools', { name: 'n', description: 'd', category: 'c' }), 'only be read');
    expect((await member.get('/tools?search=x')).status).toBe(200);
    await database.query(`set default_transaction_read_only = off`);
    await database.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
    proxy.cut();
    await expect.poll(async () => (await member.get('/auth/me')).status).toBe(200);
    await member.createTool();
  });

  test('that cancels a statement which takes too long: 503 that says so, and the connection goes on', async () => {
    const { proxy, database, signedIn, visitor } = await behindProxy();
    const { id } = await (await signedIn()).createTool();
    const voter = visitor();
    const { vote, pid } = await startBlockedVote(voter, database, id);
    const before = proxy.open();
    await database.query('select pg_cancel_backend($1)', [pid]);
    expectOutage(await vote, 'too long');
    await database.query('rollback');
    expect((await voter.post(`/tools/${id}/ratings`, scores)).status).toBe(201);
    expect(proxy.open()).toBe(before);
  });
});
