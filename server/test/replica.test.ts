// A read replica: who reads from it, who never does, and what happens when it cannot answer. A second database stands in for
// it, so that it shows which of the two has been asked.
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { appForTest, startApp, type TestApp } from './harness.ts';
import { startProxy } from './proxy.ts';

/** The service with a replica, each of the two databases through an application of its own, and a tool in each. */
async function withReplica() {
  const [primary, replica] = [await appForTest(), await appForTest()];
  const proxy = await startProxy(replica.environment.DATABASE_URL as string);
  const started = await startApp({ DATABASE_REPLICA_URL: proxy.url }, primary.environment);
  onTestFinished(started.close);
  const addTool = async ({ signedIn }: TestApp, name: string) => {
    const member = await signedIn();
    const tool = await member.createTool({
      name,
      category: name,
      tags: [`${name} tag`],
      features: [`${name} feature`],
    });
    await member.rate(tool.id, name === 'Primary' ? 5 : 1, 3);
    return tool.id;
  };
  const id = await addTool(primary, 'Primary');
  expect(await addTool(replica, 'Replica')).toBe(id);
  return { ...started, primary, replica, proxy, id };
}

const publicPaths = (id: number) => [
  '/tools',
  '/tools?search=a&sort=bayesian&limit=5',
  `/tools/${id}`,
  `/tools/${id}/ratings`,
  `/tools/${id}/rating-history`,
  `/tools/${id}/score`,
  '/tools/export?format=csv',
  '/categories',
  '/tags/all',
  '/features/all',
  '/analytics/summary',
  '/analytics/top-tools',
  '/analytics/by-category',
  '/analytics/rating-distribution',
  '/analytics/quadrant?minRatings=1',
];

describe.skipIf(inject('postgres') === null)('a read replica', () => {
  test('answers public reads of strangers, and never those of anybody with a session', async () => {
    const { visitor, signedIn, primary, replica, id } = await withReplica();
    const newcomer = visitor();
    await newcomer.csrfToken();
    const member = await signedIn();
    for (const path of publicPaths(id)) {
      const [own, other] = [await primary.visitor().get(path), await replica.visitor().get(path)];
      expect(own.text, path).not.toBe(other.text);
      // In both orders, so that neither gets what was kept for the other.
      for (const [who, expected] of [
        [visitor(), other],
        [newcomer, own],
        [member, own],
        [visitor(), other],
      ] as const) {
        expect((await who.get(path)).text, path).toBe(expected.text);
      }
    }
  });

  test('does not keep anybody from reading what they have just written', async () => {
    const { visitor, id } = await withReplica();
    const voter = visitor();
    await voter.rate(id, 4, 4);
    expect((await voter.get(`/tools/${id}`)).body).toMatchObject({ ratingCount: 2 });
    expect((await voter.get(`/tools/${id}/ratings/mine`)).body).toMatchObject({ usefulness: 4 });
    expect((await visitor().get(`/tools/${id}`)).body).toMatchObject({ name: 'Replica', ratingCount: 1 });
  });

  test('that is down costs nobody an answer, the primary gives it, and is used again when it is back', async () => {
    const { visitor, proxy, id } = await withReplica();
    const nameFor = async (limit: number) =>
      (await visitor().get<{ name: string }[]>(`/tools?limit=${limit}`)).body[0]?.name;
    expect(await nameFor(1)).toBe('Replica');
    proxy.refuse();
    expect(await nameFor(2)).toBe('Primary');
    const answers = await Promise.all(publicPaths(id).map((path) => visitor().get(path)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    proxy.restore();
    let limit = 3;
    await expect.poll(() => nameFor((limit += 1)), { timeout: 50_000, interval: 500 }).toBe('Replica');
  });

  test('that cannot answer one query, such as before it has seen a migration, leaves it to the primary', async () => {
    const { visitor, replica, id } = await withReplica();
    await sql`alter table tools rename to tools_away`.execute(replica.context.engine.db);
    expect((await visitor().get(`/tools/${id}`)).body).toMatchObject({ name: 'Primary' });
    await sql`alter table tools_away rename to tools`.execute(replica.context.engine.db);
    expect((await visitor().get('/categories')).body).toEqual(['Replica']);
  });
});
