// What an import does to what is there, what it leaves on record, who may do it, and how it is undone.
import type { AuditLog, ImportResult, Tool, ToolWithStats } from '@toolscore/contract/schemas';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres } from '../../../test/harness.ts';
import { alpha, beta, counts, listTools, own, PATH, sendCsv, sendJson } from '../../../test/importing.ts';

describe('import, modes', () => {
  test('a dry run, of a file with repetitions, answers what the import answers and writes nothing', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    await sendJson(admin, [alpha]);
    const file = [
      { ...alpha, tags: ['new'] },
      { name: ' ALPHA ', description: 'other', category: 'letters' },
      beta,
      beta,
      { ...beta, description: 'later' },
      { name: '' },
      { ...alpha, name: 'alpha', category: 'letters', description: 'other', tags: ['new'] },
    ];
    for (const query of ['mode=upsert&rows=all', 'mode=create&rows=all']) {
      const before = await listTools(admin);
      const dry = (await sendJson(admin, file, `?${query}&dryRun=true`)).body;
      expect(await listTools(admin)).toEqual(before);
      const wet = (await sendJson(admin, file, `?${query}`)).body;
      const plain = ({ rows, ...rest }: ImportResult) => ({
        ...rest,
        dryRun: null,
        importId: null,
        rows: rows.map((row) => ({ ...row, id: undefined })),
      });
      expect(plain(dry)).toEqual(plain(wet));
      expect([dry.importId, dry.dryRun, wet.dryRun]).toEqual([null, true, false]);
      const statuses = wet.rows.map(({ status }) => status).join(' ');
      if (query.includes('create')) expect(statuses).toBe('created created created created created failed created');
      else {
        expect(statuses).toBe('updated failed created unchanged failed failed failed');
        expect(wet.rows[1]?.error).toBe('says something else of the same tool than row 1 (line 1)');
      }
    }
  });

  test('a dry run knows what earlier rows of its file would have made of a tool', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    await sendJson(admin, [alpha]);
    const changed = { ...alpha, description: 'new' };
    const { rows } = (await sendJson(admin, [changed, changed, beta, beta], '?mode=upsert&rows=all&dryRun=true')).body;
    const [{ id }] = (await listTools(admin)) as [ToolWithStats];
    expect(rows.map(({ row: _row, line: _line, name: _name, ...outcome }) => outcome)).toEqual([
      { status: 'updated', id },
      { status: 'unchanged', id },
      { status: 'created' },
      { status: 'unchanged' },
    ]);
  });

  test('an upsert updates what changed, keeps fields the file does not speak of, and repeated changes nothing', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    await sendJson(admin, [alpha, beta]);
    const before = await listTools(admin);
    const file = 'name,description,category\nALPHA,Changed,LETTERS\nBeta,"First, of all",Letters\nGamma,d,c';
    const first = await sendCsv(admin, file, '?mode=upsert&rows=all');
    expect(counts(first.body)).toEqual([1, 1, 1, 0]);
    const tools = await listTools(admin);
    expect(tools.slice(0, 2).map(own)).toEqual([
      { ...alpha, name: 'ALPHA', description: 'Changed', category: 'LETTERS' },
      beta,
    ]);
    expect(tools.slice(0, 2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(tools[1]?.updatedAt).toBe(before[1]?.updatedAt);
    const again = await sendCsv(admin, file, '?mode=upsert');
    expect(counts(again.body)).toEqual([0, 0, 3, 0]);
    expect(await listTools(admin)).toEqual(tools);
    const cleared = await sendCsv(admin, 'name,description,category,tags\nBeta,x,Letters,', '?mode=upsert');
    expect(counts(cleared.body)).toEqual([0, 1, 0, 0]);
    expect((await listTools(admin))[1]?.tags).toEqual([]);
  });

  test('an upsert by somebody who is no admin updates own tools and fails on those of others', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const premium = await started.signedIn({ tier: 'premium' });
    await sendJson(admin, [alpha]);
    await sendJson(premium, [beta]);
    const file = [alpha, beta].map((tool) => ({ ...tool, description: 'mine' }));
    for (const query of ['?mode=upsert&dryRun=true', '?mode=upsert']) {
      const { body } = await sendJson(premium, file, query);
      expect(counts(body)).toEqual([0, 1, 0, 1]);
      expect(body.rows[0]?.error).toContain('creator or an admin');
    }
    expect((await listTools(admin)).map(({ description }) => description)).toEqual([alpha.description, 'mine']);
  });

  test('two upserts of the same new tools at the same time make each tool once', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const file = Array.from({ length: 250 }, (_, index) => ({ ...alpha, name: `Tool ${index}` }));
    const answers = await Promise.all([1, 2, 3].map(() => sendJson(admin, file, '?mode=upsert')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await listTools(admin)).toHaveLength(250);
    const sum = (key: 'created' | 'unchanged') => answers.reduce((total, { body }) => total + body[key], 0);
    expect([sum('created'), sum('unchanged')]).toEqual([250, 500]);
  });
});

