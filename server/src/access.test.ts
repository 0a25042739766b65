// The rule behind every row of the access matrix, on its own: who is let past which rule, and with what words others are not.
import type { Access } from '@toolscore/contract';
import { describe, expect, test } from 'vitest';
import { entitlementsOf, isEntitled, requireAccess, toViewer, type Viewer, viewerOf } from './access.ts';
import { loadConfig } from './config.ts';

const viewer = (role: Viewer['role'], tier: Viewer['tier']): Viewer => ({
  id: 1,
  username: 'someone',
  email: null,
  name: null,
  preferredUsername: null,
  role,
  tier,
  authProvider: 'local',
  oidcSubject: null,
});
const people = {
  nobody: null,
  free: viewer('user', 'free'),
  premium: viewer('user', 'premium'),
  enterprise: viewer('user', 'enterprise'),
  admin: viewer('admin', 'free'),
};
const environment = { SESSION_SECRET: 's'.repeat(32), VOTER_SECRET: 'v'.repeat(32) };
const open = loadConfig(environment);
const closed = loadConfig({ ...environment, CATALOGUE_EDITORS: 'admins', ANONYMOUS_VOTING: 'false' });

const SIGN_IN = '401 Sign in first';
const ADMINS = '403 Only admins may do this';
const feature = (name: string) => `403 This needs the ${name} feature, which your account does not have`;

function outcome(access: Access, who: Viewer | null, config = open): string {
  try {
    requireAccess(access, who, config);
    return 'let in';
  } catch (error) {
    const { statusCode, message } = error as { statusCode: number; message: string };
    return `${statusCode} ${message}`;
  }
}

/** Rule, then what comes of nobody, free, premium, enterprise and admin. */
const rules: [Access, typeof open, string, string, string, string, string][] = [
  [{ who: 'anyone' }, open, 'let in', 'let in', 'let in', 'let in', 'let in'],
  [{ who: 'anyone' }, closed, 'let in', 'let in', 'let in', 'let in', 'let in'],
  [{ who: 'voter' }, open, 'let in', 'let in', 'let in', 'let in', 'let in'],
  [{ who: 'voter' }, closed, SIGN_IN, 'let in', 'let in', 'let in', 'let in'],
  [{ who: 'member' }, open, SIGN_IN, 'let in', 'let in', 'let in', 'let in'],
  [{ who: 'editor' }, open, SIGN_IN, 'let in', 'let in', 'let in', 'let in'],
  [{ who: 'editor' }, closed, SIGN_IN, ADMINS, ADMINS, ADMINS, 'let in'],
  [{ who: 'admin' }, open, SIGN_IN, ADMINS, ADMINS, ADMINS, 'let in'],
  [{ who: 'admin', anonymous: 403 }, open, ADMINS, ADMINS, ADMINS, ADMINS, 'let in'],
  [{ who: 'entitled', to: 'costs' }, open, SIGN_IN, feature('costs'), 'let in', 'let in', 'let in'],
  [
    { who: 'entitled', to: 'trash', anonymous: 403 },
    open,
    feature('trash'),
    feature('trash'),
    'let in',
    'let in',
    'let in',
  ],
];

test.each(rules)('%j', (access, config, ...outcomes) => {
  expect(Object.values(people).map((who) => outcome(access, who, config))).toEqual(outcomes);
});

describe('entitlements', () => {
  const all = ['compare', 'watchlist', 'trash', 'costs', 'tool-import'];

  test.each([
    ['user', 'free', []],
    ['user', 'premium', all],
    ['user', 'enterprise', all],
    ['admin', 'free', all],
    ['admin', 'premium', all],
  ] as const)('of a %s with the tier %s are %j', (role, tier, expected) => {
    expect(entitlementsOf({ role, tier })).toEqual(expected);
    expect(all.every((name) => isEntitled(viewer(role, tier), name as 'trash'))).toBe(expected.length > 0);
  });
});

test('an operation for those signed in has their account, and without one is 401', () => {
  expect(viewerOf({ viewer: people.free })).toBe(people.free);
  expect(() => viewerOf({ viewer: null })).toThrow('Sign in first');
});

test('the account of a row has what the row says, and nothing of its password', () => {
  const row = {
    id: 7,
    username: 'ada',
    username_key: 'ada',
    email: 'ada@example.org',
    name: 'Ada',
    preferred_username: 'countess',
    role: 'admin',
    tier: 'premium',
    auth_provider: 'oidc',
    oidc_issuer: 'https://id.test',
    oidc_subject: 'sub-7',
    password_hash: 'secret',
    credential_version: 3,
    created_at: '2026-01-01T00:00:00.000Z',
  } as const;
  expect(toViewer(row)).toEqual({
    id: 7,
    username: 'ada',
    email: 'ada@example.org',
    name: 'Ada',
    preferredUsername: 'countess',
    role: 'admin',
    tier: 'premium',
    authProvider: 'oidc',
    oidcSubject: 'sub-7',
  });
});
