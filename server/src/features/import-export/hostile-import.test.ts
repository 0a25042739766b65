// Files made to hurt: each is refused, or fails row by row, with a clear text, within a second, and writes nothing bad.
import type { ImportResult } from '@toolscore/contract/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type TestClient } from '../../../test/harness.ts';

let started: TestApp;
let admin: TestClient;
beforeAll(async () => {
  started = await startApp();
  admin = await started.admin();
});
afterAll(() => started.close());

async function send(body: string | Buffer, type = 'text/plain') {
  const headers = { 'content-type': type, 'x-csrf-token': await admin.csrfToken() };
  // Of this thread alone: how busy the machine is with other things does not count.
  const begun = process.threadCpuUsage();
  const answer = await admin.send<ImportResult & { error?: string }>('POST', '/admin/tools/import', { body, headers });
  const { user, system } = process.threadCpuUsage(begun);
  return { ...answer, took: (user + system) / 1000 };
}

const MB = 1024 * 1024;
const header = 'name,description,category\n';
const bomb = `a: &a [x,x]\nb: &b [*a,*a]\ntools: [*b,*b]\n`;

const refused: [string, string | Buffer, RegExp][] = [
  ['an empty file', '', /empty/],
  ['nothing but space', ' \n\t\n', /empty/],
  ['a byte order mark alone', '\ufeff', /empty/],
  ['prose', 'Dear all,\nplease find attached', /first line must name the columns/],
  ['a header without category', 'name,description\na,b', /lacks category/],
  ['two columns of one meaning', 'name,description,category,tags,TAGS\n', /Two columns mean tags/],
  ['a quote that never closes', `${header}a,"b,c\nd,e,f\n`, /line 2: a quoted cell/],
  ['text after a closing quote', `${header}"a"b,c,d\n`, /line 2: a quoted cell/],
  ['NUL characters', `${header}a,b,c\n\0\0,b,c`, /line 3 contains a NUL/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), /UTF-8/],
  ['a CSV file of 10 million rows', `${header}${'a\n'.repeat(1e7)}`, /at most 200000 rows/],
  ['a JSON list of 10 million numbers', `[${'0,'.repeat(1e7)}0]`, /at most 200000 rows/],
  ['6 million JSON lines', '{}\n'.repeat(6e6), /at most 200000 rows/],
  ['a YAML list of 10 million items', '-\n'.repeat(1e7), /at most 200000 rows/],
  ['YAML documents one after another', '---\nname: a\n---\nname: b\n', /several documents/],
  ['YAML lists one after another', '- name: a\n...\n---\n- name: b\n', /line 3: a list item/],
  ['a quote that never closes in 10 MB', `${header}a,"${'x'.repeat(1e7)}`, /line 2: a quoted cell/],
  ['JSON cut off', '[{"name":"a"},{"name":', /not valid JSON/],
  ['JSON without a comma', '[{"name":"a"} {"name":"b"}]', /not valid JSON/],
  ['JSON with a trailing comma', '[{"name":"a"},]', /not valid JSON/],
  ['JSON followed by something', '[{"name":"a"}] []', /not valid JSON/],
  ['JSON with an unclosed text', '[{"name":"a}]', /not valid JSON/],
  ['JSON with mismatched brackets', '[{"name":["a"}]]', /not valid JSON/],
  ['JSON with a syntax error in a row', '[{"name":"a"},\n{name:1}]', /line 2.*not valid JSON/],
  ['JSON nested 5 million levels deep', '['.repeat(5_000_000), /levels deep/],
  ['JSON objects nested 1 million levels deep', '[{"a":'.repeat(1_000_000), /levels deep/],
  ['a YAML anchor and alias', '- &a {name: x}\n- *a\n', /line 1: anchors, aliases and tags/],
  ['a YAML alias deep inside', '- name: x\n  description: y\n  category: z\n  tags:\n    - *a\n', /line 5: anchors/],
  ['a YAML alias bomb', bomb, /anchors, aliases and tags/],
  ['a YAML tag', '- !!js/function "x"\n', /anchors, aliases and tags/],
  ['a YAML merge key', '- <<: *x\n  name: a\n', /anchors, aliases and tags/],
  ['YAML in brackets, nested deeply', `tools: ${'['.repeat(15_000)}`, /levels deep/],
  ['YAML of 10 MB in brackets', `tools: [${'{name: x},'.repeat(MB)}]`, /characters long/],
  ['YAML that leaves its list', '- name: x\nname: y\n', /line 2/],
  ['YAML that holds no tools', 'a: 1\nb: 2\n', /no tools/],
  ['more rows than allowed', `[${'1,'.repeat(250_000)}1]`, /at most 200000 rows/],
];
for (const [what, file, message] of refused) {
  test(`${what}, sent to import, is refused as a whole within a second`, async () => {
    const { status, text, took } = await send(file);
    expect([status, text]).toEqual([400, expect.stringMatching(message)]);
    expect(text.length).toBeLessThan(1000);
    expect(took).toBeLessThan(1000);
  });
}

