import type { AuditLog, AuthUser } from '@toolscore/contract/schemas';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TestApp, TestClient } from '../../../test/harness.ts';
import { ada, appWithProvider, Browser } from '../../../test/identity-provider.ts';
import { type People } from '../../../test/loopback-provider.ts';
import { buildApp } from '../../app.ts';
import { loadConfig } from '../../config.ts';
import { findClaim, readIdentity, usernamesFor } from './claims.ts';

const roles = { OIDC_ROLE_CLAIM: 'realm_access.roles', OIDC_ADMIN_VALUES: 'owner, toolscore-admin' };
const asAdmin = { realm_access: { roles: ['viewer', 'toolscore-admin'] } };
const me = async (browser: Browser) => (await browser.client.get<AuthUser>('/auth/me')).body;
const allUsers = ({ context }: TestApp) => context.engine.db.selectFrom('users').selectAll().orderBy('id').execute();

describe('roles and tiers', () => {
  const levels = { ...roles, OIDC_TIER_CLAIM: 'tier' };

  test.each([
    ['userinfo', {}],
    ['the ID token', { conformIdTokenClaims: false }],
  ])('from %s are given and taken at every sign-in, and recorded as done by the system', async (_name, settings) => {
    const people: People = {
      boss: { name: 'Boss', realm_access: { roles: 'owner' } },
      ada: { ...ada, ...asAdmin, tier: ['premium', 'Enterprise'] },
    };
    const started = await appWithProvider(people, levels, settings);
    const boss = started.browser();
    await boss.signIn('boss');
    const browser = started.browser();
    await browser.signIn('ada');
    expect(await me(browser)).toMatchObject({ role: 'admin', tier: 'enterprise' });

    people.ada = { ...ada, realm_access: { roles: ['viewer'] } };
    await started.browser().signIn('ada');
    // In the session that was open before, too.
    expect(await me(browser)).toMatchObject({ role: 'user', tier: 'free', entitlements: [] });
    expect((await browser.client.get('/users')).status).toBe(403);

    people.ada = { ...ada, ...asAdmin, tier: 'premium' };
    await browser.signIn('ada');
    expect(await me(browser)).toMatchObject({ role: 'admin', tier: 'premium' });

    const { body } = await boss.client.get<AuditLog[]>('/audit-logs?entityType=user');
    const ofAda = body.filter(({ changes }) => !changes?.includes('Boss'));
    expect(ofAda.map(({ action, userId }) => [action, userId])).toEqual([
      ['update', 'system'],
      ['update', 'system'],
      ['create', 'system'],
    ]);
    expect(JSON.parse(ofAda[1]?.changes ?? '')).toEqual({
      role: { from: 'admin', to: 'user' },
      tier: { from: 'enterprise', to: 'free' },
    });
  });

  test('never take the role from the last admin, who loses it once there is another', async () => {
    const people: People = { one: { name: 'One', ...asAdmin }, two: { name: 'Two' } };
    const started = await appWithProvider(people, levels);
    const one = started.browser();
    await one.signIn('one');
    people.one = { name: 'One' };
    await one.signIn('one');
    expect(await me(one)).toMatchObject({ role: 'admin' });
    people.two = { name: 'Two', ...asAdmin };
    await started.browser().signIn('two');
    await one.signIn('one');
    expect(await me(one)).toMatchObject({ role: 'user' });
  });

  test('of two last admins who lose the claim at the same moment leave one', async () => {
    const people: People = { one: { name: 'One', ...asAdmin }, two: { name: 'Two', ...asAdmin } };
    const started = await appWithProvider(people, levels);
    const browsers = [started.browser(), started.browser()];
    await browsers[0]?.signIn('one');
    await browsers[1]?.signIn('two');
    people.one = {};
    people.two = {};
    await Promise.all([browsers[0]?.signIn('one'), browsers[1]?.signIn('two')]);
    const rows = await allUsers(started);
    expect(rows.filter(({ role }) => role === 'admin')).toHaveLength(1);
  });

  test('without a claim are left to admins: the first person is one, at once and once only', async () => {
    const people = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`p${i}`, { name: `Person ${i}` }]));
    const started = await appWithProvider(people);
    await Promise.all(Object.keys(people).map((login) => started.browser().signIn(login)));
    const rows = await allUsers(started);
    const admins = rows.filter(({ role }) => role === 'admin');
    expect([rows.length, admins.length]).toEqual([6, 1]);
    const boss = started.browser();
    await boss.signIn(String(admins[0]?.oidc_subject));
    const other = rows.find(({ role }) => role === 'user');
    await boss.client.patch(`/users/${other?.id}`, { role: 'admin', tier: 'premium' });
    const promoted = started.browser();
    await promoted.signIn(String(other?.oidc_subject));
    expect(await me(promoted)).toMatchObject({ role: 'admin', tier: 'premium' });
    for (const { id } of rows) if (id !== other?.id) await promoted.client.delete(`/users/${id}`);
    const again = started.browser();
    await again.signIn(String(admins[0]?.oidc_subject));
    expect(await me(again)).toMatchObject({ role: 'user' });
  });
});

