// In what a file may come: as it is, wrapped in JSON, in a form; and how large it may be.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { appForTest, type TestClient } from '../../../test/harness.ts';
import { counts, PATH, send, sendJson } from '../../../test/importing.ts';

const csv = 'name,description,category\na,b,c\n';
const LIMIT = 20 * 1024 * 1024;
const BOUNDARY = 'xxBOUNDARYxx';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const form = (file: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`;
const refusal = (error: string | RegExp) =>
  typeof error === 'string' ? JSON.stringify({ error }) : expect.stringMatching(error);

const admin = async () => (await appForTest()).admin();
const dry = '?dryRun=true';

test.each([
  ['raw', csv, 'text/csv'],
  ['raw as JSON, which it is not', '- {name: a, description: b, category: c}', 'application/x-yaml'],
  ['wrapped', JSON.stringify({ content: csv }), 'application/json; charset=utf-8'],
  ['wrapped, its format first', JSON.stringify({ format: 'csv', content: csv }), 'Application/JSON'],
  ['wrapped, with a byte order mark', JSON.stringify({ content: `\ufeff${csv}` }), 'application/json'],
  ['in a form', form(csv), FORM],
])('a file that comes %s is read', async (_how, body, type) => {
  const answer = await send(await admin(), body, type, dry);
  expect([answer.status, counts(answer.body)]).toEqual([200, [1, 0, 0, 0]]);
});

test('the format that a wrapper names is taken at its word, and none that is unknown', async () => {
  const client = await admin();
  const content = '{"name":"a","description":"b","category":"c"}';
  expect((await sendJson(client, { content }, dry)).body.format).toBe('json');
  expect((await sendJson(client, { content, format: 'yaml' }, dry)).body.format).toBe('yaml');
  const as = async (body: unknown) => (await sendJson(client, body, dry)).text;
  expect(await as({ content, format: 'csv' })).toMatch(/first line must name the columns/);
  expect(await as({ content, format: 'xml' })).toBe(refusal('format must be one of csv, json, yaml'));
});

test('what has no readable content is refused with what is wrong with it', async () => {
  const client = await admin();
  const wrapped = async (content: unknown) => (await sendJson(client, { content }, dry)).text;
  expect(await wrapped(5)).toBe(refusal('content must be a string'));
  expect(await wrapped('')).toBe(refusal('The file is empty'));
  expect(await wrapped('a\nb\0')).toBe(refusal('line 2 contains a NUL character'));
  const text = async (body: string, type: string) => (await send(client, body, type, dry)).text;
  expect(await text('{"content":', 'application/json')).toBe(refusal('The body is not valid JSON'));
  expect(await text('', 'text/csv')).toBe(refusal('The file is empty'));
  expect(await text(`--${BOUNDARY}--\r\n`, FORM)).toBe(refusal('The form has no file'));
  expect(await text(`--${BOUNDARY}\r\ncontent-dispo`, FORM)).toEqual(refusal(/The form cannot be read: ./));
  const { body } = await send(client, JSON.stringify({ content: csv }), 'text/plain', dry);
  expect([body.format, body.unknownColumns]).toEqual(['json', ['content']]);
});

test('20 MiB are taken, raw or in a form, and a byte more is refused', async () => {
  const client = await admin();
  const large = csv + 'x'.repeat(LIMIT - csv.length);
  for (const [body, more, type] of [
    [large, `${large}x`, 'text/csv'],
    [form(large), form(`${large}x`), FORM],
  ] as const) {
    const taken = await send(client, body, type, dry);
    expect([taken.status, counts(taken.body)]).toEqual([200, [1, 0, 0, 1]]);
    const refused = await send(client, more, type, dry);
    expect([refused.status, refused.text]).toEqual([413, refusal('The file is larger than 20 MiB')]);
  }
});

/** A connection that has sent the head of an import, with the headers of its length. */
async function begin(length: string) {
  const started = await appForTest();
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const client: TestClient = await started.admin();
  const token = await client.csrfToken();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = connect((started.app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const head = [`POST /api${PATH} HTTP/1.1`, 'Host: x', 'Content-Type: text/csv', length, `Cookie: ${cookie}`];
  socket.write(`${head.join('\r\n')}\r\nX-CSRF-Token: ${token}\r\n\r\n`);
  return { socket, answered: async () => String((await once(socket, 'data'))[0]).split('\r\n', 1)[0] };
}

test('a file that is announced too large is refused before it comes', async () => {
  const { answered } = await begin(`Content-Length: ${LIMIT + 1}`);
  expect(await answered()).toBe('HTTP/1.1 413 Payload Too Large');
});

test('one whose size nobody announces is refused when it is too large, and its sender gets to read that', async () => {
  const { socket, answered } = await begin('Transfer-Encoding: chunked');
  const answer = answered();
  const part = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
  await once(
    Readable.from([...Array.from({ length: 40 }, () => part), '0\r\n\r\n']).pipe(socket, { end: false }),
    'unpipe',
  );
  expect(await answer).toBe('HTTP/1.1 413 Payload Too Large');
});

test('one that ends half-way is refused', async () => {
  const { socket, answered } = await begin('Content-Length: 1000');
  socket.end(csv);
  expect(await answered()).toBe('HTTP/1.1 400 Bad Request');
});
