// What a provider says about a person, read into what an account keeps. Nothing in it is trusted to have any form.
import { createHash } from 'node:crypto';
import type { Role, Tier } from '@toolscore/contract/schemas';
import type { Config } from '../../config.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A person as the provider knows them: the account is found by issuer and subject, and by nothing else. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly preferredUsername: string | null;
  /** What the claims make of them; undefined where no claim is configured and admins decide. */
  readonly role: Role | undefined;
  readonly tier: Tier | undefined;
}

const MAX_TEXT = 200;
const MAX_EMAIL = 320;
const MAX_SUBJECT = 255;
const MAX_USERNAME = 90; // leaves room for the suffix of a name that is taken
// oxlint-disable-next-line no-control-regex -- what must not be in a name is exactly what this pattern is about
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The first characters of a text, none of them cut in half. */
const shorten = (value: string, maxLength: number) => Array.from(value).slice(0, maxLength).join('').trim();

/** One line of printable text, or null. */
function text(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const plain = value.toWellFormed().replace(UNPRINTABLE, '').trim();
  return shorten(plain, maxLength) || null;
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The claim at a path such as `realm_access.roles`. Names may themselves have dots (`https://example.org/roles`), so a claim
 * of the whole name wins over a nested one.
 */
export function findClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    const inner = Object.hasOwn(claims, head) ? claims[head] : undefined;
    const found = isObject(inner) ? findClaim(inner, path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The values of a claim: itself, or the items of a list. Never parts of a text: `not admin` is not `admin`. */
function valuesOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item) => ['string', 'number', 'boolean'].includes(typeof item)).map(String);
}

const tiers: readonly Tier[] = ['enterprise', 'premium', 'free'];

/** The highest tier that is named; free when there is none, since a claim that is gone takes away what it gave. */
function tierOf(values: readonly string[]): Tier {
  const named = new Set(values.map((value) => value.toLowerCase()));
  return tiers.find((tier) => named.has(tier)) ?? 'free';
}

/** Whether the email address belongs to one of the domains, and the same source says that the provider verified it. */
function isAllowed(email: unknown, sources: readonly Claims[], domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  if (typeof email !== 'string') return false;
  // Some providers send booleans as text.
  const verified = sources.some((source) => source.email === email && String(source.email_verified) === 'true');
  return verified && domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
}

/**
 * Reads who signed in from the ID token and the answer of the provider's userinfo endpoint (undefined where it has none).
 * What both have of a person is taken from userinfo, of roles and tiers from the signed token.
 * @throws Error saying why this person may not sign in; for the log, not for the visitor
 */
export function readIdentity(config: Config, idToken: Claims, userInfo: Claims = {}): Identity {
  const { iss, sub } = idToken;
  if (typeof iss !== 'string' || typeof sub !== 'string' || text(sub, MAX_SUBJECT) !== sub) {
    throw new Error('the subject is not 1 to 255 printable characters');
  }
  const sources = [userInfo, idToken];
  const first = (name: string) => sources.map((source) => source[name]).find((value) => typeof value === 'string');
  const email = first('email');
  if (!isAllowed(email, sources, config.oidcAllowedEmailDomains)) {
    throw new Error('no verified email address of a domain in OIDC_ALLOWED_EMAIL_DOMAINS');
  }
  const values = (path: string) => valuesOf(findClaim(idToken, path) ?? findClaim(userInfo, path));
  const { oidcRoleClaim, oidcTierClaim, oidcAdminValues } = config;
  const isAdmin = () => values(oidcRoleClaim as string).some((value) => oidcAdminValues.includes(value));
  return {
    issuer: iss,
    subject: sub,
    email: text(email, MAX_EMAIL),
    name: text(first('name'), MAX_TEXT),
    preferredUsername: text(first('preferred_username'), MAX_TEXT),
    role: oidcRoleClaim === null ? undefined : isAdmin() ? 'admin' : 'user',
    tier: oidcTierClaim === null ? undefined : tierOf(values(oidcTierClaim)),
  };
}

/** Usernames are public, beside every tool: nothing with an at-sign in any script is one. */
const asUsername = (value: string | null): string | null => {
  const name = shorten(value ?? '', MAX_USERNAME);
  return name.length < 2 || name.normalize('NFKC').includes('@') ? null : name;
};

const MOST_NAMESAKES = 9;

/** Usernames to try for a new account, best first; the last one is nobody else's. */
export function usernamesFor({ issuer, subject, preferredUsername, name }: Identity): string[] {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  const base = asUsername(preferredUsername) ?? asUsername(name) ?? `user-${digest.slice(0, 8)}`;
  const numbered = Array.from({ length: MOST_NAMESAKES - 1 }, (_, index) => `${base}-${index + 2}`);
  return [base, ...numbered, `${base}-${digest.slice(0, 8)}`, `user-${digest}`];
}
