// How CSV is read and its cells are written, without a service: lines, delimiters, quotes, slices, lists and formulas.
import { describe, expect, test } from 'vitest';
import { expectRefused, read, readRows } from '../../../test/reading.ts';
import { escapeFormula, formatCsvRow, formatList, parseList, unescapeFormula } from './cells.ts';
import { fieldOf, Mapping } from './columns.ts';
import { checkText, countLines, decodeText } from './decode.ts';

const row = (name: string, description = 'd', category = 'c') => ({ name, description, category });

describe('CSV, lines', () => {
  for (const [what, end] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' })) {
    test(`${what}: rows begin where they stand, whatever is blank or broken over lines before them`, async () => {
      const text = [
        '',
        ' , ',
        'name,description,category',
        '',
        'a,d,c',
        '"b","two',
        'lines",c',
        ',,',
        'e,d,c',
        'f,d,c',
      ];
      expect(await readRows(text.join(end))).toEqual([
        [5, row('a')],
        [6, row('b', `two${end}lines`)],
        [9, row('e')],
        [10, row('f')],
      ]);
    });
  }

  test('a hint for spreadsheet programs is a line of its own', async () => {
    expect(await readRows('SEP=,\nname;description;category\na;d;c')).toEqual([[3, row('a')]]);
    expect(await readRows('sep=;\r\nname,description,category\r\na,d,c')).toEqual([[3, row('a')]]);
    await expectRefused('x\nsep=;\nname,description,category', /^The first line must name/);
    await expectRefused('sep=;;\nname,description,category', /^The first line must name/);
  });

  test('rows of many slices, some of them longer than a slice, keep their cells and lines', async () => {
    const cell = (index: number) =>
      `${index} ${'"x",\n'.repeat((index * 7) % 50)}${'y'.repeat(index % 97 === 0 ? 150_000 : 9)}`;
    const texts = Array.from({ length: 1500 }, (_, index) => cell(index));
    let line = 2;
    const expected = texts.map((text, index) => {
      const at = line;
      line += text.split('\n').length;
      return [at, row(String(index), text)];
    });
    const lines = texts.map((text, index) => `${index},"${text.replaceAll('"', '""')}",c`);
    expect(await readRows(`name,description,category\n${lines.join('\n')}\n`)).toEqual(expected);
  });

  const length = 600_000;
  const long: Record<string, string> = {
    'without quotes': `a,${'x'.repeat(length)},c`,
    'of quoted delimiters and line ends': `a,"${'x,\n'.repeat(length / 3)}",c`,
    'of quotes': `a,"${'""'.repeat(length / 2)}",c`,
    'of cells': `a,${'"b",'.repeat(length / 4)},c`,
    'of a quote that is text': `a,b"${'x'.repeat(length)},c`,
  };
  for (const [what, text] of Object.entries(long)) {
    test(`a row far too long, ${what}, fails alone, between others and at the end`, async () => {
      const failure = (line: number, extra: number) => [
        line,
        `is ${text.length + extra} characters long; no tool needs more than 262144`,
      ];
      const lines = text.split('\n').length;
      expect(await readRows(`name,description,category\nx,d,c\n${text}\ny,d,c\n`)).toEqual([
        [2, row('x')],
        failure(3, 1),
        [3 + lines, row('y')],
      ]);
      expect(await readRows(`name,description,category\n${text}`)).toEqual([failure(2, 0)]);
    });
  }

  test('a row far too long, of CR lines, fails alone', async () => {
    const text = `name,description,category\ra,"${'x\r'.repeat(300_000)}",c\rb,d,c`;
    expect(await readRows(text)).toEqual([
      [2, 'is 600007 characters long; no tool needs more than 262144'],
      [300_003, row('b')],
    ]);
  });
});

