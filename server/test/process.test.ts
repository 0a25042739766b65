// The service as a process of its own: how it starts, refuses to start, stops, and survives being killed.
import { once } from 'node:events';
import { describe, expect, inject, test } from 'vitest';
import { emptyDatabase } from './empty-database.ts';
import { appForTest } from './harness.ts';
import { startProxy } from './proxy.ts';
import { browser, exitOf, launch, newFolder, type Service, start, waitFor } from './service.ts';

async function adminOf({ url }: Service, password: string) {
  const api = browser(url);
  await api('POST /auth/login', { body: { username: 'admin', password } });
  return api;
}

describe('starting', () => {
  test('in production without secrets says what is missing, a line each, and exits with 1', async () => {
    expect(await exitOf({ NODE_ENV: 'production', DATA_DIR: newFolder(), PORT: 'x' })).toEqual({
      code: 1,
      lines: [
        'PORT must be a whole number 0..65535',
        'SESSION_SECRET is required in production',
        'VOTER_SECRET is required in production',
      ],
    });
  });

  test('for the first time prints the password of the admin, which works, and never again', async () => {
    const environment = { DATA_DIR: newFolder() };
    const first = await start(environment);
    const password = /password: (\S+)/.exec(first.output())?.[1] as string;
    const api = await adminOf(first, password);
    expect(await api('GET /auth/me')).toMatchObject({ role: 'admin', preferredUsername: 'admin' });
    first.child.kill('SIGTERM');
    expect(await once(first.child, 'exit')).toEqual([0, null]);
    const second = await start(environment);
    expect(second.output()).not.toContain('password');
    expect(await (await adminOf(second, password))('GET /auth/me')).toMatchObject({ role: 'admin' });
  });

  test('on a file that another process serves is refused with a clear line', async () => {
    const environment = { DATA_DIR: newFolder() };
    await start(environment);
    const { code, lines } = await exitOf(environment);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining('is in use by another process')]);
  });

  test('with a database that cannot be reached exits with 1 and says so', async () => {
    const { code, lines } = await exitOf({
      DATA_DIR: newFolder(),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATABASE_WAIT: '0',
    });
    expect(code).toBe(1);
    expect(lines.join(' ')).toContain('ECONNREFUSED');
  });

  test('before its database waits for it, says so, and starts when it is there', async ({ skip }) => {
    if (!inject('postgres')) return skip('needs PostgreSQL');
    const { environment } = await appForTest();
    const proxy = await startProxy(environment.DATABASE_URL as string);
    proxy.refuse();
    const launched = launch({ DATA_DIR: newFolder(), DATABASE_URL: proxy.url });
    await waitFor(launched, /waiting for the database: .+/);
    proxy.restore();
    const url = await waitFor(launched, /ready on (http\S+)/);
    expect((await fetch(`${url}/api/readyz`)).status).toBe(200);
  });
});

test(
  'what was acknowledged before a kill -9 is there after it, and counters agree with the ratings',
  {
    timeout: 300_000,
  },
  async () => {
    const environment = {
      ...(await emptyDatabase()),
      ADMIN_PASSWORD: 'correct horse',
      ANONYMOUS_VOTE_LIMIT: '0',
    };
    const acknowledged = { tools: new Set<number>(), ratings: 0 };
    for (let round = 0; round < 4; round += 1) {
      const service = await start(environment);
      const api = await adminOf(service, 'correct horse');
      const first = await api('POST /tools', { body: { name: `T${round}`, description: 'd', category: 'c' } });
      acknowledged.tools.add(first.id);
      let running = true;
      const write = async () => {
        const voter = browser(service.url);
        while (running) {
          const tool = await api('POST /tools', { body: { name: 'T', description: 'd', category: 'c' } });
          acknowledged.tools.add(tool.id);
          await voter('POST /tools/:id/ratings', { params: { id: tool.id }, body: { usefulness: 4, usability: 2 } });
          acknowledged.ratings += 1;
        }
      };
      const writers = Array.from({ length: 6 }, () => write().catch(() => undefined));
      while (acknowledged.ratings < (round + 1) * 40) await new Promise((resolve) => setImmediate(resolve));
      service.child.kill('SIGKILL');
      await once(service.child, 'exit');
      running = false;
      await Promise.all(writers);
    }
    const api = browser((await start(environment)).url);
    const tools = await api('GET /tools');
    const ids = new Set(tools.map(({ id }) => id));
    expect([...acknowledged.tools].filter((id) => !ids.has(id))).toEqual([]);
    const summary = await api('GET /analytics/summary');
    expect(summary.totalRatings).toBeGreaterThanOrEqual(acknowledged.ratings);
    for (const { id, ratingCount } of tools) {
      expect((await api('GET /tools/:id/ratings', { params: { id } })).length).toBe(ratingCount);
    }
  },
);
