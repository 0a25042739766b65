import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, loadConfig, variables } from '../src/config.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'toolscore-config-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}
const secret = 's'.repeat(32);

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig({ DATA_DIR: folder(), ...environment });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  test('has defaults for everything, and empty counts as unset', () => {
    const config = loadConfig({ DATA_DIR: folder(), PORT: '', TRUST_PROXY: '' });
    expect(config).toMatchObject({
      port: 3000,
      trustProxy: false,
      trashRetentionDays: 30,
      databaseUrl: null,
      anonymousVoteLimit: 60,
    });
  });

  test('in production insists on both secrets, of 32 characters, one line a problem', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'SESSION_SECRET is required in production',
      'VOTER_SECRET is required in production',
    ]);
    expect(problemsOf({ NODE_ENV: 'production', SESSION_SECRET: 'short', VOTER_SECRET: secret })).toEqual([
      'SESSION_SECRET must have at least 32 characters',
    ]);
    expect(problemsOf({ NODE_ENV: 'production', SESSION_SECRET: secret, VOTER_SECRET: secret })).toEqual([]);
  });

  test('elsewhere makes secrets once, readable by the owner alone', () => {
    const dir = folder();
    const [first, second] = [loadConfig({ DATA_DIR: dir }), loadConfig({ DATA_DIR: dir })];
    expect(first.sessionSecret).toBe(second.sessionSecret);
    expect(first.sessionSecret).not.toBe(first.voterSecret);
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(dir, 'session-secret')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dir, 'voter-secret')).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['PORT', 'x'],
    ['PORT', '70000'],
    ['TRASH_RETENTION_DAYS', '-1'],
    ['TRASH_RETENTION_DAYS', '1.5'],
    ['DATABASE_URL', 'mysql://x'],
    ['CATALOGUE_EDITORS', 'all'],
    ['ANONYMOUS_VOTING', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'toolscore.example.org'],
    ['CORS_ALLOWED_ORIGINS', 'https://a.example/path'],
    ['CORS_ALLOWED_ORIGINS', '*'],
    ['ADMIN_PASSWORD', '12345'],
    ['ADMIN_USERNAME', 'a'],
    ['BAYESIAN_WEIGHT', '-1'],
    ['TRUST_PROXY', 'nginx'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', 'loopback, 10.0.0.256'],
  ])('refuses %s=%s and names it', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems.length).toBe(1);
    expect(problems[0]).toContain(name);
  });

  test.each([
    ['true', true],
    ['2', 2],
    ['loopback, 10.0.0.0/8,fd00::/8, ::1', ['loopback', '10.0.0.0/8', 'fd00::/8', '::1']],
  ])('takes TRUST_PROXY=%s', (value, expected) => {
    expect(loadConfig({ DATA_DIR: folder(), TRUST_PROXY: value }).trustProxy).toEqual(expected);
  });

  test('every variable is in the table of the README, with its default and meaning', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    for (const { name, default: fallback, about } of Object.values(variables)) {
      expect(readme).toContain(
        `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${about} |`.replace('|  |', '| |'),
      );
    }
  });
});
