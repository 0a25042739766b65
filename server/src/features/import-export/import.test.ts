// Importing catalogues: what is read, what is refused, what is written and how it is undone.
import type { AuditLog, ImportResult, Tool, ToolWithStats } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { type Answer, appForTest, type TestClient } from '../../../test/harness.ts';

const PATH = '/admin/tools/import';

async function send(client: TestClient, body: unknown, type: string, query = ''): Promise<Answer<ImportResult>> {
  const headers = { 'content-type': type, 'x-csrf-token': await client.csrfToken() };
  return client.send<ImportResult>('POST', `${PATH}${query}`, { body, headers });
}
const sendCsv = (client: TestClient, text: string | Buffer, query = '') => send(client, text, 'text/csv', query);
const sendJson = (client: TestClient, value: unknown, query = '') =>
  send(client, JSON.stringify(value), 'application/json', query);

const counts = ({ created, updated, unchanged, failed }: ImportResult) => [created, updated, unchanged, failed];
const listTools = async (client: TestClient) => (await client.get<ToolWithStats[]>('/tools?sort=name_asc')).body;
const own = ({ name, description, category, websiteUrl, iconUrl, features, tags }: ToolWithStats) => ({
  name,
  description,
  category,
  websiteUrl,
  iconUrl,
  features,
  tags,
});
const alpha = {
  name: 'Alpha',
  description: 'First, of all',
  category: 'Letters',
  websiteUrl: 'https://alpha.example',
  iconUrl: null,
  features: ['Fast', 'Small'],
  tags: ['MIT'],
};
const beta = { ...alpha, name: 'Beta', websiteUrl: null, features: [], tags: ['GPL', 'old'] };

