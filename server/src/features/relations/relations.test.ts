import type { Relation } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, startApp, type TestClient } from '../../../test/harness.ts';

async function appWithTools() {
  const started = await appForTest();
  const [admin, member] = [await started.admin(), await started.signedIn()];
  const a = (await member.createTool({ name: 'A' })).id;
  const b = (await member.createTool({ name: 'B' })).id;
  return { ...started, admin, member, a, b };
}

const relate = (client: TestClient, id: number, relatedToolId: number, kind: string, more: object = {}) =>
  client.post<Relation>(`/tools/${id}/relations`, { relatedToolId, kind, ...more });
const listed = async (client: TestClient, id: number) => (await client.get<Relation[]>(`/tools/${id}/relations`)).body;

describe('a relation', () => {
  test('is answered as recorded and listed for everybody', async () => {
    const { member, visitor, a, b } = await appWithTools();
    const { status, body } = await relate(member, a, b, 'alternative', { note: ' cheaper ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      toolId: a,
      relatedToolId: b,
      kind: 'alternative',
      direction: 'outgoing',
      otherTool: { id: b, name: 'B' },
      note: 'cheaper',
      createdBy: member.user?.username,
      createdAt: expect.any(String),
    });
    expect(await listed(visitor(), a)).toEqual([body]);
  });

  test.each([
    ['alternative', true],
    ['complement', true],
    ['integrates', true],
    ['replaces', true],
    ['recommended', false],
  ])('of kind %s is seen from the other tool: %s', async (kind, seen) => {
    const { admin, a, b } = await appWithTools();
    await relate(admin, a, b, kind);
    const reverse = await listed(admin, b);
    expect(reverse.map(({ direction, otherTool }) => [direction, otherTool.name])).toEqual(
      seen ? [['incoming', 'A']] : [],
    );
  });

  test.each([
    ['alternative', 409],
    ['complement', 409],
    ['integrates', 409],
    ['replaces', 201],
    ['recommended', 201],
  ])('of kind %s recorded twice is 409, and the other way round %i', async (kind, reverse) => {
    const { admin, a, b } = await appWithTools();
    expect((await relate(admin, a, b, kind)).status).toBe(201);
    expect((await relate(admin, a, b, kind)).status).toBe(409);
    expect((await relate(admin, b, a, kind)).status).toBe(reverse);
  });

  test('recorded 32 times at once, from both ends, is there once', async () => {
    const { member, a, b } = await appWithTools();
    await member.csrfToken();
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => relate(member, i % 2 ? a : b, i % 2 ? b : a, 'alternative')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31);
    expect(await listed(member, a)).toHaveLength(1);
  });

  test('recorded at once on two instances, from both ends, is there once', async ({ skip }) => {
    if (!isPostgres()) skip('SQLite is one process per file');
    const { admin, environment, a, b } = await appWithTools();
    const two = await startApp({}, environment);
    const elsewhere = await two.visitor().signIn(admin.user as NonNullable<typeof admin.user>);
    await Promise.all([admin.csrfToken(), elsewhere.csrfToken()]);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        i % 2 ? relate(admin, a, b, 'integrates') : relate(elsewhere, b, a, 'integrates'),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31);
    await two.close();
  });

  test.each([
    ['of a tool with itself', (a: number) => ({ relatedToolId: a, kind: 'alternative' }), 400, 'relatedToolId'],
    ['of an unknown kind', (_a: number, b: number) => ({ relatedToolId: b, kind: 'similar' }), 400, 'kind'],
    ['without a tool', () => ({ kind: 'alternative' }), 400, 'relatedToolId'],
    ['with an id that is none', () => ({ relatedToolId: 0, kind: 'alternative' }), 400, 'relatedToolId'],
    ['with an unknown tool', () => ({ relatedToolId: 9_007_199_254_740_991, kind: 'replaces' }), 404, 'Related tool'],
    [
      'with a note too long',
      (_a: number, b: number) => ({ relatedToolId: b, kind: 'replaces', note: 'x'.repeat(5001) }),
      400,
      'note',
    ],
    [
      'that recommends, by a member',
      (_a: number, b: number) => ({ relatedToolId: b, kind: 'recommended' }),
      403,
      'admin',
    ],
  ])('%s is refused', async (_name, body, status, text) => {
    const { member, a, b } = await appWithTools();
    const answer = await member.post<{ error: string }>(`/tools/${a}/relations`, body(a, b));
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(text);
    expect(await listed(member, a)).toEqual([]);
  });

  test('is deleted by its creator or an admin, a recommendation by admins only, and by nobody else', async () => {
    const { admin, member, signedIn, visitor, a, b } = await appWithTools();
    const own = (await relate(member, a, b, 'alternative')).body;
    const other = (await relate(member, a, b, 'complement')).body;
    const advice = (await relate(admin, a, b, 'recommended')).body;
    expect((await visitor().delete(`/relations/${own.id}`)).status).toBe(401);
    expect((await (await signedIn()).delete(`/relations/${own.id}`)).status).toBe(403);
    expect((await member.delete(`/relations/${advice.id}`)).status).toBe(403);
    expect((await member.delete(`/relations/${own.id}`)).status).toBe(204);
    expect((await member.delete(`/relations/${own.id}`)).status).toBe(404);
    expect((await admin.delete(`/relations/${other.id}`)).status).toBe(204);
    expect((await listed(member, a)).map(({ id }) => id)).toEqual([advice.id]);
    const { body: logs } = await admin.get<{ action: string; entityId: number; changes: string }[]>(
      '/audit-logs?entityType=relation',
    );
    expect(logs.map(({ action, entityId }) => [action, entityId])).toEqual([
      ['delete', other.id],
      ['delete', own.id],
      ['create', advice.id],
      ['create', other.id],
      ['create', own.id],
    ]);
    expect(JSON.parse(logs[1]?.changes ?? '')).toMatchObject({ kind: { from: 'alternative', to: null } });
  });

  test.each([
    ['its tool', 'a'],
    ['the related tool', 'b'],
  ] as const)('is gone while %s is in the trash, and comes back with it', async (_name, end) => {
    const { admin, member, a, b } = await appWithTools();
    const { body } = await relate(member, a, b, 'alternative');
    const [trashed, other] = end === 'a' ? [a, b] : [b, a];
    await admin.post('/tools/trash', { ids: [trashed] });
    expect((await admin.get(`/tools/${trashed}/relations`)).status).toBe(404);
    expect((await relate(member, trashed, other, 'replaces')).status).toBe(404);
    expect((await relate(member, other, trashed, 'replaces')).status).toBe(404);
    expect(await listed(member, other)).toEqual([]);
    expect((await admin.delete(`/relations/${body.id}`)).status).toBe(404);
    await admin.post('/tools/trash/restore', { ids: [trashed] });
    expect(await listed(member, a)).toEqual([body]);
  });

  test('outlives the account that made it', async () => {
    const { admin, signedIn, a, b } = await appWithTools();
    const leaving = await signedIn();
    await relate(leaving, a, b, 'alternative');
    await admin.delete(`/users/${leaving.user?.id}`);
    expect((await listed(admin, a)).map(({ createdBy }) => createdBy)).toEqual([null]);
  });
});
