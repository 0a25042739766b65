// An import that is cut off by kill -9, again and again, on the real service with SQLite.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, onTestFinished, test } from 'vitest';

const main = new URL('../src/main.ts', import.meta.url).pathname;
const PASSWORD = 'crash-password';
const ROWS = 4000;
const KILLS = 10;

const file = JSON.stringify(
  Array.from({ length: ROWS }, (_, index) => ({
    name: `Tool ${index}`,
    description: `Description of ${index}`,
    category: `Category ${index % 9}`,
    tags: [`tag ${index}`, 'all'],
    features: ['one'],
  })),
);

async function start(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD },
  });
  let text = '';
  child.stderr?.on('data', (chunk) => (text += chunk));
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += chunk.toString();
    const url = /ready on (http\S+)/.exec(text)?.[1];
    if (url) return { child, url };
  }
  throw new Error(text);
}

/** Starts the import as a new session of the admin; the answer, rejected when the service is killed. */
async function startImport(url: string): Promise<{ created: number; unchanged: number; failed: number }> {
  const cookies = new Map<string, string>();
  const call = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    const response = await fetch(`${url}/api${path}`, { ...init, headers });
    for (const item of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (item.split(';', 1)[0] as string).split(/=(.*)/s);
      cookies.set(name, value);
    }
    return (await response.json()) as never;
  };
  const post = async (path: string, body: string, type: string) => {
    const { token } = (await call('/auth/csrf')) as { token: string };
    return call(path, { method: 'POST', body, headers: { 'content-type': type, 'x-csrf-token': token } });
  };
  const credentials = JSON.stringify({ username: 'admin', password: PASSWORD });
  await post('/auth/login', credentials, 'application/json');
  return post('/admin/tools/import?mode=upsert', file, 'text/plain');
}

/** Tools, after making sure that the database is intact and that each tool has its labels and its audit entry. */
function countWholeTools(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'toolscore.sqlite'));
  const number = (statement: string) => Number(Object.values(database.prepare(statement).get() ?? {})[0]);
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const tools = number('select count(*) from tools');
    expect(number('select count(*) from tool_labels')).toBe(3 * tools);
    expect(number("select count(*) from audit_logs where entity_type = 'tool' and action = 'create'")).toBe(tools);
    expect(number('select count(distinct name_key) from tools')).toBe(tools);
    return tools;
  } finally {
    database.close();
  }
}

test.skipIf(inject('postgres') !== null)(
  'an import, killed ten times half-way, leaves whole tools only and completes at last without a duplicate',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'toolscore-crash-'));
    let running: ChildProcess | undefined;
    onTestFinished(() => {
      running?.kill('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    });
    let cutOff = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = kill === 0 ? 0 : countWholeTools(dataDir);
      const { child, url } = await start(dataDir);
      running = child;
      const interrupted = startImport(url);
      interrupted.catch(() => undefined);
      const goal = Math.min(ROWS - 1, before + ROWS / KILLS / 2);
      for (let tools = before; tools < goal;) {
        const response = await fetch(`${url}/api/analytics/summary`);
        tools = ((await response.json()) as { totalTools: number }).totalTools;
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expect(interrupted).rejects.toThrow(/fetch failed|terminated|aborted/);
      const after = countWholeTools(dataDir);
      if (after > before && after < ROWS) cutOff += 1;
    }
    expect(cutOff).toBeGreaterThanOrEqual(KILLS / 2);
    const { child, url } = await start(dataDir);
    running = child;
    const { created, unchanged, failed } = await startImport(url);
    expect([created + unchanged, failed]).toEqual([ROWS, 0]);
    expect(unchanged).toBeGreaterThan(0);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(countWholeTools(dataDir)).toBe(ROWS);
  },
  300_000,
);
