// Clients that are slow, or that send without end, over real sockets: they get what they deserve, and cost the others nothing.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { insertTools } from '../src/features/tools/queries.ts';
import { appForTest, type TestApp } from './harness.ts';

async function listening(started: TestApp): Promise<{ open: () => Promise<Socket>; others: () => Promise<number> }> {
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = started.app.server.address() as AddressInfo;
  return {
    open: async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      return socket;
    },
    others: async () => (await fetch(`http://127.0.0.1:${port}/api/tools?limit=1`)).status,
  };
}

const post = (headers: string) =>
  `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

test('hundreds of requests that never get further than half their headers or body hinder nobody', async () => {
  const started = await appForTest();
  const { open, others } = await listening(started);
  const sockets = await Promise.all(Array.from({ length: 300 }, open));
  for (const [i, socket] of sockets.entries()) {
    socket.write(i % 2 === 0 ? 'GET /api/tools HTTP/1.1\r\nHost: x\r\nX-Slow: ' : `${post('Content-Length: 100')}{`);
  }
  for (let i = 0; i < 20; i += 1) expect(await others()).toBe(200);
  // They are not waited for without end: a minute for the headers, five for the whole request, ten without a byte.
  const { headersTimeout, requestTimeout, timeout } = started.app.server;
  expect([headersTimeout, requestTimeout, timeout]).toEqual([60_000, 300_000, 600_000]);
});

test.each([
  ['announced too large', 'Content-Length: 10000000000', ' '.repeat(0x4000)],
  ['without end', 'Transfer-Encoding: chunked', `4000\r\n${' '.repeat(0x4000)}\r\n`],
])('a body %s is refused with 413, and whoever goes on sending it is cut off', async (_name, header, part) => {
  const started = await appForTest();
  const { open, others } = await listening(started);
  const visitor = started.visitor();
  const token = await visitor.csrfToken();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = await open();
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.write(post(`Cookie: ${cookie}\r\nX-CSRF-Token: ${token}\r\n${header}`));
  const send = () => {
    while (socket.writable && socket.write(part));
  };
  socket.on('drain', send);
  send();
  await closed;
  expect(answer.split('\r\n', 1)[0]).toBe('HTTP/1.1 413 Payload Too Large');
  expect(await others()).toBe(200);
});

test('downloads that nobody reads wait, without taking more of the catalogue into memory', async () => {
  const started = await appForTest();
  const { engine } = started.context;
  const tool = {
    category: 'C',
    websiteUrl: null,
    iconUrl: null,
    tags: [],
    features: [],
    description: 'x'.repeat(9000),
  };
  const pages = 8;
  await engine.transaction(async (trx) => {
    for (let page = 0; page < pages; page += 1) {
      const tools = Array.from({ length: 500 }, (_, i) => ({ ...tool, name: `Tool ${page} ${i}` }));
      await insertTools(trx, tools, null, new Date(started.context.clock()).toISOString());
    }
  });
  const { open, others } = await listening(started);
  let queries = 0;
  const { reader } = engine;
  const select = reader.selectFrom.bind(reader);
  reader.selectFrom = ((...names: Parameters<typeof select>) => {
    queries += 1;
    return select(...names);
  }) as typeof reader.selectFrom;
  const sockets = await Promise.all(Array.from({ length: 5 }, open));
  for (const socket of sockets) {
    socket.pause();
    socket.write('GET /api/tools/export?format=json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  }
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  for (let i = 0; i < 20; i += 1) expect(await others()).toBe(200);
  // Each has asked for what fits into the buffers of the connection, not for all of it.
  expect(queries).toBeLessThan((sockets.length * pages) / 2 + 40);
  for (const socket of sockets.slice(1)) socket.destroy();
  let text = '';
  for await (const chunk of sockets[0] as Socket) text += chunk;
  expect(text.match(/"Tool \d+ \d+"/g)?.length).toBe(pages * 500);
});
