// The identity provider, as far as this service talks to it. Nothing here needs it to be there when the service starts: it
// is asked when somebody signs in, and each of those requests has a time-out.
import type { FastifyBaseLogger } from 'fastify';
import * as client from 'openid-client';
import type { Context } from '../../app.ts';
import type { OidcSettings } from '../../config.ts';
import type { Claims } from './claims.ts';
import type { PendingSignIn } from './queries.ts';

const TIMEOUT_SECONDS = 5;
const METADATA_MS = 60 * 60 * 1000;
const CALLBACK_PATH = '/api/auth/oidc/callback';

/** The provider did not answer in time, or not as a provider does: not the visitor's doing, and worth trying again. */
export class ProviderUnavailable extends Error {}
/** The provider said no: the person cancelled, or is not let in. */
export class ProviderRefused extends Error {}
/** What came back is not an answer to what was asked: forged, meant for somebody else, expired, or misconfigured. */
export class AnswerInvalid extends Error {}

interface Answer {
  /** The ID token as it came, its claims after all checks, and what the userinfo endpoint adds. */
  readonly idToken: string;
  readonly claims: Claims;
  readonly userInfo: Claims | undefined;
}

export interface IdentityProvider {
  /** Asks for the provider's description ahead of time; says whether that worked. */
  warmUp: () => Promise<void>;
  /**
   * Where to send a browser to sign in, and what to remember for when it comes back.
   * @throws ProviderUnavailable
   */
  begin: (browser: string, returnTo: string) => Promise<{ url: string; pending: PendingSignIn }>;
  /**
   * What the provider says about the person it sent back with this query string.
   * @throws ProviderUnavailable, ProviderRefused or AnswerInvalid
   */
  redeem: (query: string, pending: PendingSignIn) => Promise<Answer>;
  /** Where a browser signs out of the provider; null when it has no such page, or cannot be reached. */
  endSessionUrl: (idToken: string | undefined) => Promise<string | null>;
}

/** What the library adds to an error that is neither secret nor a guess: a status, an issuer that is not the configured one. */
function detailOf(cause: unknown): string | undefined {
  if (cause instanceof Response) return `HTTP ${cause.status}`;
  const { attribute, expected, body } = Object(cause) as { attribute?: string; expected?: string; body?: object };
  return attribute === 'issuer' ? `expected ${expected}, got ${Reflect.get(Object(body), 'issuer')}` : undefined;
}

/** One line on what went wrong, causes included: messages and error codes only, since what came with them may be secret. */
export function reasonOf(error: unknown): string {
  const lines: string[] = [];
  for (let at = error; at instanceof Error && lines.length < 5; at = at.cause) {
    const { code, error: oauthError, error_description: description } = at as unknown as Record<string, unknown>;
    const details = [code, oauthError, description, detailOf(at.cause)].filter(
      (part) => typeof part === 'string' && part !== '',
    );
    lines.push([at.message, ...details].join(' · ').slice(0, 500));
  }
  return lines.join(' ← ') || String(error).slice(0, 500);
}

const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** Errors of the library as those of this feature. */
function translate(error: unknown): Error {
  if (error instanceof client.AuthorizationResponseError) {
    const { error: code } = error;
    const isBusy = code === 'server_error' || code === 'temporarily_unavailable';
    return new (isBusy ? ProviderUnavailable : ProviderRefused)(reasonOf(error));
  }
  const code = String(Reflect.get(Object(error), 'code'));
  // What fetch throws when there is no connection.
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed';
  const isBroken = error instanceof client.ResponseBodyError && error.status >= 500;
  const isUnavailable = isNetwork || isBroken || unreachableCodes.has(code) || error instanceof ProviderUnavailable;
  return new (isUnavailable ? ProviderUnavailable : AnswerInvalid)(reasonOf(error));
}

/** Whether the provider did not accept how the client identified itself; it has not looked at the code then. */
function isClientRefused(error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return error.status === 401;
  return error instanceof client.ResponseBodyError && error.error === 'invalid_client';
}

/**
 * The ways to present the client secret, the likeliest first. Providers differ in which one they accept for a client, and
 * what they publish is what they support for some client.
 */
function authentications(secret: string | null, metadata: client.ServerMetadata): client.ClientAuth[] {
  if (secret === null) return [client.None()];
  const supported = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const post = supported.includes('client_secret_post') ? [client.ClientSecretPost(secret)] : [];
  const basic = supported.includes('client_secret_basic') ? [client.ClientSecretBasic(secret)] : [];
  const known = [...post, ...basic];
  return known.length > 0 ? known : [client.ClientSecretPost(secret)];
}