test('without a claim, nobody becomes admin by being first after people came with one', async () => {
  const started = await appWithProvider({ one: { name: 'One' }, two: { name: 'Two' } }, roles);
  await started.browser().signIn('one');
  const config = { ...started.context.config, oidcRoleClaim: null };
  const app = await buildApp({ ...started.context, config });
  const browser = new Browser(new TestClient(app));
  await browser.signIn('two');
  expect(await me(browser)).toMatchObject({ name: 'Two', role: 'user' });
  await app.close();
});

describe('OIDC_ALLOWED_EMAIL_DOMAINS', () => {
  test.each([
    ['a verified address of the domain', { email: 'a@Example.org', email_verified: true }, 302],
    ['an unverified one', { email: 'a@example.org', email_verified: false }, 403],
    ['one nothing is said about', { email: 'a@example.org' }, 403],
    ['another domain', { email: 'a@evil.test', email_verified: true }, 403],
    ['a domain that ends alike', { email: 'a@notexample.org', email_verified: true }, 403],
    ['a domain under it', { email: 'a@sub.example.org', email_verified: true }, 403],
    ['two at-signs', { email: 'a@example.org@evil.test', email_verified: true }, 403],
    ['none', { name: 'A' }, 403],
  ])('%s: %j gets %i', async (_name, claims, status) => {
    const started = await appWithProvider({ a: claims }, { OIDC_ALLOWED_EMAIL_DOMAINS: '@example.org, example.com' });
    const answer = await started.browser().signIn('a');
    expect(answer.status, answer.text).toBe(status);
    expect(await allUsers(started)).toHaveLength(status === 302 ? 1 : 0);
  });
});

const secrets = { DATA_DIR: '/nonexistent', SESSION_SECRET: 's', VOTER_SECRET: 'v' };
const configOf = (environment: Record<string, string> = {}) => loadConfig({ ...secrets, ...environment });
const who = { iss: 'i', sub: 's' };

describe('a verified address', () => {
  const config = configOf({ OIDC_ALLOWED_EMAIL_DOMAINS: 'example.org' });
  const email = 'a@example.org';
  test.each([
    ['in userinfo', {}, { email, email_verified: true }, true],
    ['in the token', { email, email_verified: true }, {}, true],
    ['in the token that userinfo repeats', { email, email_verified: true }, { email }, true],
    ['as text', { email, email_verified: 'true' }, {}, true],
    ['as other text', { email, email_verified: 'yes' }, {}, false],
    ['of another source', { email: 'a@other.test', email_verified: true }, { email, email_verified: false }, false],
    ['of no text', { email: [email], email_verified: true }, {}, false],
  ])('%s lets people in only when the same source says so (%#)', (_name, token, userInfo, allowed) => {
    const read = () => readIdentity(config, { ...who, ...token }, userInfo);
    if (allowed) expect(read().email).toBe(email);
    else expect(read).toThrow('OIDC_ALLOWED_EMAIL_DOMAINS');
  });
});

