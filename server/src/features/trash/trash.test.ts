import type { AuditLog, Tool, ToolWithStats } from '@toolscore/contract/schemas';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, startApp, type TestApp } from '../../../test/harness.ts';
import { runDueJobs, takeLease } from '../../jobs.ts';
import { systemActor } from '../audit/queries.ts';
import { insertTools } from '../tools/queries.ts';
import { normalizeTool } from '../tools/rules.ts';
import { moveToTrash, restoreFromTrash } from './queries.ts';

const log = { info: () => undefined, error: (entry: object) => expect.fail(JSON.stringify(entry)) };
const DAY_MS = 24 * 3_600_000;

/** Adds tools quickly, without a request each. */
async function addTools({ context }: TestApp, count: number): Promise<number[]> {
  const tools = Array.from({ length: count }, (_, i) =>
    normalizeTool({ name: `T${i}`, description: 'd', category: 'c', tags: ['t'] }),
  );
  const ids: number[] = [];
  for (let start = 0; start < count; start += 500) {
    ids.push(
      ...(await insertTools(context.engine.db, tools.slice(start, start + 500), null, '2026-01-01T00:00:00.000Z')),
    );
  }
  return ids;
}

describe('deleting a tool', () => {
  test('trashes it for those who have the trash, for good for the others', async () => {
    const { admin, signedIn, visitor } = await appForTest();
    const premium = await signedIn({ tier: 'premium' });
    const free = await signedIn();
    const [kept, gone] = [await premium.createTool(), await free.createTool()];
    expect((await premium.delete(`/tools/${kept.id}`)).status).toBe(204);
    expect((await free.delete(`/tools/${gone.id}`)).status).toBe(204);
    const { body } = await (await admin()).get<Tool[]>('/tools/trash');
    expect(body.map(({ id, deletedBy }) => [id, deletedBy])).toEqual([[kept.id, premium.user?.username]]);
    expect(body[0]?.deletedAt).toMatch(/^\d{4}-.*\.\d{3}Z$/);
    for (const { id } of [kept, gone]) {
      expect((await visitor().get(`/tools/${id}`)).status).toBe(404);
      expect((await premium.delete(`/tools/${id}`)).status).toBe(404);
      expect((await premium.patch(`/tools/${id}`, { name: 'x' })).status).toBe(404);
    }
  });

  test('at the same time by ten requests happens once', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const { id } = await client.createTool();
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.delete(`/tools/${id}`)));
    expect(answers.filter(({ status }) => status === 204).length).toBe(1);
    const { body } = await client.get<AuditLog[]>(`/audit-logs?entityType=tool&entityId=${id}&action=trash`);
    expect(body.length).toBe(1);
  });
});

