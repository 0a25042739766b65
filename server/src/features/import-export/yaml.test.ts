// How YAML is read, and how the format of a file is found out, without a service.
import { describe, expect, test } from 'vitest';
import { expectRefused, read, readRows } from '../../../test/reading.ts';
import { openSource } from './formats.ts';

const a = { name: 'a' };
const b = { name: 'b' };
const expected = (line: number) =>
  `line ${line}: a list item, beginning with "-", is expected here; the file is not valid YAML`;

describe('YAML, layouts', () => {
  const layouts: Record<string, [string, [number, unknown][]]> = {
    'a list': [
      '- name: a\n- name: b\n',
      [
        [1, a],
        [2, b],
      ],
    ],
    'a list with CRLF': [
      '- name: a\r\n  category: c\r\n- name: b\r\n',
      [
        [1, { name: 'a', category: 'c' }],
        [3, b],
      ],
    ],
    'an indented list': [
      '  - name: a\n  - name: b',
      [
        [1, a],
        [2, b],
      ],
    ],
    'a list with comments, blank lines, start and end': [
      '%YAML 1.2\n# x\n--- # y\n\n- name: a\n\n# z\n- name: b\n...\n',
      [
        [5, a],
        [8, b],
      ],
    ],
    'items on lines of their own': [
      '-\n  name: a\n-   name: b\n- # c\n  name: a\n',
      [
        [1, a],
        [3, b],
        [4, a],
      ],
    ],
    'tools of a mapping': [
      'version: 1\ntools: # all\n  - name: a\n  - name: b\nby: me\n',
      [
        [3, a],
        [4, b],
      ],
    ],
    'tools in other words': ['"TOOLS":\n- name: a\n', [[2, a]]],
    'tools in single quotes': ["'tools' :\n- name: a\n", [[2, a]]],
    'tools after another mapping': ['x:\n  y:\n    - 1\ntools:\n  - name: a\n', [[1, a]]],
    'tools after a list': ['x:\n- 1\ntools:\n- name: a\n', [[1, a]]],
    'one tool': ['name: a\ntags: [x]\n', [[1, { name: 'a', tags: ['x'] }]]],
    'one tool with a list last': ['name: a\ntags:\n- x\n- y\n', [[1, { name: 'a', tags: ['x', 'y'] }]]],
    'lists within items': [
      '- name: a\n  tags:\n  - x\n  - y\n- name: b\n',
      [
        [1, { name: 'a', tags: ['x', 'y'] }],
        [5, b],
      ],
    ],
    'texts over lines': [
      '- name: |\n    - b\n     # c\n- name: >-\n    x\n    y\n',
      [
        [1, { name: '- b\n # c\n' }],
        [4, { name: 'x y' }],
      ],
    ],
    'dashes that begin no item': ['- name: a\n  description:\n   -x\n', [[1, { name: 'a', description: '-x' }]]],
    'items that are no mappings': [
      '- 5\n- [name]\n- name: a\n-\n- ~\n',
      [
        [1, 'is not a mapping with the fields of a tool'],
        [2, 'is not a mapping with the fields of a tool'],
        [3, a],
        [4, 'is not a mapping with the fields of a tool'],
        [5, 'is not a mapping with the fields of a tool'],
      ],
    ],
    'items that are not valid': [
      '- name: [\n- name: "x\n- name: a\n- {name: a, name: b}\n- {name: a, Name: b}\n',
      [
        [1, expect.stringMatching(/^is not valid YAML: ./)],
        [2, expect.stringMatching(/^is not valid YAML: ./)],
        [3, a],
        [4, 'is not valid YAML: duplicated mapping key'],
        [5, 'two fields mean name'],
      ],
    ],
  };
  for (const [what, [text, rows]] of Object.entries(layouts)) {
    test(`${what}: its rows and where they begin`, async () => {
      expect((await read(text)).format).toBe('yaml');
      expect(await readRows(text)).toEqual(rows);
    });
  }

  test('plain values are text as they are typed, nothing is no text', async () => {
    const [row] = (
      await read('- name: 1.10\n  category: on\n  description: 0x1F\n  tags: [007, 1e3, ~, no]\n  iconUrl:\n')
    ).rows;
    expect(row?.values).toEqual({
      name: '1.10',
      category: 'on',
      description: '0x1F',
      tags: ['007', '1e3', null, 'no'],
      iconUrl: null,
    });
    expect(await readRows('- <<: {name: b}\n  name: "1\\u00e9"\n')).toEqual([[1, { name: '1é' }]]);
  });

  test('what every field means is told', async () => {
    expect((await read('- Name: a\n  owner: me\n')).columns).toEqual([
      { column: 'Name', field: 'name' },
      { column: 'owner', field: null },
    ]);
  });
});