describe('import, formats', () => {
  const csv = (mark: string, end: string) =>
    [
      ['Name', 'DESCRIPTION', 'cat_egory', 'Website URL', 'features', 'tags'],
      ['Alpha', '"First, of all"', 'Letters', 'https://alpha.example', 'Fast|Small', 'MIT'],
      ['Beta', '"First, of all"', 'Letters', '', '', 'GPL|old'],
    ]
      .map((cells) => cells.join(mark))
      .join(end);
  const yamlItems = `- name: Alpha
  description: First, of all
  category: Letters
  website-url: https://alpha.example
  features: [Fast, Small]
  tags:
  - MIT
- {name: Beta, description: "First, of all", category: Letters, tags: [GPL, old]}
`;
  const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');
  const betaGiven = { name: 'Beta', description: beta.description, category: 'Letters', tags: beta.tags };
  const alphaGiven = { ...alpha, iconUrl: undefined };
  const texts: Record<string, [string, ImportResult['format'], string?]> = {
    'CSV with commas': [csv(',', '\n'), 'csv', ','],
    'CSV with semicolons and CRLF': [csv(';', '\r\n'), 'csv', ';'],
    'CSV with a hint for spreadsheet programs': [`sep=;\r\n${csv(';', '\r\n')}`, 'csv', ';'],
    'CSV with tabs and CR': [csv('\t', '\r'), 'csv', '\t'],
    'CSV with a byte order mark and a final line end': [`\ufeff${csv(',', '\n')}\n\n`, 'csv', ','],
    'JSON, an array': [JSON.stringify([alphaGiven, betaGiven]), 'json'],
    'JSON, an object with tools': [JSON.stringify({ version: [[1]], tools: [alphaGiven, betaGiven], x: {} }), 'json'],
    'JSON Lines': [`${JSON.stringify(alphaGiven)}\r\n\r\n${JSON.stringify(betaGiven)}\n`, 'json'],
    'JSON, indented': [JSON.stringify([alphaGiven, betaGiven], null, 2), 'json'],
    'YAML, a list': [yamlItems, 'yaml'],
    'YAML, a document with a comment': [`# tools\n---\n${yamlItems}# end\n...\n`, 'yaml'],
    'YAML, a list under tools': [`version: 1\ntools:\n${indent(yamlItems)}by: me\n`, 'yaml'],
    'YAML, a list under tools, not indented': [`tools:\n${yamlItems}`, 'yaml'],
  };
  test('every format, sent as text, gives the same two tools', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    for (const [name, [text, format, delimiter]] of Object.entries(texts)) {
      await started.context.engine.db.deleteFrom('tools').execute();
      const { status, body } = await send(admin, text, 'text/plain', '?rows=all');
      expect([name, status, body.format, body.delimiter, counts(body)]).toEqual([
        name,
        200,
        format,
        delimiter,
        [2, 0, 0, 0],
      ]);
      expect([name, (await listTools(admin)).map(own)]).toEqual([name, [alpha, beta]]);
      expect(body.rows.map(({ row, status, name }) => [row, status, name])).toEqual([
        [1, 'created', 'Alpha'],
        [2, 'created', 'Beta'],
      ]);
    }
  });

  test('the same file, as raw body, wrapped in JSON and in a form, is read the same way', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const text = csv(',', '\n');
    const boundary = 'xxBOUNDARYxx';
    const form = [
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="tools.csv"',
      'content-type: text/csv',
      '',
      text,
      `--${boundary}--`,
      '',
    ].join('\r\n');
    const answers = [
      await sendCsv(admin, text, '?dryRun=true'),
      await sendJson(admin, { content: text }, '?dryRun=true'),
      await sendJson(admin, { format: 'csv', content: `\ufeff${text}` }, '?dryRun=true'),
      await send(admin, form, `multipart/form-data; boundary=${boundary}`, '?dryRun=true'),
    ];
    for (const { status, body } of answers) expect([status, counts(body)]).toEqual([200, [2, 0, 0, 0]]);
    const empty = await send(admin, `--${boundary}--\r\n`, `multipart/form-data; boundary=${boundary}`);
    expect([empty.status, empty.text]).toEqual([400, '{"error":"The form has no file"}']);
    expect((await sendJson(admin, { format: 'xml', content: 'x' })).status).toBe(400);
    expect((await sendJson(admin, { content: 5 })).status).toBe(400);
  });

  test('one object, as JSON or YAML, is one tool; YAML text stays as it is typed', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    expect(counts((await sendJson(admin, alphaGiven)).body)).toEqual([1, 0, 0, 0]);
    const yaml = 'name: 1.10\ndescription: 0x1F\ncategory: on\ntags: [true, 007]\n';
    expect(counts((await send(admin, yaml, 'application/yaml')).body)).toEqual([1, 0, 0, 0]);
    const [tool] = (await admin.get<ToolWithStats[]>('/tools?category=on')).body;
    expect(tool).toMatchObject({ name: '1.10', description: '0x1F', tags: ['true', '007'] });
  });

  test('a file of a spreadsheet program, semicolons, CRLF and Windows-1252, keeps its accents', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const text = 'Name;Description;Category\r\nCaf\u00e9;\u0093Smart\u0094 \u0080 5;"B\u00fcro\r\nzwei"\r\n';
    const { status, body } = await sendCsv(admin, Buffer.from(text, 'latin1'));
    expect([status, body.encoding, counts(body)]).toEqual([200, 'windows-1252', [1, 0, 0, 0]]);
    const [tool] = await listTools(admin);
    expect(tool).toMatchObject({ name: 'Café', description: '“Smart” € 5', category: 'Büro\r\nzwei' });
    const utf16 = Buffer.from(`\ufeff${text.replaceAll(';', '\t').replace('Caf\u00e9', 'Thé')}`, 'utf16le');
    const second = await sendCsv(admin, utf16);
    expect([second.status, second.body.encoding, counts(second.body)]).toEqual([200, 'utf-16', [1, 0, 0, 0]]);
    const neither = await sendCsv(admin, Buffer.from([0x6e, 0x81, 0xff, 0x01]));
    expect([neither.status, neither.text]).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  test('what columns mean, and which mean nothing, is reported in every format', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const csvAnswer = await sendCsv(admin, 'id,name,description,category,Stars\n1,A,B,C,9\n', '?dryRun=true');
    expect(csvAnswer.body.unknownColumns).toEqual(['id', 'Stars']);
    const renamed = await sendCsv(admin, 'Name;DESCRIPTION;category;Website URL;Stars\nA;B;C;;9\n', '?dryRun=true');
    expect(renamed.body.columns).toEqual([
      { column: 'Name', field: 'name' },
      { column: 'DESCRIPTION', field: 'description' },
      { column: 'category', field: 'category' },
      { column: 'Website URL', field: 'websiteUrl' },
      { column: 'Stars', field: null },
    ]);
    const jsonAnswer = await sendJson(admin, [{ ...alphaGiven, id: 1, __proto__x: 2 }], '?dryRun=true');
    expect(jsonAnswer.body.unknownColumns).toEqual(['id', '__proto__x']);
    const yamlAnswer = await send(admin, '- {name: A, description: B, category: C, owner: me}\n', 'text/yaml');
    expect(yamlAnswer.body.unknownColumns).toEqual(['owner']);
    expect(yamlAnswer.body.columns).toContainEqual({ column: 'category', field: 'category' });
    const unnamed = 'name,description,category,,\nA,B,C,,\nA,B,C,,kept?\n';
    expect((await sendCsv(admin, unnamed, '?dryRun=true')).body.unknownColumns).toEqual(['column 5']);
    const many = Object.fromEntries(Array.from({ length: 102 }, (_, index) => [`x${index}`, 1]));
    const { unknownColumns } = (await sendJson(admin, [many], '?dryRun=true')).body;
    expect([unknownColumns.length, unknownColumns[99], unknownColumns[100]]).toEqual([101, 'x99', '…']);
  });

  test('list cells split on the first of | ; , that is not the delimiter, or are JSON', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const text = [
      'name,description,category,tags,features',
      'A,d,c,x; y;;z,"a, b"',
      'B,d,c,"a;b|c","[""p|q"", ""r""]"',
    ].join('\n');
    await sendCsv(admin, text);
    await sendCsv(admin, 'name;description;category;tags\nC;d;c;a, b');
    const tools = await listTools(admin);
    expect(tools.map(({ tags, features }) => [tags, features])).toEqual([
      [['x', 'y', 'z'], ['a, b']],
      [
        ['a;b', 'c'],
        ['p|q', 'r'],
      ],
      [['a', 'b'], []],
    ]);
  });
});