/** Discovery: kept for an hour, asked for by one request at a time, and the old answer stands while a new one is not to be had. */
function createDiscovery(
  { issuer, clientId }: OidcSettings,
  clock: () => number,
  log: FastifyBaseLogger,
): { get: () => Promise<client.ServerMetadata>; expire: () => void } {
  let known: { metadata: client.ServerMetadata; until: number } | undefined;
  let asking: Promise<client.ServerMetadata> | undefined;
  const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const ask = async () => {
    const found = await client.discovery(issuer, clientId, undefined, undefined, { timeout: TIMEOUT_SECONDS, execute });
    // A plain copy: Configuration copies structurally, which the library's own helpers on it do not survive.
    const metadata = JSON.parse(JSON.stringify(found.serverMetadata())) as client.ServerMetadata;
    known = { metadata, until: clock() + METADATA_MS };
    return metadata;
  };
  const get = async () => {
    if (known && clock() < known.until) return known.metadata;
    try {
      return await (asking ??= ask().finally(() => (asking = undefined)));
    } catch (error) {
      const reason = reasonOf(error);
      if (!known) throw new ProviderUnavailable(`discovery of ${issuer.href} failed: ${reason}`);
      log.warn({ reason }, 'identity provider: discovery failed, going on with what is known');
      return known.metadata;
    }
  };
  return { get, expire: () => known && (known.until = 0) };
}

/** The provider that the configuration names; null in local mode. Nothing is sent yet. */
export function createProvider({ config, clock }: Context, log: FastifyBaseLogger): IdentityProvider | null {
  const settings = config.oidc;
  if (!settings) return null;
  const redirectUri = new URL(CALLBACK_PATH, settings.publicOrigin).href;
  const discovery = createDiscovery(settings, clock, log);
  /** Which way of presenting the secret was accepted last. */
  let preferred = 0;

  const configure = (metadata: client.ServerMetadata, authentication = client.None()) => {
    // A new one each time: keys are then fetched anew, so that a provider may change them at any moment.
    const configuration = new client.Configuration(metadata, settings.clientId, undefined, authentication);
    configuration.timeout = TIMEOUT_SECONDS;
    if (settings.issuer.protocol === 'http:') client.allowInsecureRequests(configuration);
    // The ID token's signature is checked although it comes straight from the provider.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  };

  /** Exchanges the code, trying the next way to present the secret when one is not accepted, and remembering which is. */
  const exchange = async (url: URL, { state, nonce, codeVerifier }: PendingSignIn) => {
    const metadata = await discovery.get();
    const ways = authentications(config.oidcClientSecret, metadata);
    const start = preferred;
    for (let tried = 0; ; tried += 1) {
      const way = (start + tried) % ways.length;
      const configuration = configure(metadata, ways[way]);
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
        const tokens = await client.authorizationCodeGrant(configuration, url, checks);
        preferred = way;
        return { configuration, tokens };
      } catch (error) {
        if (!isClientRefused(error) || tried + 1 >= ways.length) throw error;
      }
    }
  };

  return {
    warmUp: async () => {
      try {
        await discovery.get();
        log.info({ issuer: settings.issuer.href }, 'identity provider: found');
      } catch (error) {
        log.error({ reason: reasonOf(error) }, 'identity provider: not available, nobody can sign in until it is');
      }
    },
    begin: async (browser, returnTo) => {
      const pending = {
        browser,
        returnTo,
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const parameters = {
        redirect_uri: redirectUri,
        scope: config.oidcScopes,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      };
      return { pending, url: client.buildAuthorizationUrl(configure(await discovery.get()), parameters).href };
    },
    redeem: async (query, pending) => {
      try {
        const { configuration, tokens } = await exchange(new URL(`?${query}`, redirectUri), pending);
        const claims = tokens.claims();
        if (!claims || !tokens.id_token) throw new Error('the answer has no ID token');
        const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
        const userInfo =
          endpoint === undefined
            ? undefined
            : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return { idToken: tokens.id_token, claims, userInfo };
      } catch (error) {
        const translated = translate(error);
        // Perhaps the provider has moved: look again before the next one. A refusal says nothing of the kind.
        if (!(translated instanceof ProviderRefused)) discovery.expire();
        throw translated;
      }
    },
    endSessionUrl: async (idToken) => {
      try {
        const metadata = await discovery.get();
        if (!metadata.end_session_endpoint) return null;
        const home = `${settings.publicOrigin}/`;
        const parameters = new URLSearchParams({ post_logout_redirect_uri: home });
        if (idToken !== undefined) parameters.set('id_token_hint', idToken);
        return client.buildEndSessionUrl(configure(metadata), parameters).href;
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'identity provider: signed out here only');
        return null;
      }
    },
  };
}
