// Owns the session: its cookie, its row, the CSRF token, who is signed in, and the identity under which a visitor votes.
// The identifier in the cookie is stored only as a digest, so a copy of the database signs nobody in.
import { createHash, createHmac, hash, randomUUID } from 'node:crypto';
import { callbackify } from 'node:util';
import cookie from '@fastify/cookie';
import csrf from '@fastify/csrf-protection';
import session, { type SessionStore } from '@fastify/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toViewer, type Viewer, viewerColumns } from './access.ts';
import type { App, Context } from './app.ts';
import { registerBearer } from './bearer.ts';
import type { Db, Engine } from './database/index.ts';
import { outageOf } from './database/outages.ts';
import { prepared } from './database/prepared.ts';
import type { UserRow } from './database/schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
    /** For public reads: what this caller has written is in them, and for strangers they may come from the replica. */
    readonly reader: Engine['reader'];
  }
  interface Session {
    userId?: number;
    /** The user's `credential_version` at sign-in: a password change elsewhere ends this session. */
    credentialVersion?: number;
    voterId?: string;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;
const VISITOR_SESSION_MS = DAY_MS;
const SIGNED_IN_SESSION_MS = 14 * DAY_MS;
const SESSION_COOKIE = 'toolscore_session';
const VOTER_COOKIE = 'toolscore_voter';
const VOTER_COOKIE_SECONDS = 365 * 24 * 60 * 60;
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const digest = (id: string) => hash('sha256', id, 'base64url');

/** Whether a request comes from nobody who can have written anything: without a session and without other credentials. */
export function isStranger({ headers: { cookie, authorization } }: Pick<FastifyRequest, 'headers'>): boolean {
  return authorization === undefined && !cookie?.includes(`${SESSION_COOKIE}=`);
}

const findSession = prepared((db, { id, now }: { id: string; now: string }) =>
  db.selectFrom('sessions').select('data').where('id_hash', '=', id).where('expires_at', '>', now),
);

const findUser = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom('users')
    .select([...viewerColumns, 'credential_version'])
    .where('id', '=', id),
);

/** The three callbacks that @fastify/session keeps its sessions by. */
function createStore({ engine: { db, reader }, clock }: Context): SessionStore {
  const find = async (id: string) => {
    const [row] = await findSession(reader, { id: digest(id), now: new Date(clock()).toISOString() });
    return row ? JSON.parse(row.data) : null;
  };
  const save = async (id: string, data: { cookie: { originalMaxAge?: number | null } }) => {
    const row = {
      data: JSON.stringify(data),
      expires_at: new Date(clock() + (data.cookie.originalMaxAge ?? VISITOR_SESSION_MS)).toISOString(),
    };
    await db
      .insertInto('sessions')
      .values({ id_hash: digest(id), ...row })
      .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(row))
      .execute();
  };
  const destroy = async (id: string) => {
    await db.deleteFrom('sessions').where('id_hash', '=', digest(id)).execute();
  };
  return { get: callbackify(find), set: callbackify(save), destroy: callbackify(destroy) };
}

export async function countSessions(db: Db, now: number): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', new Date(now).toISOString()).execute();
}

/**
 * The user of the session, unless deleted since, the password changed elsewhere, or the account is one that nobody can
 * sign in to in this AUTH_MODE: after a change of mode, nobody stays in whom the new one would not let in.
 */
async function findViewer(
  { engine: { reader }, config }: Context,
  { userId, credentialVersion }: FastifyRequest['session'],
): Promise<Viewer | null> {
  if (userId === undefined) return null;
  const [user] = await findUser(reader, { id: userId });
  if (user?.auth_provider !== config.authMode) return null;
  return user.credential_version === credentialVersion ? toViewer(user) : null;
}

/** Registers API tokens, cookie, session and CSRF token, and sets `request.viewer`; part of the order of one request in app.ts. */
export async function registerSession(app: App, context: Context): Promise<void> {
  const { config } = context;
  app.decorateRequest('viewer', null);
  registerBearer(app, context);
  await app.register(cookie, { secret: config.sessionSecret });
  await app.register(session, {
    secret: createHash('sha256').update(config.sessionSecret).digest('hex'),
    store: createStore(context),
    cookieName: SESSION_COOKIE,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: 'auto', maxAge: VISITOR_SESSION_MS },
    rolling: false,
    saveUninitialized: false,
  });
  await app.register(csrf, {
    sessionPlugin: '@fastify/session',
    getToken: (request) => request.headers['x-csrf-token']?.toString(),
    logLevel: 'debug',
  });
  // What cannot be kept now is not tried again on the way out: that failure would take the place of the answer about this one.
  app.addHook('onError', (request, _reply, error, done) => {
    if (outageOf(error)) Reflect.set(request, 'session', null);
    done();
  });
  app.decorateRequest('reader', {
    getter() {
      return isStranger(this) ? context.engine.publicReader : context.engine.reader;
    },
  });
  app.addHook('onRequest', async (request) => {
    if (!request.hasToken) request.viewer = await findViewer(context, request.session);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.hasToken || safeMethods.has(request.method)) done();
    else app.csrfProtection(request, reply, done);
  });
}

/**
 * Signs a user in under a new session identifier; tokens of the old one are refused from here on. The new session has its
 * CSRF token from the start: made at first use, several tabs asking at once would each be given one, and all but one lose.
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  user: Pick<UserRow, 'id' | 'credential_version'>,
): Promise<void> {
  await request.session.regenerate();
  request.session.options({ maxAge: SIGNED_IN_SESSION_MS });
  request.session.userId = user.id;
  request.session.credentialVersion = user.credential_version;
  reply.generateCsrf();
}

/** Keeps this session signed in after the user's credentials changed, when all their other sessions end. */
export function keepSignedIn(request: FastifyRequest, credentialVersion: number): void {
  request.session.credentialVersion = credentialVersion;
}

/** The visitor id of a valid voter cookie. */
function voterCookie(request: FastifyRequest): string | undefined {
  const signed = request.cookies[VOTER_COOKIE];
  const { valid, value } = signed === undefined ? { valid: false, value: null } : request.unsignCookie(signed);
  return valid && value ? value : undefined;
}

/** The session's CSRF token; sets the voter cookie with it, and remembers its id in case the cookie does not come back. */
export function issueCsrfToken(request: FastifyRequest, reply: FastifyReply): string {
  const voterId = voterCookie(request) ?? request.session.voterId ?? randomUUID();
  if (request.session.voterId !== voterId) request.session.voterId = voterId;
  if (voterCookie(request) === undefined) {
    void reply.setCookie(VOTER_COOKIE, voterId, {
      path: '/',
      signed: true,
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      maxAge: VOTER_COOKIE_SECONDS,
    });
  }
  return reply.generateCsrf();
}

/**
 * The identity a rating is stored under: HMAC-SHA256(voter secret, user or visitor id), so the table of ratings tells
 * nobody who voted. Undefined for a visitor who has neither voter cookie nor session.
 */
export function voterOf(request: FastifyRequest, voterSecret: string): string | undefined {
  const visitor = voterCookie(request) ?? request.session.voterId;
  const identity = request.viewer ? `user:${request.viewer.id}` : visitor && `visitor:${visitor}`;
  return identity && createHmac('sha256', voterSecret).update(identity).digest('base64url');
}