describe('YAML, refusals', () => {
  test('of what stands where an item should, by its line', async () => {
    await expectRefused('- name: a\nname: b\n', expected(2));
    await expectRefused('  - name: a\n - name: b\n', expected(2));
    await expectRefused('- name: a\n---\n- name: b\n', expected(2));
    await expectRefused('tools:\n  - name: a\n\n- name: b\n', expected(4));
    await expectRefused('tools:\n  - name: a\nby me\n', expected(3));
    await expectRefused(`- name: a\n${'# x\n'.repeat(3000)}x\n`, expected(3002));
  });

  test('of what holds no tools', async () => {
    await expectRefused('x: 1\ny: 2\n', 'The file holds no tools: expected a list of mappings, alone or under `tools`');
    await expectRefused('tools: 5\n', 'The file holds no tools: expected a list of mappings, alone or under `tools`');
    await expectRefused('--- x\n', 'The file holds no tools: expected a list of mappings');
    await expectRefused(
      '---\nname: a\n---\nname: b\n',
      'The file is not valid YAML: it has several documents; put all tools into one list',
    );
    await expectRefused('name: [\n', /^The file is not valid YAML: ./);
    expect(await readRows('Tools: [{name: a}, 5]\n')).toEqual([
      [1, a],
      [1, 'is not a mapping with the fields of a tool'],
    ]);
  });

  test('of anchors, aliases and tags, by their line; in texts they are text', async () => {
    const words = (line: number, found: string) =>
      `line ${line}: anchors, aliases and tags of YAML are not accepted (found ${found})`;
    await expectRefused('- name: a\n- name: b\n  tags:\n    - &x y\n', words(4, '&x'));
    await expectRefused('- *x\n', words(1, '*x'));
    await expectRefused('- name: a\n- !!str b\n', words(2, '!!str'));
    await expectRefused('- {name: !x a}\n', words(1, '!x'));
    await expectRefused('- [&x]\n', words(1, '&x'));
    await expectRefused('- name: "a\n    b"\n  tags: *x\n', words(3, '*x'));
    await expectRefused('name: a\n\ntags: !x\n', words(3, '!x'));
    await expectRefused(`- !${'x'.repeat(60)} a\n`, words(1, `!${'x'.repeat(49)}`));
    expect(await readRows('- name: R&D *x !y\n  description: "&x *y !z"\n  category: |\n    &x\n')).toEqual([
      [1, { name: 'R&D *x !y', description: '&x *y !z', category: '&x\n' }],
    ]);
  });

  test('of items too deep, too long or too crowded, which fail alone', async () => {
    const deep = (levels: number) => `- name: ${'['.repeat(levels)}${']'.repeat(levels)}\n`;
    const blocks = Array.from({ length: 52 }, (_, index) => `${' '.repeat(index + 2)}x:\n`).join('');
    const tooDeep = 'nests more than 50 levels deep';
    expect(await readRows(`${deep(48)}${deep(49)}- name: a\n`)).toEqual([
      [1, { name: expect.any(Array) }],
      [2, tooDeep],
      [3, a],
    ]);
    expect(
      await readRows(`- ${'- '.repeat(47)}a\n- ${'- '.repeat(48)}a\n-\n${blocks}- name: ${']['.repeat(60)}\n`),
    ).toEqual([
      [1, 'is not a mapping with the fields of a tool'],
      [2, tooDeep],
      [3, tooDeep],
      [56, expect.stringMatching(/^is not valid YAML/)],
    ]);
    expect(await readRows(`- name: ${'x'.repeat(262_136)}\n- name: ${'x'.repeat(262_135)}\n`)).toEqual([
      [1, 'is 262145 characters long; no tool needs more than 262144'],
      [2, { name: 'x'.repeat(262_135) }],
    ]);
    const crowded = (items: number) => `- tags: [${'x, '.repeat(items)}x]\n`;
    const tooCrowded = 'has more than 20000 line breaks and signs';
    expect(await readRows(`${crowded(19_995)}${crowded(19_996)}- name: a\n`)).toEqual([
      [1, { tags: expect.any(Array) }],
      [2, tooCrowded],
      [3, a],
    ]);
    await expectRefused(`name: ${'['.repeat(50)}${']'.repeat(50)}`, `The file ${tooDeep}`);
    await expectRefused(`- name: a\n- x: [${'y, '.repeat(19_900)}*x]\n`, /anchors/);
    expect(await readRows(`- x: [${'y, '.repeat(20_000)}*x]\n`)).toEqual([[1, tooCrowded]]);
  });

  test('of more than 200,000 items', async () => {
    expect((await openSource('-\n'.repeat(200_000))).size).toBe(200_000);
    await expectRefused('-\n'.repeat(200_001), 'A file may have at most 200000 rows; split it');
  });
});

describe('formats', () => {
  test('are found out from the content', async () => {
    const texts: [string, string][] = [
      ['[]', 'json'],
      [' \n# x\n [', 'json'],
      ['{"name":1}', 'json'],
      ['name,description,category', 'csv'],
      ['# x\nname,description,category', 'csv'],
      ['name:x,description,category', 'csv'],
      ['name: x', 'yaml'],
      ['name:', 'yaml'],
      ['-\n', 'yaml'],
      ['- a', 'yaml'],
      ['---\n', 'yaml'],
      ['%YAML 1.2\n---\n- a', 'yaml'],
      ['\n# x\n- a', 'yaml'],
      ['# x\n\n- a', 'yaml'],
      ['a[b]', 'csv'],
      ['- name,description', 'csv'],
      ['-a', 'csv'],
      ['a:b', 'csv'],
      ['a, b: c', 'csv'],
      ['"a": b', 'yaml'],
      ['', 'csv'],
    ];
    for (const [text, format] of texts) {
      const found = await read(text).then(
        (result) => result.format,
        (error: Error) => (/JSON/.test(error.message) ? 'json' : /YAML|mappings/.test(error.message) ? 'yaml' : 'csv'),
      );
      expect([text, found]).toEqual([text, format]);
    }
  });

  test('that the sender names are taken at their word', async () => {
    expect((await read('[{name: a}]', 'yaml')).rows).toEqual([{ line: 1, values: a }]);
    await expectRefused('- name: a', /first line must name/, 'csv');
    await expectRefused('- name: a', /not valid JSON|no tools/, 'json');
  });
});
