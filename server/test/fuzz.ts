// Sends hostile requests to the application of production, and finds what no answer may be: a 5xx, a status that the contract
// does not name, a body that is not of its form.
import { operations } from '@toolscore/contract';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import type { App, Context } from '../src/app.ts';
import { type Engine, inTransaction } from '../src/database/index.ts';
import { systemActor } from '../src/features/audit/queries.ts';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { insertTools } from '../src/features/tools/queries.ts';
import { normalizeTool } from '../src/features/tools/rules.ts';
import { restoreFromTrash } from '../src/features/trash/queries.ts';
import { insertUser } from '../src/features/users/queries.ts';
import { createRequests, type FuzzRequest, type Person, TOOLS } from './fuzz-requests.ts';

const PASSWORD = 'correct horse';
const AT_ONCE = 8;
const MOST_FAULTS = 20;

const schemas = new Ajv({ strict: false, allowUnionTypes: true, allErrors: true });
formats.default(schemas);

interface Session {
  cookie: string;
  token: string;
}

export interface FuzzReport {
  requests: number;
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** What must not be, with the request that led to it. */
  faults: string[];
}

const cookieOf = ({ cookies }: LightMyRequestResponse) =>
  cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');

async function openSession(app: App, username: string | null): Promise<Session> {
  const visit = await app.inject({ url: '/api/auth/csrf' });
  const visitor = { cookie: cookieOf(visit), token: visit.json().token as string };
  if (username === null) return visitor;
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { cookie: visitor.cookie, 'x-csrf-token': visitor.token },
    payload: { username, password: PASSWORD },
  });
  if (signedIn.statusCode !== 200) throw new Error(`sign-in failed: ${signedIn.body}`);
  const cookie = cookieOf(signedIn);
  const { token } = (await app.inject({ url: '/api/auth/csrf', headers: { cookie } })).json();
  return { cookie, token };
}

/**
 * The first of 60 tools that requests speak of: those of before, out of the trash again, or new ones where many of them have
 * been deleted for good.
 */
async function furnish(engine: Engine, first: number, at: string): Promise<number> {
  const ids = Array.from({ length: TOOLS }, (_, index) => first + index);
  await inTransaction(engine, (trx) => restoreFromTrash(trx, ids, { actor: systemActor, at }));
  const rows = await engine.db.selectFrom('tools').select('id').where('id', 'in', ids).execute();
  if (rows.length > TOOLS / 2) return first;
  const tools = ids.map((id) => normalizeTool({ name: `Tool ${id}`, description: 'd', category: `c${id % 5}` }));
  const made = await inTransaction(engine, (trx) => insertTools(trx, tools, null, at));
  return made[0] as number;
}

