// Stopping: nothing that has come is cut off, and nothing keeps the process alive afterwards.
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from './empty-database.ts';
import { browser, type Service, start } from './service.ts';

/** Processes start, and a delay passes. */
const slow = { timeout: 300_000 };

interface Got {
  status: number | undefined;
  connection: string | undefined;
  text: string;
}

async function read(response: IncomingMessage): Promise<Got> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, connection: response.headers.connection, text };
}

function open(url: string, agent: Agent, path: string, options = {}): ClientRequest {
  return httpRequest(new URL(`/api${path}`, url), { agent, ...options });
}

async function ask(url: string, agent: Agent, path: string): Promise<Got> {
  const request = open(url, agent, path).end();
  const [response] = await once(request, 'response');
  return read(response as IncomingMessage);
}

function newAgent(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return agent;
}

const environment = async () => ({ ...(await emptyDatabase()), ADMIN_PASSWORD: 'correct horse' });

async function connectTo({ url }: Service): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A sign-in of which only half has been sent. */
async function startSignIn(url: string): Promise<{ finish: () => Promise<Got> }> {
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { token } = (await csrf.json()) as { token: string };
  const cookie = csrf.headers.getSetCookie().map((line) => line.split(';')[0]);
  const body = JSON.stringify({ username: 'nobody', password: 'whatever' });
  const request = open(url, newAgent(), '/auth/login', {
    method: 'POST',
    headers: {
      cookie: cookie.join('; '),
      'x-csrf-token': token,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  });
  request.write(body.slice(0, 10));
  const response = once(request, 'response');
  return {
    finish: async () => {
      request.end(body.slice(10));
      return read((await response)[0] as IncomingMessage);
    },
  };
}

test(
  'readiness goes first, requests go on being served, those under way finish, and connections end',
  slow,
  async () => {
    const service = await start({ ...(await environment()), SHUTDOWN_DELAY: '5' });
    const { url, child } = service;
    const [kept, idle] = [newAgent(), newAgent()];
    expect(await ask(url, kept, '/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' });
    await ask(url, idle, '/version');
    await connectTo(service);
    const signIn = await startSignIn(url);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await expect.poll(async () => (await ask(url, newAgent(), '/readyz')).status, { timeout: 30_000 }).toBe(503);
    expect(await ask(url, kept, '/tools')).toMatchObject({ status: 200, connection: 'close', text: '[]' });
    expect(await ask(url, newAgent(), '/healthz')).toMatchObject({ status: 200, connection: 'close' });
    await expect.poll(() => fetch(`${url}/api/version`).catch(() => 'refused'), { timeout: 30_000 }).toBe('refused');
    expect(await signIn.finish()).toMatchObject({ status: 401, connection: 'close' });
    expect(await exited).toEqual([0, null]);
  },
);

test('requests that are answered only after the service has stopped listening are answered in full', slow, async () => {
  const service = await start(await environment());
  const { url, child } = service;
  const api = browser(url);
  await api('POST /auth/login', { body: { username: 'admin', password: 'correct horse' } });
  await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      api('POST /tools', { body: { name: `Tool ${i}`, description: 'd'.repeat(10_000), category: 'c' } }),
    ),
  );
  const expected = await (await fetch(`${url}/api/tools`)).text();
  // Asked for, and not read: the answer is more than the kernel takes.
  const sockets = await Promise.all(Array.from({ length: 8 }, () => connectTo(service)));
  for (const socket of sockets) {
    socket.pause();
    socket.write(
      'GET /api/tools/export?format=json HTTP/1.1\r\nHost: x\r\n\r\nGET /api/tools HTTP/1.1\r\nHost: x\r\n\r\n',
    );
  }
  const exited = once(child, 'exit');
  await once(sockets[7] as Socket, 'readable');
  child.kill('SIGINT');
  await expect.poll(() => fetch(`${url}/api/version`).catch(() => 'refused'), { timeout: 30_000 }).toBe('refused');
  for (const socket of sockets) {
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text.endsWith(expected), text.slice(-200)).toBe(true);
  }
  expect(await exited).toEqual([0, null]);
});
