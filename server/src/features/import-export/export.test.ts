// Exports: what is in them, that the catalogue comes back from them as it was, and that spreadsheets run nothing of them.
import { existsSync, readFileSync } from 'node:fs';
import type { AuditLog, ImportResult, Rating, ToolInput, ToolWithStats } from '@toolscore/contract/schemas';
import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { appForTest, type TestClient } from '../../../test/harness.ts';
import { moveToTrash } from '../trash/queries.ts';
import { systemActor } from '../audit/queries.ts';

const formats = ['csv', 'json', 'yaml'] as const;
type Format = (typeof formats)[number];

async function importText(client: TestClient, text: string | Buffer, query = ''): Promise<ImportResult> {
  const headers = { 'content-type': 'text/plain', 'x-csrf-token': await client.csrfToken() };
  const answer = await client.send<ImportResult>('POST', `/admin/tools/import${query}`, { body: text, headers });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}
const exportText = async (client: TestClient, format: Format, query = '') => {
  const { status, text } = await client.get(`/tools/export?format=${format}${query}`);
  if (status !== 200) throw new Error(text);
  return text;
};

const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
    fc
      .array(
        fc.constantFrom(
          '"',
          "'",
          ',',
          ';',
          '|',
          '\t',
          '\r',
          '\n',
          '=',
          '+',
          '-',
          '@',
          '\\',
          '[',
          ']',
          '{',
          '}',
          '#',
          ':',
          '&',
          '*',
          '!',
          '%',
          ' ',
          '- ',
          ': ',
          '""',
          '😀',
          'é',
          '\u0085',
          '\u2028',
          '\ufeff',
          '\u0007',
          '~',
          'null',
          'true',
          '1',
          "'=",
          '["a"]',
          '---',
          '...',
          '<<',
          '`',
          'a',
          '\u00a0',
          '\ufffe',
        ),
        { minLength: 1, maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((text) => text.trim() !== '' && !text.includes('\0') && text.isWellFormed());
const labels = fc.array(anyText, { maxLength: 4 });
const catalogue = fc.array(
  fc.record<ToolInput>(
    {
      name: anyText,
      description: anyText,
      category: anyText,
      websiteUrl: fc.constantFrom('example.com', 'https://example.com/?a=1,2;3|"4"&x=%20'),
      iconUrl: fc.constantFrom('data:image/png;base64,AAAA', 'https://example.com/i.png'),
      features: labels,
      tags: labels,
    },
    { requiredKeys: ['name', 'description', 'category'] },
  ),
  { minLength: 1, maxLength: 8 },
);

describe('export and import', () => {
  for (const format of formats) {
    test(`a random catalogue, exported as ${format} and imported again, is the same, and so is its next export`, async () => {
      const started = await appForTest();
      const admin = await started.admin();
      const { db } = started.context.engine;
      const contents = async () =>
        (await admin.get<ToolWithStats[]>('/tools')).body
          .toSorted((a, b) => a.id - b.id)
          .map((tool) => ({ ...tool, id: undefined, createdAt: undefined, updatedAt: undefined }));
      await fc.assert(
        fc.asyncProperty(catalogue, async (tools) => {
          await db.deleteFrom('tools').execute();
          const first = await importText(admin, JSON.stringify(tools));
          expect(first.rows).toEqual([]);
          const before = await contents();
          const text = await exportText(admin, format);
          await db.deleteFrom('tools').execute();
          const second = await importText(admin, text);
          expect(second).toMatchObject({ format, created: tools.length, failed: 0, unknownColumns: [] });
          expect(await contents()).toEqual(before);
          expect(await exportText(admin, format)).toBe(text);
          const again = await importText(admin, text, '?mode=upsert');
          expect([again.created, again.updated, again.failed]).toEqual([0, 0, 0]);
        }),
        { numRuns: 30 },
      );
    }, 180_000);
  }

  test('tools of more than one page, exported by filter and order, are those of the list', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const tools = Array.from({ length: 1205 }, (_, index) => ({
      name: `Tool ${(index * 7919) % 1205}`,
      description: index % 2 === 0 ? 'even' : 'odd',
      category: 'C',
    }));
    await importText(admin, JSON.stringify(tools));
    const names = (text: string) => (JSON.parse(text) as ToolInput[]).map(({ name }) => name);
    expect(names(await exportText(admin, 'json'))).toEqual(tools.map(({ name }) => name));
    for (const query of ['&search=even&sort=name_desc', '&sort=newest', '&sort=bayesian&search=odd']) {
      const { body } = await admin.get<ToolWithStats[]>(`/tools?${query.slice(1)}`);
      expect(names(await exportText(admin, 'json', query))).toEqual(body.map(({ name }) => name));
    }
    expect(names(await exportText(admin, 'json', '&search=odd'))).toHaveLength(602);
  });

  test('an empty catalogue, in every format, exports to a file that imports nothing', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    for (const format of formats) {
      expect(await importText(admin, await exportText(admin, format))).toMatchObject({ created: 0, failed: 0 });
    }
  });

  test('an export needs a format, tells its type and file name, and has no trashed tools', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const { id } = await admin.createTool({ name: 'Hidden' });
    await moveToTrash(started.context.engine.db, [id], { actor: systemActor, at: new Date().toISOString() });
    await admin.createTool({ name: 'Seen' });
    const visitor = started.visitor();
    expect((await visitor.get('/tools/export')).status).toBe(400);
    expect((await visitor.get('/tools/export?format=xml')).status).toBe(400);
    const { status, headers, text } = await visitor.get('/tools/export?format=csv');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
    expect(headers['content-disposition']).toBe('attachment; filename="tools.csv"');
    expect(text).toContain('Seen');
    expect(text).not.toContain('Hidden');
  });

  test('cells that a spreadsheet would run, in CSV, are written with a leading quote', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", "''=1"];
    await importText(admin, JSON.stringify(formulas.map((name) => ({ name, description: "'plain", category: name }))));
    const { data } = papaparse.parse<string[]>(await exportText(admin, 'csv'), { skipEmptyLines: true });
    expect(data.slice(1).map((cells) => cells.slice(0, 3))).toEqual(
      formulas.map((name) => [`'${name}`, "'plain", `'${name}`]),
    );
  });
});