describe('a subject', () => {
  test.each([
    ['s', true],
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    ['', false],
    [' s', false],
    ['s\n', false],
    ['s\u200b', false],
    ['\ud800', false],
    [7, false],
    [undefined, false],
  ])('%j signs in: %s', (sub, allowed) => {
    const read = () => readIdentity(configOf(), { iss: 'i', sub });
    if (allowed) expect(read()).toMatchObject({ issuer: 'i', subject: sub });
    else expect(read).toThrow('the subject is not 1 to 255 printable characters');
  });

  test('without an issuer is nobody', () => {
    expect(() => readIdentity(configOf(), { sub: 's' })).toThrow('the subject');
  });
});

describe('what is kept of a person', () => {
  test('is from userinfo before the token, where it is text', () => {
    const token = { ...who, email: 'token@example.org', name: 'Token', preferred_username: 'token' };
    const userInfo = { email: 'info@example.org', name: 'Info', preferred_username: 7 };
    expect(readIdentity(configOf(), token, userInfo)).toMatchObject({
      email: 'info@example.org',
      name: 'Info',
      preferredUsername: 'token',
    });
    expect(readIdentity(configOf(), token)).toMatchObject({ email: 'token@example.org', name: 'Token' });
    expect(readIdentity(configOf(), who)).toMatchObject({ email: null, name: null, preferredUsername: null });
  });

  test.each([
    ['  Ada  ', 'Ada'],
    ['A\u0000d\na\u200b\u2028', 'Ada'],
    [' \t ', null],
    ['\ud800', '\ufffd'],
    ['é'.repeat(201), 'é'.repeat(200)],
    ['\u{1f600}'.repeat(201), '\u{1f600}'.repeat(200)],
    [`${'x'.repeat(199)} y`, 'x'.repeat(199)],
  ])('is one line of printable text of at most 200 characters (%#)', (name, expected) => {
    expect(readIdentity(configOf(), { ...who, name }).name).toBe(expected);
  });
});