describe('in bulk', () => {
  test('counts only what changed; trashing the trashed keeps its date and name', async () => {
    const { admin, clock } = await appForTest();
    const [first, second] = [await admin(), await admin()];
    const ids = [(await first.createTool()).id, (await first.createTool()).id];
    expect((await first.post('/tools/trash', { ids: [ids[0], 987_654, ids[0]] })).body).toEqual({ trashed: 1 });
    const before = (await first.get<Tool[]>('/tools/trash')).body[0];
    clock.advance(1000);
    expect((await second.post('/tools/trash', { ids })).body).toEqual({ trashed: 1 });
    const after = (await first.get<Tool[]>('/tools/trash')).body.find(({ id }) => id === ids[0]);
    expect(after).toEqual(before);
    expect((await first.post('/tools/trash/restore', { ids: [...ids, 5_000_000] })).body).toEqual({ restored: 2 });
    expect((await first.post('/tools/trash/restore', { ids })).body).toEqual({ restored: 0 });
  });

  test('each tool that was trashed, restored or deleted for good is on record, and no other', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const [one, two] = [await client.createTool(), await client.createTool()];
    await client.post('/tools/trash', { ids: [one.id, two.id] });
    const [trashed] = (await client.get<Tool[]>('/tools/trash')).body;
    await client.post('/tools/trash/restore', { ids: [one.id] });
    await client.delete('/tools/trash', { ids: [one.id, two.id] });
    const { body } = await client.get<AuditLog[]>('/audit-logs?entityType=tool');
    const found = body.filter(({ action }) => action !== 'create');
    expect(found.map(({ action, entityId }) => `${action} ${entityId}`).toSorted()).toEqual([
      `delete ${two.id}`,
      `restore ${one.id}`,
      `trash ${one.id}`,
      `trash ${two.id}`,
    ]);
    for (const { userId } of found) expect(userId).toBe(String(client.user?.id));
    const changes = new Map(found.map(({ action, changes: text }) => [action, text && JSON.parse(text)]));
    expect(changes.get('trash')).toEqual({ deletedAt: { from: null, to: trashed?.deletedAt } });
    expect(changes.get('restore')).toBeNull();
    expect(changes.get('delete')).toMatchObject({ name: { from: two.name, to: null } });
  });

  test('deleting for good touches only what is in the trash', async () => {
    const { admin, visitor } = await appForTest();
    const client = await admin();
    const [active, trashed] = [await client.createTool(), await client.createTool()];
    await client.delete(`/tools/${trashed.id}`);
    expect((await client.delete('/tools/trash', { ids: [active.id, trashed.id] })).status).toBe(204);
    expect((await visitor().get(`/tools/${active.id}`)).status).toBe(200);
    expect((await client.post('/tools/trash/restore', { ids: [trashed.id] })).body).toEqual({ restored: 0 });
  });

  test('500 ids are taken, 0 and 501 are not, nor anything that is no id', async () => {
    const started = await appForTest();
    const client = await started.admin();
    const ids = await addTools(started, 501);
    for (const wrong of [[], ids, ['1'], [0], [1.5], [-1], [null], 'x', null, [2 ** 53]]) {
      for (const path of ['/tools/trash', '/tools/trash/restore']) {
        expect((await client.post(path, { ids: wrong })).status, JSON.stringify(wrong).slice(0, 40)).toBe(400);
      }
      expect((await client.delete('/tools/trash', { ids: wrong })).status).toBe(400);
    }
    const most = ids.slice(0, 500);
    expect((await client.post('/tools/trash', { ids: most })).body).toEqual({ trashed: 500 });
    expect((await client.post('/tools/trash/restore', { ids: most })).body).toEqual({ restored: 500 });
  });

  test('500 tools are trashed by one statement, restored by one, and recorded and taken from the totals by one each', async () => {
    const started = await appForTest();
    const ids = await addTools(started, 500);
    const statements: string[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const deed = { actor: systemActor, at: new Date(started.context.clock()).toISOString() };
    const { db } = started.context.engine;
    for (const move of [moveToTrash, restoreFromTrash]) {
      statements.length = 0;
      expect(await move(db.withPlugin(counting), ids, deed)).toBe(500);
      expect(statements).toEqual(['UpdateQueryNode', 'InsertQueryNode', 'InsertQueryNode', 'InsertQueryNode']);
    }
  });

  test('emptying removes all, keeps the fields in the audit log, and tells how many', async () => {
    const started = await appForTest();
    const client = await started.admin();
    await client.post('/tools/trash', { ids: (await addTools(started, 450)).slice(0, 430) });
    expect((await client.post('/tools/trash/empty')).body).toEqual({ deleted: 430 });
    expect((await client.get('/tools/trash')).body).toEqual([]);
    expect((await client.get<Tool[]>('/tools')).body.length).toBe(20);
    const { body, headers } = await client.get<AuditLog[]>('/audit-logs?entityType=tool&action=delete&limit=1');
    expect(headers['x-total-count']).toBe('430');
    expect(JSON.parse(body[0]?.changes as string)).toMatchObject({ description: { from: 'd', to: null } });
  });
});

describe('looking into the trash', () => {
  test('finds by text, latest first, with pages on request', async () => {
    const { admin, clock } = await appForTest();
    const client = await admin();
    const ids: number[] = [];
    for (const name of ['100% sure', '100 things', 'else']) {
      const { id } = await client.createTool({ name });
      await client.delete(`/tools/${id}`);
      clock.advance(10);
      ids.unshift(id);
    }
    const found = async (query: string) => (await client.get<Tool[]>(`/tools/trash${query}`)).body.map(({ id }) => id);
    expect(await found('')).toEqual(ids);
    expect(await found('?search=100')).toEqual(ids.slice(1));
    expect(await found('?search=100%25')).toEqual(ids.slice(2));
    expect(await found('?limit=1&offset=1')).toEqual(ids.slice(1, 2));
  });
});