test("a thousand new tools are made known to PostgreSQL's planner at once", async ({ skip }) => {
  if (!isPostgres()) skip('SQLite plans without statistics');
  const started = await appForTest();
  const tuples = async () => {
    const { db } = started.context.engine;
    const { rows } = await sql<{
      n: number;
    }>`select reltuples as n from pg_class where relname = 'tool_search'`.execute(db);
    return Number(rows[0]?.n);
  };
  expect(await tuples()).not.toBe(1000);
  const tools = Array.from({ length: 1000 }, (_, index) => ({ ...alpha, name: `Tool ${index}` }));
  expect(counts((await sendJson(await started.admin(), tools)).body)).toEqual([1000, 0, 0, 0]);
  expect(await tuples()).toBe(1000);
});

describe('undoing an import', () => {
  test('by its importer, sends what it created to the trash, not what it updated, with audit entries', async () => {
    const started = await appForTest();
    const premium = await started.signedIn({ tier: 'premium' });
    await sendJson(premium, [alpha]);
    const { body } = await sendJson(premium, [{ ...alpha, description: 'new' }, beta], '?mode=upsert');
    const undone = await premium.delete<{ trashed: number }>(`${PATH}/${body.importId}`);
    expect([undone.status, undone.body]).toEqual([200, { trashed: 1 }]);
    expect((await listTools(premium)).map(({ name }) => name)).toEqual(['Alpha']);
    expect((await premium.get<Tool[]>('/tools/trash')).body.map(({ name }) => name)).toEqual(['Beta']);
    const again = await premium.delete(`${PATH}/${body.importId}`);
    expect([again.status, again.body]).toEqual([200, { trashed: 0 }]);
    const admin = await started.admin();
    const logs = (await admin.get<AuditLog[]>('/audit-logs?limit=500')).body;
    expect(logs.filter(({ action }) => action === 'trash')).toHaveLength(1);
    expect(logs.filter(({ action }) => action === 'undo')).toHaveLength(2);
  });

  test('by others, unless admins, is refused; of an unknown id, not found', async () => {
    const started = await appForTest();
    const importer = await started.signedIn({ tier: 'premium' });
    const other = await started.signedIn({ tier: 'enterprise' });
    const { importId } = (await sendJson(importer, [alpha])).body;
    expect((await started.visitor().delete(`${PATH}/${importId}`)).status).toBe(401);
    expect((await (await started.signedIn()).delete(`${PATH}/${importId}`)).status).toBe(403);
    expect((await other.delete(`${PATH}/${importId}`)).status).toBe(403);
    expect((await other.delete(`${PATH}/999999`)).status).toBe(404);
    expect((await other.delete(`${PATH}/x`)).status).toBe(404);
    expect((await (await started.admin()).delete(`${PATH}/${importId}`)).body).toEqual({ trashed: 1 });
  });
});

describe('import, access', () => {
  test('not signed in, without the feature, without a CSRF token: refused', async () => {
    const started = await appForTest();
    const file = [alpha];
    expect((await sendJson(started.visitor(), file)).status).toBe(401);
    expect((await sendJson(await started.signedIn(), file)).status).toBe(403);
    const admin = await started.admin();
    expect((await admin.send('POST', PATH, { body: file })).status).toBe(403);
    for (const tier of ['premium', 'enterprise'] as const) {
      expect((await sendJson(await started.signedIn({ tier }), file)).status).toBe(200);
    }
  });

  test('where only admins edit the catalogue, others may not import', async () => {
    const started = await appForTest({ CATALOGUE_EDITORS: 'admins' });
    expect((await sendJson(await started.signedIn({ tier: 'premium' }), [alpha])).status).toBe(403);
    expect((await sendJson(await started.admin(), [alpha])).status).toBe(200);
  });
});

describe('the audit log', () => {
  test('an import of one row writes one audit entry for the tool and one for itself', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const { body } = await sendJson(admin, [alpha, beta]);
    const logs = (await admin.get<AuditLog[]>('/audit-logs?limit=500')).body;
    const tools = logs.filter(({ entityType }) => entityType === 'tool');
    expect(tools.map(({ action, username }) => [action, username])).toEqual([
      ['create', admin.user?.username],
      ['create', admin.user?.username],
    ]);
    expect(JSON.parse(tools[0]?.changes as string)).toMatchObject({ importId: { from: null, to: body.importId } });
    const imports = logs.filter(({ entityType }) => entityType === 'import');
    expect(imports).toHaveLength(1);
    expect(imports[0]).toMatchObject({ action: 'import', entityId: body.importId });
    expect((await admin.get<ToolWithStats[]>('/tools')).body[0]?.createdBy).toBe(admin.user?.username);
  });

  test('tells what an upsert changed of a tool, and what the import did in all', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    await sendJson(admin, [alpha, beta]);
    const { body } = await sendJson(admin, [{ ...alpha, description: 'new' }, beta, {}], '?mode=upsert');
    const logs = (await admin.get<AuditLog[]>('/audit-logs?limit=2')).body;
    expect(logs.map(({ action, entityType, changes }) => [action, entityType, JSON.parse(changes as string)])).toEqual([
      [
        'import',
        'import',
        Object.fromEntries(
          Object.entries({ format: 'json', mode: 'upsert', created: 0, updated: 1, unchanged: 1, failed: 1 }).map(
            ([key, to]) => [key, { from: null, to }],
          ),
        ),
      ],
      [
        'update',
        'tool',
        { description: { from: alpha.description, to: 'new' }, importId: { from: null, to: body.importId } },
      ],
    ]);
  });
});