describe('CSV, columns', () => {
  test('the delimiter is the one under which the first line names most fields', async () => {
    const text = (mark: string) => ['name', 'description', 'category', '"a,b;c"'].join(mark);
    for (const mark of [',', ';', '\t']) {
      expect(await read(text(mark))).toMatchObject({ format: 'csv', delimiter: mark, rows: [] });
    }
    expect((await read('name;a,b;description;category')).delimiter).toBe(';');
    expect(await readRows(';;\n,name,description,category\n,a,d,c')).toEqual([[3, row('a')]]);
    expect((await read(' \n\nName\tDESCRIPTION\tcate-gory\nx,y\ta;b\tc')).rows).toEqual([
      { line: 4, values: row('x,y', 'a;b') },
    ]);
  });

  test('a first line that does not name the columns is refused with what it has', async () => {
    const lacks = (fields: string, has: string) =>
      `The first line must name the columns; it lacks ${fields} and has: ${has}`;
    await expectRefused('name,website\na,b', lacks('description, category', 'name, website'));
    await expectRefused(' x \n', lacks('name, description, category', 'x'));
    const many = Array.from({ length: 21 }, (_, index) => `${index}${'x'.repeat(60)}`);
    const shown = many.slice(0, 20).map((name) => name.slice(0, 50));
    await expectRefused(many.join(','), lacks('name, description, category', shown.join(', ')));
    await expectRefused('name,description,category,Web site url,website_URL', 'Two columns mean websiteUrl');
  });

  test('cells too few are missing, too many fail unless blank', async () => {
    const text = 'name,description,category,tags,x\na,d\nb,d,c,,,, ,\ne,d,c,t,,,more\nf,d,c,"a|b",';
    expect(await readRows(text)).toEqual([
      [2, { name: 'a', description: 'd' }],
      [3, { ...row('b'), tags: [] }],
      [4, 'has 7 cells where the first line has 5'],
      [5, { ...row('f'), tags: ['a', 'b'] }],
    ]);
  });

  test('what every column means is told; one without a name only where it holds something', async () => {
    const text = 'Name, ,DESCRIPTION,owner ,cate gory,\na,,d,x,c, \nb,,d,x,c,y\n';
    expect((await read(text)).columns).toEqual([
      { column: 'Name', field: 'name' },
      { column: 'DESCRIPTION', field: 'description' },
      { column: 'owner', field: null },
      { column: 'cate gory', field: 'category' },
      { column: 'column 6', field: null },
    ]);
    const blank = await read('name,description,category,\na,d\nb,d,c, \n');
    expect(blank.columns.map(({ column }) => column)).toEqual(['name', 'description', 'category']);
  });

  test('names of fields count regardless of case, spaces, _ and -; very long ones mean nothing', () => {
    for (const name of ['websiteUrl', 'Website URL', ' website_-_url ', 'WEBSITE\u00a0URL']) {
      expect(fieldOf(name)).toBe('websiteUrl');
    }
    for (const name of ['website.url', 'websites', '']) expect(fieldOf(name)).toBeUndefined();
    expect(fieldOf(`name${' '.repeat(96)}`)).toBe('name');
    expect(fieldOf(`name${' '.repeat(97)}`)).toBeUndefined();
  });

  test('of very many columns the first are remembered, and that there are more', () => {
    const mapping = new Mapping();
    for (let index = 0; index < 300; index += 1) mapping.note(`x${index}`, undefined);
    mapping.note('Name', 'name');
    mapping.note('Name', undefined);
    mapping.note(` ${'y'.repeat(150)}`, 'tags');
    const list = mapping.list();
    expect(list).toHaveLength(103);
    expect(list.slice(99)).toEqual([
      { column: 'x99', field: null },
      { column: '…', field: null },
      { column: 'Name', field: 'name' },
      { column: 'y'.repeat(100), field: 'tags' },
    ]);
    for (let index = 0; index < 300; index += 1) mapping.note(`z${index}`, 'tags');
    expect(mapping.list()).toHaveLength(200);
    const few = new Mapping();
    for (let index = 0; index < 100; index += 1) few.note(`x${index}`, 'tags');
    few.note('owner', undefined);
    few.note(' x0', undefined);
    expect(few.list().slice(99)).toEqual([
      { column: 'x99', field: 'tags' },
      { column: 'owner', field: null },
    ]);
    expect(few.list()[0]).toEqual({ column: 'x0', field: 'tags' });
    const broken = new Mapping();
    broken.note('\ud800', undefined);
    expect(broken.list()).toEqual([{ column: '\ufffd', field: null }]);
  });
});

describe('CSV, quotes', () => {
  test('quotes within a cell that does not begin with one are text', async () => {
    expect(await readRows('name,description,category\na "b",5" disk,c')).toEqual([[2, row('a "b"', '5" disk')]]);
  });

  test('a cell that is not closed properly refuses the file, naming the line', async () => {
    const words = (line: number) => `line ${line}: a quoted cell is not closed properly, so rows cannot be told apart`;
    await expectRefused('name,description,category\na,d,c\n"b,d,c\ne,d,c', words(3));
    await expectRefused('name,description,category\n"a"b,d,c\nb,d,c\n', words(2));
    await expectRefused(`name,description,category\n${'a,d,c\n'.repeat(20_000)}"a"b,d,c\n`, words(20_002));
    await expectRefused(`name,description,category\na,d,c\nb,"${'x'.repeat(600_000)}`, words(3));
  });

  test('a line end of CRLF is no part of the last cell; quoted, it is', async () => {
    const text = 'name,description,category\r\na,d,c\r\nb,d,"c\r"\r\n';
    expect(await readRows(text)).toEqual([
      [2, row('a')],
      [3, row('b')],
    ]);
    expect(await readRows('name,description,category\nb,d,"x\ry"\n')).toEqual([[2, row('b', 'd', 'x\ry')]]);
    expect(await readRows('description,category,name\r\n"d\r",c,a\r\n')).toEqual([[2, row('a', 'd\r')]]);
  });

  test('the mark of an escaped formula is taken off', async () => {
    expect(await readRows("name,description,category\n'=a,'-b,'c")).toEqual([[2, row('=a', '-b', "'c")]]);
  });
});

