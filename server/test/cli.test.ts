// The command line: as a process, its help, accounts and the seed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { User } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { catalogue, file, run, runSeed } from './commands.ts';
import { appForTest, isPostgres, PASSWORD } from './harness.ts';

test('as a process, it reads standard input, writes results and complaints apart, and ends with an exit code', async () => {
  const started = await appForTest();
  const main = new URL('../src/cli/main.ts', import.meta.url).pathname;
  const start = async (args: string[], input: string) => {
    const { PATH = '' } = process.env;
    const child = spawn(process.execPath, [main, ...args], { env: { PATH, ...started.environment } });
    child.stdin.end(input);
    const streams = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, 'close');
    return [code, ...(await streams)];
  };
  const [added, refused] = await Promise.all([start(['user', 'add', 'carol'], `${PASSWORD}\n`), start(['nope'], '')]);
  expect(added).toEqual([0, 'Added carol (user, free)\n', '']);
  expect(refused).toEqual([2, '', 'There is no command nope here\nSee --help\n']);
  await started.visitor().signIn({ username: 'carol' } as User);
});

test('help, of the whole, of groups and of each command, succeeds; what is not understood exits with 2', async () => {
  const commands = ['', 'import', 'export', 'user', 'user add', 'user password', 'check', 'backup', 'restore'];
  for (const command of commands) {
    const words = command.split(' ').filter(Boolean);
    for (const args of [
      [...words, '--help'],
      [...words, '-h'],
      ['help', ...words],
    ]) {
      const { code, stdout, stderr } = await run({}, args);
      expect([args, code, stdout, stderr]).toEqual([
        args,
        0,
        expect.stringContaining(`Usage: toolscore ${command}`),
        '',
      ]);
    }
  }
  for (const args of [
    [],
    ['nope'],
    ['nope', '--help'],
    ['help', 'nope'],
    ['user'],
    ['user', 'nope'],
    ['user', 'nope', '--help'],
    ['import'],
    ['import', 'a', 'b'],
    ['import', 'a', '--url', 'x'],
    ['check', 'x'],
    ['backup', '--bogus'],
    ['export', '--url', 'x'],
    ['export', '--url', 'http://127.0.0.1:1', '--format', 'xml'],
  ]) {
    const { code, stdout, stderr } = await run({}, args);
    expect([args, code, stdout]).toEqual([args, 2, '']);
    expect(stderr).toMatch(/help/);
  }
});

test('accounts, added beside a running service, sign in; a new password ends their sessions', async () => {
  const started = await appForTest();
  const added = await run(started.environment, ['user', 'add', 'carol', '--role', 'admin', '--json'], {
    input: `${PASSWORD}\r\n`,
  });
  expect([added.code, JSON.parse(added.stdout)]).toEqual([
    0,
    expect.objectContaining({ username: 'carol', role: 'admin' }),
  ]);
  const carol = await started.visitor().signIn({ username: 'carol' } as User);
  expect((await carol.get('/users')).status).toBe(200);
  expect((await run(started.environment, ['user', 'add', 'CAROL', '--password', 'longer'])).code).toBe(1);
  expect((await run(started.environment, ['user', 'add', 'dave', '--password', 'short'])).code).toBe(2);
  expect((await run(started.environment, ['user', 'add', 'dave', '--tier', 'gold', '--password', 'longer'])).code).toBe(
    2,
  );
  expect((await run(started.environment, ['user', 'password', 'nobody', '--password', 'longer'])).code).toBe(1);
  const changed = await run(started.environment, ['user', 'password', 'carol', '--password', 'another one']);
  expect(changed.code).toBe(0);
  expect((await carol.get('/auth/me')).status).toBe(401);
  await started.visitor().signIn({ username: 'carol' } as User, 'another one');
});

test.skipIf(isPostgres())('where there is no SQLite database, check and others fail and make none', async () => {
  const started = await appForTest();
  const environment = { DATA_DIR: file(started, 'nowhere') };
  for (const args of [
    ['check'],
    ['user', 'password', 'admin', '--password', 'longer'],
    ['backup', file(started, 'x')],
  ]) {
    const { code, stderr } = await run(environment, args);
    expect([code, stderr]).toEqual([1, expect.stringContaining('does not exist')]);
  }
  expect(existsSync(file(started, 'nowhere/toolscore.sqlite'))).toBe(false);
});

test('seed loads a catalogue with ratings once; a SQLite file that a service has open is refused', async () => {
  const started = await appForTest();
  const source = file(started, 'in.csv');
  writeFileSync(source, catalogue);
  if (!isPostgres()) {
    const refused = await runSeed(started.environment, [source]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('in use')]);
  }
  const environment = isPostgres() ? started.environment : { ...started.environment, DATA_DIR: file(started, 'other') };
  const first = await runSeed(environment, [source, '--ratings', '250', '--json']);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([0, expect.objectContaining({ created: 2, ratings: 250 })]);
  const second = await runSeed(environment, [source]);
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('2 unchanged')]);
  expect((await run(environment, ['check'])).code).toBe(0);
  expect((await runSeed(environment, [source, '--ratings', 'many'])).code).toBe(2);
});
