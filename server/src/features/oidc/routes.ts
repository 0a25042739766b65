// Signing in with the identity provider: sending the browser there, and receiving it back.
import { createHash, randomBytes } from 'node:crypto';
import { operations } from '@toolscore/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App, Context } from '../../app.ts';
import { answerError, notFound } from '../../errors.ts';
import { signIn } from '../../session.ts';
import { admit } from './accounts.ts';
import { readIdentity } from './claims.ts';
import { failurePage, PAGE_POLICY } from './page.ts';
import { AnswerInvalid, type IdentityProvider, ProviderRefused, ProviderUnavailable, reasonOf } from './provider.ts';
import { countIdentities, insertPendingSignIn, takePendingSignIn } from './queries.ts';
import { safeReturnTo } from './return-to.ts';

declare module 'fastify' {
  interface Session {
    /** Ties sign-ins under way to this browser. Goes along to the session that signing in opens, for the other tabs. */
    signInKey?: string;
    /** What the provider wants to see at sign-out. */
    idToken?: string;
  }
}

const PENDING_MS = 15 * 60 * 1000;
/** It travels in an address at sign-out, which gets too long for some servers; the provider then asks instead. */
const MAX_ID_TOKEN = 4000;

/** Nobody is waiting for this: never begun, begun in another browser, finished, or too long ago. */
class UnknownSignIn extends Error {}
class NotAllowed extends Error {}

export function oidcRoutes(app: App, context: Context, provider: IdentityProvider | null): void {
  app.route({
    ...operations.oidcLogin,
    exposeHeadRoute: false,
    // Before validation, which would answer a browser with an error where a bad address is to be ignored.
    onRequest: async (request) => {
      request.query = { returnTo: safeReturnTo(request.query.returnTo) };
    },
    errorHandler: failed(provider),
    handler: async (request, reply) => {
      const { pending, url } = await known(provider).begin(signInKeyOf(request), request.query.returnTo ?? '/');
      const expiresAt = new Date(context.clock() + PENDING_MS).toISOString();
      await insertPendingSignIn(context.engine.db, pending, expiresAt);
      request.session.signInKey = pending.browser;
      return redirect(reply, url);
    },
  });
  app.route({
    ...operations.oidcCallback,
    exposeHeadRoute: false,
    // The address holds the code, and addresses are logged at level info.
    logLevel: 'warn',
    errorHandler: failed(provider),
    handler: async (request, reply) => redirect(reply, await finishSignIn(context, known(provider), request, reply)),
  });
  if (provider) app.addHook('onReady', async () => announce(app, context, provider));
}

function known(provider: IdentityProvider | null): IdentityProvider {
  if (!provider) throw notFound('Sign-in with an identity provider');
  return provider;
}

const redirect = (reply: FastifyReply, url: string) => reply.header('cache-control', 'no-store').redirect(url, 302);

/** Says at start what an operator should know; waits for nobody. */
async function announce(app: App, { config, engine }: Context, provider: IdentityProvider): Promise<void> {
  void provider.warmUp();
  if (config.oidc?.issuer.protocol === 'http:') {
    app.log.warn('OIDC_ISSUER_URL is plain http: whoever is on the network between can sign in as anybody');
  }
  if (config.oidcRoleClaim === null && (await countIdentities(engine.reader)) === 0) {
    app.log.warn('OIDC_ROLE_CLAIM is not set: the first person to sign in becomes admin');
  }
}

function signInKeyOf({ session }: FastifyRequest): string {
  // Derived, not random: two tabs that begin at the same moment in one session come to the same key.
  return session.signInKey ?? createHash('sha256').update(`sign-in:${session.sessionId}`).digest('base64url');
}

/** Checks what the provider sent back, signs the person in under a new session, and says where to go. */
async function finishSignIn(
  context: Context,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { engine, clock, config } = context;
  const [, query = ''] = request.url.split(/\?(.*)/s);
  const states = new URLSearchParams(query).getAll('state');
  const { signInKey } = request.session;
  // Taken away before anything is done with it, so that it can never be used a second time.
  const pending =
    signInKey && states.length === 1 && states[0]
      ? await takePendingSignIn(engine.db, signInKey, states[0], clock())
      : undefined;
  if (!signInKey || !pending) throw new UnknownSignIn('no sign-in under way in this browser has that state');
  // For the page, should anything of what follows fail.
  request.query = { returnTo: pending.returnTo };
  const { idToken, claims, userInfo } = await provider.redeem(query, pending);
  const identity = allowedIdentity(() => readIdentity(config, claims, userInfo));
  const user = await admit(context, identity, request.log);
  await signIn(request, reply, user);
  request.session.signInKey = signInKey;
  if (idToken.length <= MAX_ID_TOKEN) request.session.idToken = idToken;
  return pending.returnTo;
}

function allowedIdentity<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new NotAllowed((error as Error).message);
  }
}

interface Outcome {
  status: number;
  title: string;
  explanation: string;
}

/** What a visitor reads: what to do next, and no reasons. */
function outcomeOf(error: FastifyError): Outcome {
  if (error instanceof ProviderUnavailable) {
    const explanation =
      'The service that checks who you are does not answer right now. Everything that needs no sign-in works as usual. Please try again in a few minutes.';
    return { status: 503, title: 'Sign-in is not available right now', explanation };
  }
  if (error instanceof UnknownSignIn) {
    const explanation =
      'This sign-in was already used, took too long, or began in another browser. Please start again from here.';
    return { status: 400, title: 'This sign-in has expired', explanation };
  }
  if (error instanceof ProviderRefused || error instanceof NotAllowed) {
    const explanation =
      'It was cancelled, or this account may not sign in here. If you should have access, ask your administrator.';
    return { status: 403, title: 'You were not signed in', explanation };
  }
  if (error instanceof AnswerInvalid || (error.statusCode ?? 500) < 500) {
    const explanation = 'Something about this sign-in was not right, so it was stopped. Please try again.';
    return { status: 400, title: 'Sign-in failed', explanation };
  }
  const explanation = 'Something went wrong on our side. Please try again in a few minutes.';
  return { status: 500, title: 'Sign-in failed', explanation };
}

/** The errors of this feature as a page; a reference on it leads to the line in the log that has the reason. */
function failed(provider: IdentityProvider | null) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!provider) return void answerError(error, request, reply);
    const { status, title, explanation } = outcomeOf(error);
    const reference = randomBytes(6).toString('hex');
    if (status === 500) request.log.error({ reference, err: error }, 'sign-in failed unexpectedly');
    else request.log.warn({ reference, reason: reasonOf(error) }, 'sign-in failed');
    const { returnTo } = Object(request.query) as { returnTo?: unknown };
    const page = failurePage({ title, explanation, reference, returnTo: safeReturnTo(returnTo) });
    void reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': PAGE_POLICY })
      .type('text/html; charset=utf-8')
      .send(page);
  };
}
