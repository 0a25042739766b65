// How JSON and JSON Lines are read, without a service.
import { describe, expect, test } from 'vitest';
import { expectRefused, read, readRows } from '../../../test/reading.ts';

const a = { name: 'a' };
const b = { name: 'b' };
const invalid = 'the file is not valid JSON';

describe('JSON', () => {
  const layouts: Record<string, [string, [number, unknown][]]> = {
    'an array': [
      '[{"name":"a"},{"name":"b"}]',
      [
        [1, a],
        [1, b],
      ],
    ],
    'an array over lines': [
      ' \n[\n{"name":"a"\n}\n,\n\n {"name":"b"}\n]\n',
      [
        [3, a],
        [7, b],
      ],
    ],
    'an array with tabs and CRLF': [
      '[\r\n\t{"name":"a"},\r\n\t{"name":"b"}\r\n]\r\n',
      [
        [2, a],
        [3, b],
      ],
    ],
    'an empty array': ['[ ]', []],
    'tools of an object': [
      '{"x":[1,[2]],"y":{"tools":[3]},\n"tools":[{"name":"a"},\n{"name":"b"}],"z":[4]}',
      [
        [2, a],
        [3, b],
      ],
    ],
    'tools in capitals': ['{ "TOOLS" : [{"name":"a"}] }', [[1, a]]],
    'tools as a value': ['{"x":"tools","y":[1],"name":"a"}', [[1, { name: 'a' }]]],
    'tools that are no list': ['{"tools":5,"name":"a"}', [[1, { name: 'a' }]]],
    'tools that are a mapping': ['{"tools":{"name":"b"},"name":"a"}', [[1, a]]],
    'tools further inside': ['{"x":{"tools":[{"name":"b"}]},"name":"a"}', [[1, a]]],
    'a name that ends so': ['{"a\\"tools":[{"name":"b"}],"name":"a"}', [[1, a]]],
    'tools twice': ['{"tools":[{"name":"a"}],"tools":[{"name":"b"}]}', [[1, a]]],
    'a longer name': ['{"toolsx":[{"name":"b"}],"name":"a"}', [[1, a]]],
    'one object': ['\n\n{\n"name":"a"}\n', [[3, a]]],
    'one object on one line': ['{"name":"a"}\n\n', [[1, a]]],
    'brackets and quotes in texts': [
      '[{"name":"]}\\"[,\\\\"},{"name":"\\\\"}]',
      [
        [1, { name: ']}"[,\\' }],
        [1, { name: '\\' }],
      ],
    ],
    'rows that are no objects': [
      '[5, "x" , null,\n[{}], true,{"name":"a"}]',
      [
        [1, 'is not an object with the fields of a tool'],
        [1, 'is not an object with the fields of a tool'],
        [1, 'is not an object with the fields of a tool'],
        [2, 'is not an object with the fields of a tool'],
        [2, 'is not an object with the fields of a tool'],
        [2, a],
      ],
    ],
    'two spellings of a field': [
      '[{"name":"a","Name":"b"},{"name":"a"}]',
      [
        [1, 'two fields mean name'],
        [1, a],
      ],
    ],
  };
  for (const [what, [text, rows]] of Object.entries(layouts)) {
    test(`${what}: its rows and where they begin`, async () => {
      expect((await read(text)).format).toBe('json');
      expect(await readRows(text)).toEqual(rows);
    });
  }

  test('what every field means is told', async () => {
    const { columns } = await read('[{"Name":"a","stars":1},{"name":"b","web-site_url":"x"}]');
    expect(columns.map(({ column, field }) => `${column}=${field}`)).toEqual([
      'Name=name',
      'stars=null',
      'name=name',
      'web-site_url=websiteUrl',
    ]);
  });

  test('what is not valid is refused with the line on which it goes wrong', async () => {
    const refused: [string, string | RegExp][] = [
      ['[\n{"name":"a"},\n{"name":\n"b]', `line 4: a text is not closed; ${invalid}`],
      ['[\n{"name":"a"}', `line 2: a bracket is not closed; ${invalid}`],
      ['[{"name":"a"}]\n]', `line 2: a bracket closes that never opened; ${invalid}`],
      ['[{"name":"a"}\n{"name":"b"}]', /^line 1: the file is not valid JSON: .*position/],
      ['[{"name":"a"},\n{name:1}]', /^line 2: the file is not valid JSON: /],
      ['[{"name":"a"},]', /^The file is not valid JSON: what stands between its rows/],
      ['[{"name":"a"},,{"name":"b"}]', /^The file is not valid JSON: what stands between its rows/],
      ['[{"name":"a"}] x', /^The file is not valid JSON: what stands between its rows/],
      ['{"tools":[{"name":"a"}]', `line 1: a bracket is not closed; ${invalid}`],
      ['{"tools":[{"name":"a"}] "x":1}', /^The file is not valid JSON: what stands between its rows/],
      ['{"name":tru}', /^The file is not valid JSON/],
      [`[{"name":"${'x'.repeat(500)}\n"}]`, /^line 1: the file is not valid JSON: .{1,200}$/],
    ];
    for (const [text, message] of refused) await expectRefused(text, message);
    await expectRefused('"x"', 'The file holds no tools: expected a list of objects', 'json');
    await expectRefused('"{"', 'The file holds no tools: expected a list of objects', 'json');
    await expectRefused(' 5', 'The file holds no tools: expected a list of objects', 'json');
  });

  test('50 levels are read, 51 refused', async () => {
    const nested = (levels: number) => `[{"name":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}]`;
    expect((await read(nested(50))).rows).toHaveLength(1);
    await expectRefused(`\n${nested(51)}`, `line 2: nests more than 50 levels deep; ${invalid}`);
  });

  test('a row too long fails alone, one just short enough is read', async () => {
    const row = (length: number) => `{"name":"${'x'.repeat(length - 11)}"}`;
    expect(await readRows(`[${row(262_144)} ,\n${row(262_145)}, {"name":"a"}]`)).toEqual([
      [1, { name: 'x'.repeat(262_133) }],
      [2, 'is 262145 characters long; no tool needs more than 262144'],
      [2, a],
    ]);
  });

  test('more than 200,000 rows are refused', async () => {
    const words = 'A file may have at most 200000 rows; split it';
    expect((await read(`[${'0,'.repeat(199_999)}0]`)).rows).toHaveLength(200_000);
    await expectRefused(`[${'0,'.repeat(200_000)}0]`, words);
  });
});