describe('import, watched', () => {
  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { done?: number; total?: number; result?: ImportResult });

  test('how far it is, is said line by line, and at last the very result it has otherwise', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const rows = Array.from({ length: 320 }, (_, index) => `Tool ${index},${index === 7 ? '' : 'Does it'},C`);
    const text = `name,description,category\n${rows.join('\n')}`;
    const plain = await sendCsv(admin, text, '?dryRun=true&rows=all');
    const watched = await sendCsv(admin, text, '?dryRun=true&rows=all&progress=true');
    expect([watched.status, watched.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const said = lines(watched.text);
    const steps = said.slice(0, -1);
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.map(({ done = 0 }) => done)).toEqual(steps.map(({ done = 0 }) => done).toSorted((a, b) => a - b));
    expect(steps.at(-1)).toEqual({ done: 320, total: 320 });
    expect(said.at(-1)).toEqual({ result: plain.body });
    const real = lines((await sendCsv(admin, text, '?progress=true')).text).at(-1)?.result as ImportResult;
    expect(counts(real)).toEqual([319, 0, 0, 1]);
    expect(await listTools(admin)).toHaveLength(319);
  });

  test('a file that cannot be read is an ordinary error', async () => {
    const started = await appForTest();
    const { status, body } = await sendCsv(await started.admin(), 'no columns', '?progress=true');
    expect([status, body]).toEqual([400, { error: expect.stringContaining('The first line must name the columns') }]);
  });
});

describe('import, rows', () => {
  test('bad rows among good ones are reported with line and all their errors, and stop no other', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const text = [
      'name,description,category,websiteUrl,iconUrl,tags',
      'Good,"two\nlines",C,,,',
      ',,C,ftp://x,javascript:1,',
      'Also good,d,C,,,',
      `Long,d,${'c'.repeat(101)},,,${'t'.repeat(101)}`,
      'Many,d,C,,,a,b',
    ].join('\n');
    const { status, body } = await sendCsv(admin, text);
    expect([status, counts(body)]).toEqual([200, [2, 0, 0, 3]]);
    expect(body.rows.map(({ row, line, status }) => [row, line, status])).toEqual([
      [2, 4, 'failed'],
      [4, 6, 'failed'],
      [5, 7, 'failed'],
    ]);
    expect(body.rows[0]?.error).toBe(
      'name must not be blank; description must not be blank; ' +
        'websiteUrl must be an http or https URL; iconUrl must be an http, https or data:image/ URL',
    );
    expect(body.rows[1]?.error).toContain('category must have at most 100 characters');
    expect(body.rows[1]?.error).toContain('tags[0] must have at most 100 characters');
    expect((await listTools(admin)).map(({ name }) => name)).toEqual(['Also good', 'Good']);
  });

  test('rows of JSON, JSON Lines and YAML that are no tools fail alone', async () => {
    const started = await appForTest();
    const admin = await started.admin();
    const good = { name: 'A', description: 'd', category: 'c' };
    const json = await sendJson(admin, [good, 5, { ...good, name: 5 }, { ...good, Name: 'B' }, 'x', null]);
    expect([json.status, counts(json.body)]).toEqual([200, [1, 0, 0, 5]]);
    expect(json.body.rows[1]?.error).toBe('name must be a string');
    const lines = await send(admin, `${JSON.stringify(good)}\n{"name":\n${JSON.stringify(good)}`, 'text/plain');
    expect([lines.status, counts(lines.body), lines.body.rows[0]?.line]).toEqual([200, [2, 0, 0, 1], 2]);
    expect(lines.body.rows[0]?.error).toMatch(/^is not valid JSON: /);
    const yaml =
      '- {name: A, description: d, category: c}\n- {name: [}\n- 5\n- name: B\n  description: d\n  category: c';
    const broken = await send(admin, yaml, 'text/plain');
    expect([broken.status, counts(broken.body)]).toEqual([200, [2, 0, 0, 2]]);
    expect(broken.body.rows.map(({ line }) => line)).toEqual([2, 3]);
    const surrogate = await send(admin, '[{"name":"\\ud800","description":"\\u0000","category":"c"}]', 'text/plain');
    expect(surrogate.body.rows[0]?.error).toMatch(/name must not contain.*description must not contain/);
  });

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
});

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
