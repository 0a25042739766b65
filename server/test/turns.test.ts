// Requests that begin in turns: on the class with a clock to set, and over sockets on the application.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { inTransaction } from '../src/database/index.ts';
import { Turns } from '../src/turns.ts';
import { appForTest } from './harness.ts';

/** Turns with a limit of a second, a loop that is turned by hand, and what became of each request, in its order. */
function turnsByHand() {
  let now = 0;
  const work: (() => void)[] = [];
  const turns = new Turns(
    1000,
    () => now,
    (next) => work.push(next),
  );
  const fates: string[] = [];
  return {
    fates,
    spend: (milliseconds: number) => (now += milliseconds),
    arrive: async (name: string, isGone = () => false) => {
      const turn = turns.take(isGone);
      if (!turn) return fates.push(`${name} begins at once`);
      return fates.push(`${name} ${(await turn) ? 'begins' : 'is refused'} at ${now}`);
    },
    /** So many turns, each with all that follows from it without another one. */
    turn: async (times = 1) => {
      for (let time = 0; time < times; time += 1) {
        for (const next of work.splice(0)) next();
        await Promise.resolve().then(() => Promise.resolve());
      }
    },
    isIdle: () => work.length === 0,
  };
}

test('requests begin at once for 20 ms; after a pause, the others begin one in each turn, in their order', async () => {
  const { arrive, fates, spend, turn, isIdle } = turnsByHand();
  void arrive('a');
  spend(20);
  void arrive('b');
  spend(1);
  for (const name of ['c', 'd']) void arrive(name);
  await turn(2);
  expect(fates).toEqual(['a begins at once', 'b begins at once']);
  await turn();
  // Nobody overtakes those who wait, however little time has been spent.
  void arrive('e');
  await turn();
  spend(1);
  await turn();
  expect(fates.slice(2)).toEqual(['c begins at 21', 'd begins at 21', 'e begins at 22']);
  await turn();
  expect(isIdle()).toBe(true);
  void arrive('f');
  expect(fates.at(-1)).toBe('f begins at once');
});

test('a pause goes on while others come, for 10 ms at most, and is made even where nobody waits yet', async () => {
  const { arrive, fates, spend, turn } = turnsByHand();
  void arrive('slow');
  spend(100);
  for (let i = 0; i < 10; i += 1) {
    await turn(2);
    void arrive(`${i}`);
    spend(1);
  }
  expect(fates).toEqual(['slow begins at once']);
  await turn();
  expect(fates[1]).toBe('0 begins at 110');
});

test('who waits for longer than the limit is refused together with all that came before, and the next one begins', async () => {
  const { arrive, fates, spend, turn } = turnsByHand();
  void arrive('slow');
  spend(500);
  for (const name of ['a', 'b']) void arrive(name);
  spend(1);
  void arrive('c');
  spend(1000);
  await turn(3);
  expect(fates).toEqual(['slow begins at once', 'a is refused at 1501', 'b is refused at 1501', 'c begins at 1501']);
});

test('who has gone meanwhile takes nobody’s turn', async () => {
  const { arrive, fates, spend, turn, isIdle } = turnsByHand();
  void arrive('slow');
  spend(500);
  void arrive('gone', () => true);
  void arrive('a');
  await turn(3);
  expect(fates).toEqual(['slow begins at once', 'gone is refused at 500', 'a begins at 500']);
  await turn();
  expect(isIdle()).toBe(true);
});

test('of requests that come at once and take long, those that wait too long get 503, probes never, and then all is as before', async () => {
  const { context, environment } = await appForTest();
  const app = await buildApp({ ...context, config: loadConfig({ ...environment, EVENT_LOOP_LIMIT: '100' }) });
  onTestFinished(() => app.close());
  app.addHook('preHandler', (request, _reply, done) => {
    const { operationId } = request.routeOptions.config;
    for (const end = performance.now() + 50; operationId === 'getCsrfToken' && performance.now() < end;);
    done();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const paths = [...Array<string>(20).fill('/auth/csrf'), '/healthz', '/readyz', '/version'];
  const sockets = paths.map(() => connect(port, '127.0.0.1').setEncoding('utf8'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const answers = sockets.map(async (socket, i) => {
    socket.write(`GET /api${paths[i]} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return (await socket.toArray()).join('');
  });
  const [first = '', ...others] = await Promise.all(answers);
  const statusOf = (answer: string) => Number(answer.split(' ', 2)[1]);
  expect(statusOf(first)).toBe(200);
  expect(others.splice(-3).map(statusOf)).toEqual([200, 200, 200]);
  const last = others.at(-1) ?? '';
  expect(statusOf(last)).toBe(503);
  expect(last).toMatch(/retry-after: 2\r\n.*{"error":"/is);
  expect((await app.inject('/api/auth/csrf')).statusCode).toBe(200);
});

test('while a write has waited for the database for too long, others get 503; it is done, reads are answered, and then all is as before', async () => {
  const { context, signedIn, visitor } = await appForTest({ EVENT_LOOP_LIMIT: '100', DATABASE_POOL_SIZE: '2' });
  const { engine } = context;
  const { id } = await (await signedIn()).createTool();
  const [first, second, third] = [visitor(), visitor(), visitor()];
  for (const client of [first, second, third]) await client.csrfToken();
  const rate = (client: typeof first) => client.post(`/tools/${id}/ratings`, { usefulness: 4, usability: 3 });
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(engine, () => {
    begun.resolve();
    return held.promise;
  });
  await begun.promise;
  const waiting = rate(first);
  while (engine.waited() <= 100) await setTimeout(10);
  const refused = await rate(second);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
  expect((await third.get(`/tools/${id}/ratings`)).body).toEqual([]);
  if (engine.kind === 'postgres') expect((await third.get('/healthz')).status).toBe(200);
  held.resolve();
  await holding;
  expect((await waiting).status).toBe(201);
  expect(engine.waited()).toBe(0);
  expect((await rate(second)).status).toBe(201);
});