describe('JSON Lines', () => {
  test('every line is a row of its own, and fails of its own', async () => {
    const text = ' \n{"name":"a"}\r\n\n{"name":\n5\n{"name":"a"} x\n  {"name":"b"}  \n{"name":"x","NAME":"y"}\n\n{';
    expect((await read(text)).format).toBe('json');
    expect(await readRows(text)).toEqual([
      [2, a],
      [4, expect.stringMatching(/^is not valid JSON: /)],
      [5, 'is not an object with the fields of a tool'],
      [6, expect.stringMatching(/^is not valid JSON: /)],
      [7, b],
      [8, 'two fields mean name'],
      [10, expect.stringMatching(/^is not valid JSON: /)],
    ]);
  });

  test('a line too long fails alone', async () => {
    expect(await readRows(`{"name":"a"}\n"${'x'.repeat(262_143)}"\n${' '.repeat(300_000)}\n{"name":"b"}\n`)).toEqual([
      [1, a],
      [2, 'is 262145 characters long; no tool needs more than 262144'],
      [4, b],
    ]);
  });

  test('one object over several lines, or followed by blank lines only, is no such file', async () => {
    expect(await readRows('{"name":\n"a"}')).toEqual([[1, a]]);
    expect(await readRows('[1]\n[2]').catch((error: Error) => error.message)).toMatch(/not valid JSON/);
  });
});
