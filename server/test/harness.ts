// What tests stand on: the application of production on a real, fresh database of the engine under test, a clock to set,
// people to act as, and clients that keep cookies. Every JSON answer is checked against its schema on its way out.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@toolscore/contract';
import type { Rating, Role, Tier, ToolInput, ToolWithStats, User } from '@toolscore/contract/schemas';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import { inject as injectInto, type InjectOptions, type Response } from 'light-my-request';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';
import { type App, buildApp, type Context } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { migrate, openDatabase } from '../src/database/index.ts';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { insertUser, toUser } from '../src/features/users/queries.ts';

export const PASSWORD = 'correct horse';
const passwordHash = hashPassword(PASSWORD);

type Environment = Record<string, string>;

type Database = { environment: Environment; release: () => Promise<void> };

/** PostgreSQL databases that no test of this file uses any longer: emptying one takes a fraction of making and dropping one. */
const idle: string[] = [];

const EMPTY_ALL_TABLES = `do $$ declare target record; begin
  for target in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely_%' loop
    execute format('delete from %I', target.tablename);
  end loop;
  perform setval(sequence.oid, 1, false) from pg_class sequence where sequence.relkind = 'S';
end $$`;

async function query(server: string, database: string | null, ...statements: string[]): Promise<void> {
  const client = new Client(database === null ? server : at(server, database));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function at(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function copyTemplate({ server, prefix }: { server: string; prefix: string }): Promise<string> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await query(
    server,
    null,
    `create database ${name} template ${prefix}_template`,
    // No test pulls the plug of PostgreSQL: waiting for the disk would only take time.
    `alter database ${name} set synchronous_commit = off`,
  );
  return name;
}

/** A migrated database without rows: a new file, or on PostgreSQL a copy of the template, which the run drops at its end. */
async function createDatabase(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolscore-test-'));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  const postgres = inject('postgres');
  if (!postgres) return { environment: { DATA_DIR: dataDir }, release: async () => removeFolder() };
  const { server } = postgres;
  const name = idle.pop() ?? (await copyTemplate(postgres));
  return {
    environment: { DATA_DIR: dataDir, DATABASE_URL: at(server, name) },
    release: async () => {
      await query(server, name, EMPTY_ALL_TABLES);
      idle.push(name);
      removeFolder();
    },
  };
}

export const isPostgres = () => inject('postgres') !== null;

const schemas = new Ajv({ strict: false, allowUnionTypes: true, allErrors: true });
formats.default(schemas);

/** JSON, and not JSON Lines. */
const isJsonType = (type: unknown) => /^application\/json(;|$)/.test(String(type));

/** Fails the test (with a 500 that names the fault) when an answer is not what the contract says. */
function checkAnswers(app: App): void {
  app.addHook('onSend', async (request: FastifyRequest, reply, payload) => {
    const { operationId } = request.routeOptions.config;
    if (operationId === undefined || request.method === 'HEAD' || reply.hasHeader('content-encoding')) return payload;
    if (!isJsonType(reply.getHeader('content-type'))) return payload;
    // Answers that are kept are bytes already; what leaves as a stream is for tests to look at.
    const text = Buffer.isBuffer(payload) ? payload.toString() : payload;
    if (typeof text !== 'string') return payload;
    const { response } = operations[operationId as keyof typeof operations].schema;
    const schema = Reflect.get(response, reply.statusCode);
    // Files have no schema, and failures on our side are the test's own business.
    if (!schema && (reply.statusCode < 400 || reply.statusCode >= 500)) return payload;
    const shape = schema ?? { type: 'object', required: ['error'], properties: { error: { type: 'string' } } };
    if (schemas.validate(shape, JSON.parse(text))) return payload;
    void reply.code(500);
    return JSON.stringify({ error: `${operationId} ${reply.statusCode}: ${schemas.errorsText()} in ${text}` });
  });
}

export interface TestApp {
  app: App;
  context: Context;
  /** The environment it was configured from, for starting a second instance on the same database. */
  environment: Environment;
  clock: { advance: (ms: number) => void };
  /** A new visitor without cookies. */
  visitor: () => TestClient;
  /** A client signed in as a new user. */
  signedIn: (who?: { role?: Role; tier?: Tier; username?: string }) => Promise<TestClient>;
  admin: () => Promise<TestClient>;
  /** Stops it and leaves the database, for another to be started on. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
}

/** Builds the application on a fresh database (or on that of `environment`); closed when the test, or the caller, is done. */
export async function startApp(overrides: Environment = {}, shared?: Environment): Promise<TestApp> {
  const database = shared ? { environment: shared, release: async () => undefined } : await createDatabase();
  const environment = {
    LOG_LEVEL: 'silent',
    EVENT_LOOP_LIMIT: '0',
    ANONYMOUS_VOTE_LIMIT: '0',
    ...database.environment,
    ...overrides,
  };
  const config = loadConfig(environment);
  let skew = 0;
  const engine = openDatabase(config, () => undefined);
  await migrate(engine);
  const context: Context = { config, engine, clock: () => Date.now() + skew, state: { ready: true } };
  const app = await buildApp(context);
  checkAnswers(app);
  await app.ready();
  const visitor = () => new TestClient(app);
  const signedIn: TestApp['signedIn'] = async ({ role = 'user', tier = 'free', username } = {}) => {
    const name = username ?? `${role}-${tier}-${randomBytes(4).toString('hex')}`;
    const at = new Date(context.clock()).toISOString();
    const user = { username: name, email: null, role, tier, passwordHash: await passwordHash, at };
    const row = await insertUser(engine.db, user);
    if (!row) throw new Error(`${name} exists already`);
    return visitor().signIn(toUser(row));
  };
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= app.close().then(engine.close));
  return {
    app,
    context,
    environment,
    clock: { advance: (ms) => (skew += ms) },
    visitor,
    signedIn,
    admin: () => signedIn({ role: 'admin' }),
    stop,
    close: async () => {
      await stop();
      await database.release();
    },
  };
}

/** An application for the length of one test. */
export async function appForTest(overrides: Environment = {}): Promise<TestApp> {
  const started = await startApp(overrides);
  onTestFinished(started.close);
  return started;
}

export interface Answer<T = unknown> {
  status: number;
  body: T;
  headers: Response['headers'];
  text: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** One browser: keeps cookies, takes a CSRF token when it needs one. */
/** Sends a request as if it had come over a connection: to whatever listens for those, which is not the framework alone. */
export async function sendTo(app: App, options: InjectOptions): Promise<Response> {
  await app.ready();
  return injectInto((request, response) => void app.server.emit('request', request, response), options);
}

export class TestClient {
  readonly cookies = new Map<string, string>();
  readonly #app: App;
  #token: string | undefined;
  /** Who signed in, if anybody. */
  user: User | undefined;

  constructor(app: App) {
    this.#app = app;
  }

  async send<T = unknown>(
    method: Method,
    path: string,
    { body, headers = {}, address }: { body?: unknown; headers?: Record<string, string>; address?: string } = {},
  ): Promise<Answer<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await sendTo(this.#app, {
      method,
      url: `/api${path}`,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { payload: body as object }),
      ...(address !== undefined && { remoteAddress: address }),
    });
    for (const { name, value } of response.cookies) this.cookies.set(name, encodeURIComponent(value));
    const isJson = isJsonType(response.headers['content-type']);
    return {
      status: response.statusCode,
      body: (isJson && response.body !== '' ? response.json() : null) as T,
      headers: response.headers,
      text: response.body,
    };
  }

  async csrfToken(): Promise<string> {
    this.#token ??= (await this.send<{ token: string }>('GET', '/auth/csrf')).body.token;
    return this.#token;
  }

  forgetToken(): void {
    this.#token = undefined;
  }

  async request<T = unknown>(method: Method, path: string, body?: unknown, address?: string): Promise<Answer<T>> {
    const headers: Record<string, string> = method === 'GET' ? {} : { 'x-csrf-token': await this.csrfToken() };
    return this.send<T>(method, path, { body, headers, address });
  }

  get = <T = unknown>(path: string) => this.request<T>('GET', path);
  post = <T = unknown>(path: string, body?: unknown) => this.request<T>('POST', path, body);
  put = <T = unknown>(path: string, body?: unknown) => this.request<T>('PUT', path, body);
  patch = <T = unknown>(path: string, body?: unknown) => this.request<T>('PATCH', path, body);
  delete = <T = unknown>(path: string, body?: unknown) => this.request<T>('DELETE', path, body);

  async signIn(user: User, password = PASSWORD): Promise<this> {
    const answer = await this.post('/auth/login', { username: user.username, password });
    if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.text}`);
    this.user = user;
    this.forgetToken();
    return this;
  }

  /** Adds a tool made of plausible defaults. */
  async createTool(input: Partial<ToolInput> = {}): Promise<ToolWithStats> {
    const name = `Tool ${randomBytes(4).toString('hex')}`;
    const answer = await this.post<ToolWithStats>('/tools', {
      name,
      description: 'A tool',
      category: 'General',
      ...input,
    });
    if (answer.status !== 201) throw new Error(`creating a tool failed: ${answer.text}`);
    return answer.body;
  }

  async rate(toolId: number, usefulness: number, usability: number, more: object = {}): Promise<Rating> {
    const answer = await this.post<Rating>(`/tools/${toolId}/ratings`, { usefulness, usability, ...more });
    if (answer.status !== 201) throw new Error(`rating failed: ${answer.text}`);
    return answer.body;
  }
}
