import type { AuditLog } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

const kinds = (entries: AuditLog[]) => entries.map(({ entityType, action }) => `${entityType} ${action}`);

describe('the audit log', () => {
  test('records tools field by field, newest first, with who did it', async () => {
    const { admin } = await appForTest();
    const client = await admin();
    const { id } = await client.createTool({ name: 'Old', tags: ['a'] });
    await client.patch(`/tools/${id}`, { name: 'New', tags: ['a', 'b'], description: 'A tool' });
    await client.patch(`/tools/${id}`, { name: 'New' });
    await client.delete(`/tools/${id}`);
    await client.post('/tools/trash/restore', { ids: [id] });
    await client.delete(`/tools/${id}`);
    await client.delete('/tools/trash', { ids: [id] });
    const { body } = await client.get<AuditLog[]>(`/audit-logs?entityType=tool&entityId=${id}`);
    expect(kinds(body)).toEqual([
      'tool delete',
      'tool trash',
      'tool restore',
      'tool trash',
      'tool update',
      'tool create',
    ]);
    expect(new Set(body.map(({ username }) => username))).toEqual(new Set([client.user?.username]));
    expect(JSON.parse(body[4]?.changes as string)).toEqual({
      name: { from: 'Old', to: 'New' },
      tags: { from: ['a'], to: ['a', 'b'] },
    });
  });

  test('keeps names after those who acted are gone', async () => {
    const { admin, signedIn } = await appForTest();
    const client = await admin();
    const member = await signedIn();
    await member.createTool();
    await client.delete(`/users/${member.user?.id}`);
    const { body } = await client.get<AuditLog[]>('/audit-logs?entityType=tool');
    expect(body[0]).toMatchObject({ userId: String(member.user?.id), username: member.user?.username });
  });

  test('says nothing about a change that did not happen', async () => {
    const { admin, signedIn } = await appForTest();
    const client = await admin();
    const { id } = await client.createTool();
    const { headers } = await client.get('/audit-logs?limit=1');
    await (await signedIn()).patch(`/tools/${id}`, { name: 'x' });
    await client.post('/tools', { name: 'x' });
    await client.post(`/tools/${id}/ratings`, { usefulness: 9, usability: 1 });
    await client.patch('/users/987654', { tier: 'free' });
    const after = await client.get('/audit-logs?limit=1');
    expect(after.headers['x-total-count']).toBe(headers['x-total-count']);
  });

  test('is filtered by type, id, action, user and time', async () => {
    const { admin, clock, context } = await appForTest();
    const client = await admin();
    const first = await client.createTool();
    clock.advance(60_000);
    const between = new Date(context.clock()).toISOString();
    clock.advance(60_000);
    const second = await client.createTool();
    await client.patch(`/tools/${second.id}`, { name: 'changed' });
    const ids = async (query: string) =>
      (await client.get<AuditLog[]>(`/audit-logs?${query}`)).body.map(({ entityId }) => entityId);
    expect(await ids('entityType=tool')).toEqual([second.id, second.id, first.id]);
    expect(await ids(`entityType=tool&entityId=${first.id}`)).toEqual([first.id]);
    expect(await ids('action=update')).toEqual([second.id]);
    expect(await ids(`user=${client.user?.username.toUpperCase()}`)).toEqual([second.id, second.id, first.id]);
    expect(await ids('user=nobody')).toEqual([]);
    expect(await ids(`from=${between}`)).toEqual([second.id, second.id]);
    expect(await ids(`to=${between}&entityType=tool`)).toEqual([first.id]);
    expect(await ids('from=2100-01-01')).toEqual([]);
    expect(await ids(`entityType=tool&to=${between.slice(0, 10)}`)).toEqual(expect.arrayContaining([first.id]));
    for (const wrong of ['from=yesterday', 'to=2026-13-45', 'entityId=x', 'limit=1.5', 'offset=-1', 'limit=x']) {
      expect((await client.get(`/audit-logs?${wrong}`)).status, wrong).toBe(400);
    }
  });

  test('clamps its limit to 1..500, 100 by default', async () => {
    const { admin, context } = await appForTest();
    const client = await admin();
    const entry = { entity_type: 'tool', entity_id: 1, action: 'x', user_id: '1', username: 'x', changes: null };
    const rows = Array.from({ length: 520 }, () => ({ ...entry, created_at: '2026-01-01T00:00:00.000Z' }));
    await context.engine.db.insertInto('audit_logs').values(rows).execute();
    const count = async (query: string) => (await client.get<AuditLog[]>(`/audit-logs${query}`)).body.length;
    expect([await count(''), await count('?limit=0'), await count('?limit=-5')]).toEqual([100, 1, 1]);
    expect([await count('?limit=7'), await count('?limit=100000')]).toEqual([7, 500]);
    const all = await client.get<AuditLog[]>('/audit-logs?limit=500&offset=510');
    expect([all.body.length, all.headers['x-total-count']]).toEqual([10, '520']);
  });
});