describe('exports of records', () => {
  test('ratings, as CSV and JSON Lines, are complete, disarmed and without voters; only for admins', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const tool = await admin.createTool({ name: '=cmd()' });
    const rating = await admin.rate(tool.id, 4, 2, { comment: '=1+1\n"quoted"', reviewerName: '@me' });
    const lines = (await admin.get('/admin/ratings/export?format=jsonl')).text;
    expect(JSON.parse(lines)).toEqual({ ...rating, toolName: '=cmd()', category: tool.category });
    const { text, headers } = await admin.get('/admin/ratings/export?format=csv');
    expect(headers['content-type']).toContain('text/csv');
    const { data } = papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ toolName: "'=cmd()", comment: `'=1+1\n"quoted"`, reviewerName: "'@me" });
    const { voter } = await started.context.engine.db.selectFrom('ratings').select('voter').executeTakeFirstOrThrow();
    for (const part of [voter, 'voter']) expect(text + lines).not.toContain(part);
    expect((await started.visitor().get('/admin/ratings/export?format=csv')).status).toBe(401);
    expect(
      (await (await started.signedIn({ tier: 'enterprise' })).get('/admin/ratings/export?format=csv')).status,
    ).toBe(403);
  });

  test('more ratings than a page holds come out once each, the oldest first', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const tool = await admin.createTool();
    const at = '2026-01-01T00:00:00.000Z';
    const rows = Array.from({ length: 1001 }, (_, index) => ({
      tool_id: tool.id,
      voter: `v${index}`,
      usefulness: 3,
      usability: 3,
      comment: `${index}`,
      created_at: at,
    }));
    for (let start = 0; start < rows.length; start += 500) {
      await started.context.engine.db
        .insertInto('ratings')
        .values(rows.slice(start, start + 500))
        .execute();
    }
    const lines = (await admin.get('/admin/ratings/export?format=jsonl')).text.trimEnd().split('\n');
    const ratings = lines.map((line) => JSON.parse(line) as Rating);
    expect(ratings.map(({ comment }) => comment)).toEqual(rows.map(({ comment }) => comment));
  });

  test('the audit log, filtered, exports what its list shows; only for admins', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    await importText(
      admin,
      JSON.stringify(Array.from({ length: 600 }, (_, i) => ({ name: `${i}`, description: 'd', category: '=c' }))),
    );
    const lines = (await admin.get('/audit-logs/export?format=jsonl&action=create')).text.trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as AuditLog);
    expect(entries).toHaveLength(600);
    expect(entries.slice(0, 500)).toEqual((await admin.get<AuditLog[]>('/audit-logs?action=create&limit=500')).body);
    const csv = (await admin.get('/audit-logs/export?format=csv&entityType=import')).text;
    const { data } = papaparse.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    expect(data.map(({ action, entityType }) => [action, entityType])).toEqual([['import', 'import']]);
    expect((await started.visitor().get('/audit-logs/export?format=csv')).status).toBe(401);
    expect((await (await started.signedIn()).get('/audit-logs/export?format=csv')).status).toBe(403);
  });
});

const shared = new URL('../../../../../shared/data/awesome-selfhosted', import.meta.url).pathname;
describe('the real catalogue of 1,348 tools', () => {
  const orders = [
    ['csv', 'json', 'yaml'],
    ['json', 'yaml', 'csv'],
    ['yaml', 'csv', 'json'],
  ] as const;
  for (const order of orders) {
    test.skipIf(!existsSync(`${shared}.csv`))(
      `in the order ${order.join(', ')}, is the same and then unchanged`,
      async () => {
        const started = await appForTest();
        const admin = await started.admin();
        const [first, ...others] = order.map((format) => readFileSync(`${shared}.${format}`));
        expect(await importText(admin, first as Buffer)).toMatchObject({ format: order[0], created: 1348, failed: 0 });
        const exported = await exportText(admin, 'csv');
        for (const text of [...others, first as Buffer]) {
          expect(await importText(admin, text, '?mode=upsert')).toMatchObject({
            unchanged: 1348,
            failed: 0,
            updated: 0,
          });
        }
        const names = (JSON.parse(readFileSync(`${shared}.json`, 'utf8')) as ToolInput[]).map(({ name }) => name);
        const { data } = papaparse.parse<{ name: string }>(exported, { header: true, skipEmptyLines: true });
        expect(data.map(({ name }) => name.replace(/^'(?=[=+\-@])/, ''))).toEqual(names);
        expect(await exportText(admin, 'csv')).toBe(exported);
      },
    );
  }
});
