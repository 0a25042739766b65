// Three real instances on one PostgreSQL: what they share, and races between them.
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { migrate, openDatabase } from '../src/database/index.ts';
import { ensureAdmin } from '../src/features/users/first-admin.ts';
import { emptyDatabase } from './empty-database.ts';
import { type AtEnd, type Service, start } from './service.ts';

const INSTANCES = 3;
const VOTE_LIMIT = 7;
const ATTEMPT_LIMIT = 6;
const PASSWORD = 'correct horse';
const scores = { usefulness: 4, usability: 2 };

const postgres = inject('postgres');
let services: Service[] = [];
const endings: (() => void | Promise<void>)[] = [];
/** The last thing begun is the first to end. */
const atEnd: AtEnd = (work) => void endings.unshift(work);

interface Reply<T> {
  status: number;
  body: T;
}

/** Somebody whose requests go now to one instance and now to another. */
class Person {
  readonly #jar = new Map<string, string>();
  #token: string | undefined;

  async send<T = unknown>(instance: number, method: string, path: string, body?: object): Promise<Reply<T>> {
    const headers = new Headers({ cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ') });
    if (body) headers.set('content-type', 'application/json');
    if (method !== 'GET') headers.set('x-csrf-token', this.#token ?? '');
    const url = `${services[instance % INSTANCES]?.url}/api${path}`;
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] as string).split(/=(.*)/s);
      this.#jar.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  async takeToken(instance: number): Promise<this> {
    this.#token = (await this.send<{ token: string }>(instance, 'GET', '/auth/csrf')).body.token;
    return this;
  }

  async signIn(instance: number, username = 'admin'): Promise<this> {
    await this.takeToken(instance);
    const answer = await this.send(instance, 'POST', '/auth/login', { username, password: PASSWORD });
    if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
    return this.takeToken(instance);
  }
}

const newVisitor = (instance: number) => new Person().takeToken(instance);
const countOf = (answers: { status: number }[], status: number) => answers.filter((a) => a.status === status).length;

async function addTool(person: Person): Promise<number> {
  const tool = { name: 'T', description: 'd', category: 'c' };
  return (await person.send<{ id: number }>(0, 'POST', '/tools', tool)).body.id;
}

describe.skipIf(postgres === null)('instances on one PostgreSQL', () => {
  beforeAll(async () => {
    const environment = {
      ...(await emptyDatabase(atEnd)),
      DATABASE_POOL_SIZE: '5',
      ADMIN_PASSWORD: PASSWORD,
      ANONYMOUS_VOTE_LIMIT: `${VOTE_LIMIT}`,
      LOGIN_ATTEMPT_LIMIT: `${ATTEMPT_LIMIT}`,
      PASSWORD_ATTEMPT_LIMIT: `${ATTEMPT_LIMIT}`,
      LOG_LEVEL: 'info',
    };
    services = await Promise.all(Array.from({ length: INSTANCES }, () => start(environment, atEnd)));
  }, 300_000);

  afterAll(async () => {
    for (const work of endings) await work();
  });

  test('started at once on an empty database make one schema and one admin, and one of them runs each job', async () => {
    const admin = await new Person().signIn(2);
    const { body } = await admin.send<{ username: string }[]>(1, 'GET', '/users');
    expect(body.filter(({ username }) => username === 'admin').length).toBe(1);
    const lines = () => services.flatMap(({ output }) => output().match(/"job":"[\w-]+".*"job done"/g) ?? []);
    await expect.poll(() => lines().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    const jobs = lines().map((line) => /"job":"([\w-]+)"/.exec(line)?.[1]);
    expect(jobs.length).toBe(new Set(jobs).size);
    expect(services.map(({ output }) => output()).join('')).not.toContain('job failed');
  });

  test('share sessions and their tokens: begun on one, used on another, ended on the third, gone everywhere', async () => {
    const admin = await new Person().signIn(0);
    const tool = { name: 'Shared', description: 'd', category: 'c' };
    expect((await admin.send(1, 'POST', '/tools', tool)).status).toBe(201);
    expect((await admin.send(2, 'POST', '/auth/logout')).status).toBe(200);
    for (let i = 0; i < INSTANCES; i += 1) expect((await admin.send(i, 'GET', '/auth/me')).status).toBe(401);
  });

  test('count one of 64 votes that one voter sends to all of them at once', async () => {
    const id = await addTool(await new Person().signIn(0));
    const voter = await newVisitor(1);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => voter.send(i, 'POST', `/tools/${id}/ratings`, scores)),
    );
    expect([countOf(answers, 201), countOf(answers, 409)]).toEqual([1, 63]);
    for (let i = 0; i < INSTANCES; i += 1) {
      await expect
        .poll(async () => (await voter.send(i, 'GET', `/tools/${id}`)).body, { timeout: 30_000 })
        .toMatchObject({ ratingCount: 1, avgUsefulness: 4, avgUsability: 2 });
    }
  });

  test('let as many anonymous votes of one address in as the limit says, whichever instance they come to', async () => {
    const id = await addTool(await new Person().signIn(0));
    const voters = await Promise.all(Array.from({ length: 3 * VOTE_LIMIT }, (_, i) => newVisitor(i)));
    const answers = await Promise.all(voters.map((voter, i) => voter.send(i, 'POST', `/tools/${id}/ratings`, scores)));
    expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([VOTE_LIMIT, 2 * VOTE_LIMIT]);
  });

  test('count failed sign-ins together', async () => {
    const visitor = await newVisitor(0);
    const attempt = (instance: number) =>
      visitor.send(instance, 'POST', '/auth/login', { username: 'nobody', password: 'wrong one' });
    for (let i = 0; i < ATTEMPT_LIMIT; i += 1) expect((await attempt(i)).status).toBe(401);
    for (let i = 0; i < INSTANCES; i += 1) expect((await attempt(i)).status).toBe(429);
  });

  test('keep an admin when two demote each other at once, each on an instance of their own', async () => {
    const admin = await new Person().signIn(0);
    const ids = new Map<string, number>();
    for (const username of ['anna', 'bert']) {
      const user = { username, password: PASSWORD, role: 'admin' };
      ids.set(username, (await admin.send<{ id: number }>(0, 'POST', '/users', user)).body.id);
    }
    const [anna, bert] = [await new Person().signIn(1, 'anna'), await new Person().signIn(2, 'bert')];
    const setRole = (person: Person, instance: number, id: number | undefined, role: string) =>
      person.send(instance, 'PATCH', `/users/${id}`, { role });
    const users = (await admin.send<{ id: number; username: string }[]>(0, 'GET', '/users')).body;
    const adminId = users.find(({ username }) => username === 'admin')?.id;
    expect((await setRole(anna, 0, adminId, 'user')).status).toBe(200);
    const answers = await Promise.all([
      setRole(anna, 1, ids.get('bert'), 'user'),
      setRole(bert, 2, ids.get('anna'), 'user'),
    ]);
    expect(countOf(answers, 200)).toBe(1);
    expect(countOf(answers, 403) + countOf(answers, 409)).toBe(1);
    const winner = answers[0]?.status === 200 ? anna : bert;
    expect((await setRole(winner, 0, adminId, 'admin')).status).toBe(200);
    expect((await admin.send(1, 'GET', '/users')).status).toBe(200);
  });

  test('go on when one of them is killed', async () => {
    const admin = await new Person().signIn(2);
    services[2]?.child.kill('SIGKILL');
    await once(services[2]?.child as Service['child'], 'exit');
    for (const instance of [0, 1]) expect((await admin.send(instance, 'GET', '/auth/me')).status).toBe(200);
  });
});

test.skipIf(postgres === null)('eight at once make one schema and one admin', async () => {
  const config = loadConfig(await emptyDatabase());
  const engines = Array.from({ length: 8 }, () => openDatabase(config, () => undefined));
  const passwords = await Promise.all(
    engines.map(async (engine) => {
      await migrate(engine);
      return ensureAdmin({ config, engine, clock: Date.now, state: { ready: true } });
    }),
  );
  expect(passwords.filter((password) => password !== null).length).toBe(1);
  await Promise.all(engines.map((engine) => engine.close()));
});