describe('a claim', () => {
  const path = 'realm_access.roles';
  test.each([
    ['nested', { realm_access: { roles: ['a'] } }, path, ['a']],
    ['with dots in its name', { 'https://example.org/roles': 'a' }, 'https://example.org/roles', 'a'],
    ['with dots in a part of its name', { x: { 'my.app': { roles: 'a' } } }, 'x.my.app.roles', 'a'],
    ['of the whole name before a nested one', { [path]: 'a', realm_access: { roles: 'b' } }, path, 'a'],
    ['further in', { a: { b: { c: 'x' } } }, 'a.b.c', 'x'],
    ['behind one of the same beginning that ends', { a: { b: {} }, 'a.b': { c: 'x' } }, 'a.b.c', 'x'],
    ['missing', { realm_access: {} }, path, undefined],
    ['under nothing', { realm_access: null }, path, undefined],
    ['under a text', { realm_access: 'roles' }, path, undefined],
    ['under a list', { realm_access: [{ roles: 'a' }] }, path, undefined],
    ['that every object has', {}, 'constructor.name', undefined],
    ['of the prototype', {}, '__proto__.constructor', undefined],
    ['of a prototype further in', { a: {} }, 'a.__proto__.constructor', undefined],
  ])('%s is %j at %s: %j', (_name, claims, at, expected) => {
    expect(findClaim(claims, at)).toEqual(expected);
  });

  test.each([
    ['admin', 'admin'],
    [['x', 'admin'], 'admin'],
    [7, 'admin'],
    [true, 'admin'],
    [['x', false, true], 'admin'],
    ['not admin', 'user'],
    ['admin user', 'user'],
    ['Admin', 'user'],
    [{ admin: true }, 'user'],
    [[['admin']], 'user'],
    [false, 'user'],
    [null, 'user'],
    [undefined, 'user'],
  ])('of value %j makes a role of %s', (value, role) => {
    const config = configOf({ OIDC_ROLE_CLAIM: 'role', OIDC_ADMIN_VALUES: 'admin, 7, true' });
    expect(readIdentity(config, { ...who, role: value }).role).toBe(role);
  });

  test.each([
    ['premium', 'premium'],
    ['PREMIUM', 'premium'],
    [['free', 'premium', 'enterprise'], 'enterprise'],
    [['enterprise', 'premium'], 'enterprise'],
    [['premium', 'free'], 'premium'],
    ['gold', 'free'],
    [undefined, 'free'],
  ])('of value %j makes a tier of %s', (value, tier) => {
    expect(readIdentity(configOf({ OIDC_TIER_CLAIM: 'tier' }), { ...who, tier: value }).tier).toBe(tier);
  });

  test('of a role or tier counts from the signed token, and from userinfo where the token has none', () => {
    const config = configOf({ OIDC_ROLE_CLAIM: 'role', OIDC_TIER_CLAIM: 'tier' });
    const read = (token: object, userInfo: object) => {
      const { role, tier } = readIdentity(config, { ...who, ...token }, { ...userInfo });
      return [role, tier];
    };
    expect(read({ role: 'x', tier: 'free' }, { role: 'admin', tier: 'premium' })).toEqual(['user', 'free']);
    expect(read({}, { role: 'admin', tier: 'premium' })).toEqual(['admin', 'premium']);
  });

  test('that is not configured leaves roles and tiers alone', () => {
    const found = readIdentity(configOf(), { ...who, role: 'admin', tier: 'premium', null: 'admin' });
    expect([found.role, found.tier]).toEqual([undefined, undefined]);
  });

  test('of any form is read without failing, into texts the database takes and usernames without an at-sign', () => {
    const config = configOf({ OIDC_ROLE_CLAIM: 'a.b', OIDC_TIER_CLAIM: 'c' });
    const anything = fc.oneof(fc.anything(), fc.string({ unit: 'binary' }), fc.emailAddress());
    const names = ['a', 'a.b', 'c', 'email', 'email_verified', 'name', 'preferred_username'];
    const claims = fc.dictionary(fc.constantFrom(...names), anything);
    fc.assert(
      fc.property(claims, claims, (token, userInfo) => {
        const identity = readIdentity(config, { ...token, iss: 'i', sub: 's' }, userInfo);
        for (const text of [identity.email, identity.name, identity.preferredUsername]) {
          expect(text === null || (text.isWellFormed() && !text.includes('\0') && text !== '')).toBe(true);
        }
        const usernames = usernamesFor(identity);
        expect(usernames.every((name) => name.length >= 2 && Array.from(name).length <= 100)).toBe(true);
        expect(usernames.filter((name) => name.normalize('NFKC').includes('@'))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a username', () => {
  const identity = { issuer: 'i', subject: 's', email: null, role: undefined, tier: undefined };
  test.each([
    ['ada', 'Ada Lovelace', 'ada'],
    ['ada@example.org', 'Ada Lovelace', 'Ada Lovelace'],
    ['ada\uff20example.org', 'Ada Lovelace', 'Ada Lovelace'],
    ['ada\ufe6bexample.org', 'ada@example.org', expect.stringMatching(/^user-[0-9a-f]{8}$/)],
    ['a', null, expect.stringMatching(/^user-[0-9a-f]{8}$/)],
    ['ab', null, 'ab'],
    [null, `${'x'.repeat(89)} y`, 'x'.repeat(89)],
    [null, 'x'.repeat(200), 'x'.repeat(90)],
  ])('of %j and %j is %j', (preferredUsername, name, expected) => {
    expect(usernamesFor({ ...identity, preferredUsername, name })[0]).toEqual(expected);
  });

  test('that is taken gets a number, then one that comes of issuer and subject and is nobody else’s', () => {
    const names = usernamesFor({ ...identity, preferredUsername: 'ada', name: null });
    expect(names.slice(0, 9)).toEqual(['ada', ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `ada-${n}`)]);
    expect(names.slice(9)).toEqual([
      expect.stringMatching(/^ada-[0-9a-f]{8}$/),
      expect.stringMatching(/^user-[0-9a-f]{64}$/),
    ]);
    const others = [{ issuer: 'j' }, { subject: 't' }, { issuer: '', subject: 'is' }];
    const last = others.map(
      (other) => usernamesFor({ ...identity, ...other, preferredUsername: 'ada', name: null })[10],
    );
    expect(new Set([names[10], ...last]).size).toBe(4);
  });
});
