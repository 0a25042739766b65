// Importing catalogues: what is read, what is refused, row by row.
import type { ImportResult, ToolWithStats } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';
import { alpha, beta, counts, listTools, own, send, sendCsv, sendJson } from '../../../test/importing.ts';

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
});