describe('the purge', () => {
  test('removes what was trashed longer ago than the retention, once an hour, and audits it', async () => {
    const started = await appForTest({ TRASH_RETENTION_DAYS: '3' });
    const client = await started.admin();
    const [old, young, active] = [await client.createTool(), await client.createTool(), await client.createTool()];
    await client.delete(`/tools/${old.id}`);
    started.clock.advance(2 * DAY_MS);
    await client.delete(`/tools/${young.id}`);
    await runDueJobs(started.context, log);
    const trashed = async () => (await client.get<Tool[]>('/tools/trash')).body.map(({ id }) => id);
    expect(await trashed()).toEqual([young.id, old.id]);
    started.clock.advance(DAY_MS - 5000);
    await runDueJobs(started.context, log);
    expect(await trashed()).toEqual([young.id, old.id]);
    started.clock.advance(3_600_000 + 10_000);
    await runDueJobs(started.context, log);
    expect(await trashed()).toEqual([young.id]);
    const { body } = await client.get<AuditLog[]>('/audit-logs?action=purge');
    expect(body.map(({ entityId, username }) => [entityId, username])).toEqual([[old.id, 'system']]);
    expect((await client.get(`/tools/${active.id}`)).status).toBe(200);
  });

  test('with a retention of 0 keeps everything', async () => {
    const started = await appForTest({ TRASH_RETENTION_DAYS: '0' });
    const client = await started.admin();
    await client.delete(`/tools/${(await client.createTool()).id}`);
    started.clock.advance(10_000 * DAY_MS);
    await runDueJobs(started.context, log);
    const { rows } = { rows: await started.context.engine.db.selectFrom('tools').select('id').execute() };
    expect(rows.length).toBe(1);
  });

  test('of two instances that come round at the same moment is done by one', async () => {
    const one = await appForTest();
    const two = isPostgres() ? await startApp({}, one.environment) : one;
    const client = await one.admin();
    await client.delete(`/tools/${(await client.createTool()).id}`);
    one.clock.advance(31 * DAY_MS);
    if (two !== one) two.clock.advance(31 * DAY_MS);
    const done: unknown[] = [];
    const noting = { ...log, info: (entry: { job: string }) => void done.push(entry.job) } as typeof log;
    await Promise.all([runDueJobs(one.context, noting), runDueJobs(two.context, noting)]);
    expect(done.filter((job) => job === 'purge-trash').length).toBe(1);
    const { body } = await (await one.admin()).get<AuditLog[]>('/audit-logs?action=purge');
    expect(body.length).toBe(1);
    if (two !== one) await two.close();
  });

  test('a lease is taken by one of many, and by another only when it has run out', async () => {
    const { context } = await appForTest();
    const { db } = context.engine;
    const takers = await Promise.all(Array.from({ length: 10 }, () => takeLease(db, 'job', 1000, 5000)));
    expect(takers.filter(Boolean).length).toBe(1);
    expect(await takeLease(db, 'job', 1000, 5999)).toBe(false);
    expect(await takeLease(db, 'other', 1000, 5999)).toBe(true);
    expect(await takeLease(db, 'job', 1000, 6000)).toBe(true);
  });
});

test('a restored tool can be rated, and its former voters are still known', async () => {
  const { admin, visitor } = await appForTest();
  const client = await admin();
  const { id } = await client.createTool();
  await client.rate(id, 5, 5);
  await client.delete(`/tools/${id}`);
  await client.post('/tools/trash/restore', { ids: [id] });
  expect((await client.post(`/tools/${id}/ratings`, { usefulness: 1, usability: 1 })).status).toBe(409);
  await visitor().rate(id, 3, 3);
  expect((await client.get<ToolWithStats>(`/tools/${id}`)).body.ratingCount).toBe(2);
});