describe('cells', () => {
  test('formulas, and what looks like an escaped one, get a mark that comes off again', () => {
    for (const cell of ['=1', '+1', '-1', '@a', '\ta', '\ra', "'=1", "''+1"]) {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
      expect(unescapeFormula(`'${cell}`)).toBe(cell);
    }
    for (const cell of ['', 'a=1', "'a", "'", ' =1', '1-1']) {
      expect(escapeFormula(cell)).toBe(cell);
      expect(unescapeFormula(cell)).toBe(cell);
    }
    expect(unescapeFormula('=1')).toBe('=1');
  });

  test('list cells are split at the first mark that occurs and does not separate cells, or are JSON', () => {
    const lists: [string, string, string[]][] = [
      ['', ',', []],
      [' a ', ',', ['a']],
      ['a|b;c', ',', ['a', 'b;c']],
      ['a;b,c', ',', ['a', 'b,c']],
      ['a,b', ',', ['a,b']],
      ['a;b', ';', ['a;b']],
      ['a;b, c', ';', ['a;b', 'c']],
      ['a,b', '\t', ['a', 'b']],
      [' | a || b | ', ',', ['a', 'b']],
      [' ["a|b", "c"] ', ',', ['a|b', 'c']],
      ['[]', ',', []],
      ['["a", 5]', ';', ['["a"', '5]']],
      ['[a|b]', ',', ['[a', 'b]']],
      ['x["a"]|b', ',', ['x["a"]', 'b']],
      ['{"a":1}', ',', ['{"a":1}']],
    ];
    for (const [cell, delimiter, items] of lists) expect([cell, parseList(cell, delimiter)]).toEqual([cell, items]);
  });

  test('lists are written in the plainest form that reads back as it was', () => {
    expect(formatList([])).toBe('');
    expect(formatList(['a', 'b'])).toBe('a|b');
    expect(formatList(['a, b'])).toBe('a, b');
    for (const items of [['a|b'], ['a;b'], [' a'], ['["a"]'], ['a', ''], ['a;', 'b|']]) {
      expect(formatList(items)).toBe(JSON.stringify(items));
      expect(parseList(formatList(items), ',')).toEqual(items);
    }
  });

  test('rows are quoted where they have to be, and end in CRLF', () => {
    expect(formatCsvRow(['a', 5, null, '', 'b c'])).toBe('a,5,,,b c\r\n');
    expect(formatCsvRow(['a,b', 'a;b', 'a\tb', 'a\nb', 'a\rb'])).toBe('"a,b","a;b","a\tb","a\nb","a\rb"\r\n');
    expect(formatCsvRow(['say "x" "y"', ' a', 'a ', '=1', -1])).toBe(`"say ""x"" ""y"""," a","a ",'=1,-1\r\n`);
  });
});

describe('encodings', () => {
  const utf16 = (text: string, isBig: boolean) => {
    const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
  };

  test('UTF-8, UTF-16 of both orders and Windows-1252 are told apart, marks are no part of the text', () => {
    const text = 'Café – 5 €';
    expect(decodeText(Buffer.from(text))).toEqual({ text, encoding: 'utf-8' });
    expect(decodeText(Buffer.from(`\ufeff${text}`))).toEqual({ text, encoding: 'utf-8' });
    expect(decodeText(utf16(text, false))).toEqual({ text, encoding: 'utf-16' });
    expect(decodeText(utf16(text, true))).toEqual({ text, encoding: 'utf-16' });
    const old = Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x96, 0x20, 0x35, 0x20, 0x80]);
    expect(decodeText(old)).toEqual({ text, encoding: 'windows-1252' });
    expect(decodeText(Buffer.from([0xfe])).text).toBe('þ');
    expect(decodeText(Buffer.from([0xff, 0x61])).text).toBe('ÿa');
    expect(decodeText(Buffer.from([0x61, 0xfe])).text).toBe('aþ');
    expect(decodeText(Buffer.from([0x61, 0xff])).text).toBe('aÿ');
  });

  test('what is no text in any of them is refused', () => {
    const words = 'The file is not text in UTF-8, UTF-16 or Windows-1252; save it as UTF-8 and try again';
    for (const bytes of [
      [0xe9, 0x81],
      [0xe9, 0x00],
      [0xe9, 0x08],
      [0xe9, 0x7f],
      [0xff, 0xfe, 0x61],
      [0xff, 0xfe, 0x00, 0xd8],
    ]) {
      expect(() => decodeText(Buffer.from(bytes))).toThrow(words);
    }
    expect(() => decodeText(Buffer.from([0xfe, 0xff, 0xd8, 0x00]))).toThrow(words);
  });

  test('nothing, blank text and NUL characters are refused, these with their line', () => {
    for (const text of ['', ' \r\n\t']) expect(() => checkText(text)).toThrow('The file is empty');
    expect(() => checkText('a\nb\n\0c\n\0')).toThrow('line 3 contains a NUL character');
    expect(() => decodeText(Buffer.from('\ufeff'))).toThrow('The file is empty');
    expect(() => checkText(' a ')).not.toThrow();
  });

  test('line ends are counted in a part of a text', () => {
    expect(countLines('\na\n\nb\n', 1, 5)).toBe(2);
    expect(countLines('\na\n\nb\n', 0, 6)).toBe(4);
    expect(countLines('\ra\n\r', 0, 4, '\r')).toBe(2);
  });
});