/** The request with the ids of tools from 1 to 60 turned into those of tools that are there. */
function aim(request: FuzzRequest, first: number): FuzzRequest {
  const toId = (text: string) => (/^([1-9]|[1-5]\d|60)$/.test(text) ? String(first - 1 + Number(text)) : text);
  const inPath = (_: string, head: string, id: string) => head + toId(id);
  return {
    ...request,
    url: request.url.replace(/^(\/api\/(?:tools|auth\/me\/watchlist)\/)(\d+)/, inPath),
    payload: request.payload
      ?.replace(/("(?:toolId|relatedToolId|keeperId)":)(\d+)/g, inPath)
      .replace(/("ids":\[)([\d,]+)/, (_, head: string, ids: string) => head + ids.split(',').map(toId).join(',')),
  };
}

/** New accounts to act as, since earlier requests may have changed or deleted the last ones. */
async function openSessions(app: App, { engine, clock }: Context, turn: number): Promise<Record<Person, Session>> {
  const passwordHash = await hashPassword(PASSWORD);
  const account = { email: null, passwordHash, at: new Date(clock()).toISOString() };
  const [member, admin] = [`fuzz member ${turn}`, `fuzz admin ${turn}`];
  await insertUser(engine.db, { ...account, username: member, role: 'user', tier: 'premium' });
  await insertUser(engine.db, { ...account, username: admin, role: 'admin', tier: 'free' });
  return {
    visitor: await openSession(app, null),
    member: await openSession(app, member),
    admin: await openSession(app, admin),
  };
}

async function send(
  app: App,
  request: FuzzRequest,
  sessions: Record<Person, Session>,
): Promise<LightMyRequestResponse> {
  // Signing in and out ends a session: it is one that nobody else needs.
  const ends = request.operationId === 'logout' || request.operationId === 'localLogin';
  const session = ends ? await openSession(app, null) : sessions[request.person];
  const token = { right: { 'x-csrf-token': session.token }, missing: {}, wrong: { 'x-csrf-token': 'x'.repeat(40) } };
  return app.inject({
    method: request.method,
    url: request.url,
    headers: { cookie: request.cookies ?? session.cookie, ...token[request.token], ...request.headers },
    ...(request.payload !== undefined && { payload: request.payload }),
  });
}

/** Statuses that come from the way a request is written, before the operation's own begin. */
function statusesOfForm({ method, url, headers, payload }: FuzzRequest): number[] {
  return [
    // An address that is none, or texts in it that no operation takes.
    ...(/[%?]/.test(url) ? [400] : []),
    ...(payload === undefined && headers['content-type'] === undefined ? [] : [400, 413, 415]),
    ...(method === 'GET' && headers['if-none-match'] !== undefined ? [304] : []),
    // What is put into the path may lead to no operation, or to one whose errors are its own.
    ...(/%2f|%5c|%$/i.test(url) ? [404] : []),
    ...(/[^/?]{201}/.test(url.split('?', 1)[0] ?? '') ? [414] : []),
  ];
}

/** What came of an import that tells its progress: in the last of its lines. */
function resultOf(lines: string): unknown {
  return JSON.parse(lines.trim().split('\n').at(-1) ?? '').result;
}

/** What is wrong with the answer; undefined when nothing is. */
function faultOf(request: FuzzRequest, { statusCode, headers, body }: LightMyRequestResponse): string | undefined {
  const { config, schema } = operations[request.operationId];
  const responses = schema.response as Record<number, object | undefined>;
  const type = headers['content-type'] ?? '';
  const isJson = type.startsWith('application/json');
  if (statusCode >= 500) return 'a 5xx';
  if (statusCode === 304 && statusesOfForm(request).includes(304)) return body === '' ? undefined : '304 with a body';
  if (statusCode === 302 && Object.keys(responses).every((status) => Number(status) >= 400)) return undefined;
  const declared = responses[statusCode];
  if (statusCode >= 400) {
    if (!declared && !statusesOfForm(request).includes(statusCode)) return 'a status that the contract does not name';
    if (!isJson) return `an error of type ${type}`;
    const { error, ...others } = JSON.parse(body);
    return typeof error === 'string' && error !== '' && Object.keys(others).length === 0 ? undefined : 'no error text';
  }
  if (statusCode === 204) return declared && body === '' ? undefined : '204 unexpected, or with a body';
  if (config.produces && !(declared && isJson))
    return config.produces.some((media) => type.startsWith(media)) ? undefined : `type ${type}`;
  if (!declared) return 'a status that the contract does not name';
  const result = type.startsWith('application/x-ndjson') ? resultOf(body) : JSON.parse(body);
  return schemas.validate(declared, result) ? undefined : schemas.errorsText();
}

/** The same, of an answer that may not even be JSON. */
function findFault(request: FuzzRequest, answer: LightMyRequestResponse): string | undefined {
  try {
    return faultOf(request, answer);
  } catch (error) {
    return `${answer.headers['content-type']} that cannot be read, ${String(error)}`;
  }
}

const shorten = (text: string) => (text.length > 500 ? `${text.slice(0, 500)}… (${text.length})` : text);

/**
 * Sends `count` requests made from `seed`, eight at a time. The same seed makes the same requests.
 * `progress` is told how many have been answered.
 */
export async function fuzz(
  app: App,
  context: Context,
  { seed, count, chunk = 2000 }: { seed: number; count: number; chunk?: number },
  progress: (done: number) => void = () => undefined,
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, faults: [] };
  let first = 1;
  for (let turn = 0; report.requests < count && report.faults.length < MOST_FAULTS; turn += 1) {
    first = await furnish(context.engine, first, new Date(context.clock()).toISOString());
    const sessions = await openSessions(app, context, turn);
    const requests = createRequests(seed + turn * 1000, Math.min(chunk, count - report.requests));
    for (let start = 0; start < requests.length; start += AT_ONCE) {
      await Promise.all(
        requests.slice(start, start + AT_ONCE).map(async (request) => {
          const answer = await send(app, aim(request, first), sessions);
          report.requests += 1;
          report.statuses[answer.statusCode] = (report.statuses[answer.statusCode] ?? 0) + 1;
          const fault = findFault(request, answer);
          if (fault === undefined) return;
          report.faults.push(
            `${fault}: ${shorten(JSON.stringify(request))} → ${answer.statusCode} ${shorten(answer.body)}`,
          );
        }),
      );
    }
    progress(report.requests);
  }
  return report;
}