const good = { name: 'Fine', description: 'd', category: 'c' };
const long = 'x'.repeat(10 * MB);
const failing: [string, string, RegExp][] = [
  ['a CSV cell of 10 MB', `${header}Bad,${long},c\nFine,d,c\n`, /^is 1\d{7} characters long/],
  [
    'a CSV cell of 400 KB',
    `${header}Bad,${'x'.repeat(400_000)},c\nFine,d,c\n`,
    /description must have at most 10000 characters/,
  ],
  ['a CSV cell of 10 million quotes', `${header}"${'""'.repeat(5e6)}",b,c\nFine,d,c\n`, /characters long/],
  ['a CSV row of 10 million cells', `${header}${','.repeat(1e7)}\nFine,d,c\n`, /characters long/],
  [
    'a quoted CSV cell of 10 MB of line breaks',
    `${header}Bad,"${'\n'.repeat(10 * MB)}",c\nFine,d,c\n`,
    /characters long/,
  ],
  ['a JSON text of 10 MB', JSON.stringify([{ ...good, description: long }, good]), /characters long/],
  ['a JSON list of 3 million tags', JSON.stringify([{ ...good, tags: Array(3e6).fill('x') }, good]), /characters long/],
  ['a JSON row of 30,000 tags', JSON.stringify([{ ...good, tags: Array(30_000).fill(1) }, good]), /at most 100 items/],
  ['a YAML text of 10 MB', `- {name: x, description: ${long}}\n- ${JSON.stringify(good)}\n`, /characters long/],
  [
    'a YAML mapping of 20,000 keys',
    `- {${Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join(', ')}}\n- ${JSON.stringify(good)}\n`,
    /more than 20000 line breaks and signs/,
  ],
  ['YAML lists nested 15,000 deep', `- ${'- '.repeat(15_000)}\n- ${JSON.stringify(good)}\n`, /levels deep/],
  ['YAML brackets nested 15,000 deep', `- ${'['.repeat(15_000)}\n- ${JSON.stringify(good)}\n`, /levels deep/],
  ['YAML keys nested 15,000 deep', `- ${'? '.repeat(15_000)}\n- ${JSON.stringify(good)}\n`, /levels deep/],
];
for (const [what, file, message] of failing) {
  test(`${what}, beside a good row, fails alone within a second`, async () => {
    const { status, body, took } = await send(file);
    expect([status, body.created, body.failed, body.rows[0]?.error]).toEqual([
      200,
      1,
      1,
      expect.stringMatching(message),
    ]);
    expect(took).toBeLessThan(1000);
  });
}

test('a type that no catalogue has is refused with 415', async () => {
  expect((await send('<x/>', 'application/xml')).status).toBe(415);
});

test('a body in JSON of more than 1 MiB, sent anywhere else, is still refused', async () => {
  const answer = await admin.post('/tools', { ...good, description: 'x'.repeat(2 * MB) });
  expect(answer.status).toBe(413);
});

test('field names of the prototype, in JSON and YAML, are unknown columns and change nothing', async () => {
  const json =
    '[{"__proto__":{"name":"x"},"constructor":{"prototype":{"y":1}},"name":"a","description":"b","category":"c"}]';
  const { status, body } = await send(json);
  expect([status, body.created, body.unknownColumns]).toEqual([200, 1, ['__proto__', 'constructor']]);
  const yaml = await send('- __proto__: {name: x}\n  name: a\n  description: b\n  category: c\n');
  expect([yaml.status, yaml.body.created]).toEqual([200, 1]);
  expect(Reflect.get({}, 'y')).toBeUndefined();
});
