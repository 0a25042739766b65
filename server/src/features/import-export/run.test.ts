// What holds for every import, whatever is in the file and in the catalogue.
import type { AuditLog, ImportResult, ToolWithStats } from '@toolscore/contract/schemas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appForTest, type TestClient } from '../../../test/harness.ts';

async function importRows(client: TestClient, rows: unknown[], query: string): Promise<ImportResult> {
  const headers = { 'content-type': 'text/plain', 'x-csrf-token': await client.csrfToken() };
  const body = JSON.stringify(rows);
  const answer = await client.send<ImportResult>('POST', `/admin/tools/import?rows=all&${query}`, { body, headers });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

// Few values, so that rows meet the same tools again and again, in other spellings and with other or no values.
const tool = fc.record(
  {
    name: fc.constantFrom('Alpha', 'ALPHA', ' alpha', 'Beta', 'Gamma'),
    category: fc.constantFrom('One', 'one', 'Two'),
    description: fc.constantFrom('d', 'e'),
    websiteUrl: fc.constantFrom('', null, 'example.com'),
    tags: fc.constantFrom([], ['x'], ['X', 'y']),
  },
  { requiredKeys: ['name', 'category', 'description'] },
);
const broken = fc.constantFrom(5, {}, { name: '', category: 'One', description: 'd' }, { name: 'Alpha', tags: 1 });
const file = fc.array(fc.oneof({ arbitrary: tool, weight: 5 }, { arbitrary: broken, weight: 1 }), { maxLength: 8 });
const few = fc.array(tool, { maxLength: 2 });

/** Without what only a real import has: its own id, and those of what it creates. */
function foreseeable({ rows, ...result }: ImportResult) {
  const created = new Set(rows.filter(({ status }) => status === 'created').map(({ id }) => id));
  const known = rows.map(({ id, ...row }) => (created.has(id) ? row : { ...row, id }));
  return { ...result, dryRun: null, importId: null, rows: known };
}

test('any file, in any mode, does what its dry run says; an upsert, repeated, changes nothing', async () => {
  const started = await appForTest();
  const [admin, member] = [await started.admin(), await started.signedIn({ tier: 'premium' })];
  const { db } = started.context.engine;
  const state = async () => ({
    tools: (await admin.get<ToolWithStats[]>('/tools?sort=name_asc')).body,
    entries: (await admin.get<AuditLog[]>('/audit-logs?entityType=tool&limit=500')).body.length,
  });
  const mode = fc.constantFrom('create', 'upsert');
  await fc.assert(
    fc.asyncProperty(few, few, file, mode, fc.boolean(), async (theirs, ours, rows, chosen, isAdmin) => {
      await db.deleteFrom('tools').execute();
      await db.deleteFrom('audit_logs').execute();
      await importRows(admin, theirs, 'mode=create');
      await importRows(member, ours, 'mode=create');
      const client = isAdmin ? admin : member;
      const before = await state();
      const dry = await importRows(client, rows, `mode=${chosen}&dryRun=true`);
      expect(await state()).toEqual(before);
      const wet = await importRows(client, rows, `mode=${chosen}`);
      expect(foreseeable(dry)).toEqual(foreseeable(wet));
      const after = await state();
      expect(after.tools.length - before.tools.length).toBe(wet.created);
      expect(after.entries - before.entries).toBe(wet.created + wet.updated);
      if (chosen === 'create') return;
      const again = await importRows(client, rows, 'mode=upsert');
      expect([again.created, again.updated, again.failed]).toEqual([0, 0, wet.failed]);
      expect(await state()).toEqual(after);
    }),
    { numRuns: 25 },
  );
}, 180_000);
