// The command line beside a service that has the same database open: run within the test, and where it matters as a process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ImportResult, ToolWithStats, User } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { explain, toolscore } from '../src/cli/run.ts';
import { seed } from '../src/cli/seed.ts';
import type { ExitCode, Terminal } from '../src/cli/terminal.ts';
import { appForTest, isPostgres, PASSWORD, startApp, type TestApp } from './harness.ts';

type Environment = Record<string, string>;
interface Ended {
  code: ExitCode;
  stdout: string;
  stderr: string;
}

/** Runs a command with streams of its own; on a terminal, when `isTTY`. */
async function act(
  environment: Environment,
  command: (terminal: Terminal) => Promise<ExitCode>,
  { input = '', isTTY = false, output }: { input?: string; isTTY?: boolean; output?: Writable } = {},
): Promise<Ended> {
  const ownOutput = new PassThrough();
  const errors = Object.assign(new PassThrough(), { isTTY });
  const texts = Promise.all([text(ownOutput), text(errors)]);
  const code = await command({ environment, input: Readable.from([input]), output: output ?? ownOutput, errors });
  ownOutput.end();
  errors.end();
  const [stdout, stderr] = await texts;
  return { code, stdout, stderr };
}
const run = (environment: Environment, args: string[], options = {}) =>
  act(environment, (terminal) => toolscore(args, terminal), options);
const runSeed = (environment: Environment, args: string[]) =>
  act(environment, (terminal) => explain(terminal, () => seed.run(args, terminal)));

/** A service that listens, and who may import there. */
async function listen() {
  const started = await appForTest();
  const admin = await started.admin();
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(started.app.server.address() as AddressInfo).port}`;
  const account = { TOOLSCORE_USERNAME: admin.user?.username as string, TOOLSCORE_PASSWORD: PASSWORD };
  const remote = (args: string[], options = {}) => run(account, [...args, '--url', url], options);
  return { started, admin, url, account, remote };
}

const file = (started: TestApp, name: string) => join(started.environment.DATA_DIR as string, name);
const catalogue = 'name,description,category\nAlpha,first,Letters\nBeta,second,Letters\n';

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

test('import and export, over HTTP, bring a catalogue in, up to date, and out again', async () => {
  const { started, admin, remote } = await listen();
  const source = file(started, 'in.csv');
  writeFileSync(source, catalogue);
  const result = async (...args: string[]) =>
    JSON.parse((await remote(['import', source, '--json', ...args])).stdout) as ImportResult;
  expect(await result('--dry-run')).toMatchObject({ dryRun: true, created: 2 });
  expect(await result()).toMatchObject({ dryRun: false, created: 2 });
  expect(await result('--upsert')).toMatchObject({ created: 0, unchanged: 2 });
  const target = file(started, 'out.csv');
  const saved = await remote(['export', target, '--format', 'csv']);
  expect(saved).toEqual({ code: 0, stdout: `Exported to ${target}\n`, stderr: '' });
  expect(readFileSync(target, 'utf8')).toBe((await admin.get('/tools/export?format=csv')).text);
  expect((await remote(['export'])).stdout).toBe((await admin.get('/tools/export?format=json')).text);
  writeFileSync(source, `${catalogue},,\n,x,y\n`);
  const failing = await remote(['import', source, '--upsert']);
  expect([failing.code, failing.stdout]).toEqual([1, expect.stringContaining('line 5: name must not be blank')]);
});

test('import and export that cannot be done say why, and leave no file', async () => {
  const { started, url, account, remote } = await listen();
  const source = file(started, 'in.csv');
  writeFileSync(source, catalogue);
  const stranger = { TOOLSCORE_USERNAME: 'x', TOOLSCORE_PASSWORD: 'y' };
  const refused = await run(stranger, ['import', source, '--url', url]);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: '401: Username or password is wrong\n' });
  expect(await run({}, ['import', source, '--url', url])).toMatchObject({ code: 2, stdout: '' });
  expect(await remote(['import', file(started, 'none')])).toMatchObject({ code: 1, stdout: '' });
  writeFileSync(source, Buffer.alloc(20 * 1024 * 1024 + 1, 'x'));
  const large = await remote(['import', source]);
  expect(large).toEqual({ code: 1, stdout: '', stderr: '413: The body is larger than 20971520 bytes\n' });
  const nowhere = await run(account, ['export', file(started, 'out.csv'), '--url', 'http://127.0.0.1:1']);
  expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringMatching(/cannot be reached: ./)]);
  expect((await remote(['export', file(started, 'no/such/folder')])).code).toBe(1);
  expect(existsSync(file(started, 'out.csv'))).toBe(false);
});

test('progress is shown on terminals, on standard error, and nowhere else', async () => {
  const { started, remote } = await listen();
  const source = file(started, 'in.csv');
  writeFileSync(source, catalogue);
  for (const isTTY of [true, false]) {
    const shown = [
      await remote(['import', source, '--upsert', '--json'], { isTTY }),
      await remote(['export', file(started, 'out.csv'), '--json'], { isTTY }),
      await run(started.environment, ['check', '--json'], { isTTY }),
    ];
    for (const { stdout, stderr } of shown) {
      expect(JSON.parse(stdout)).toBeInstanceOf(Object);
      if (isTTY) expect(stderr).toMatch(/Importing|Exporting|tools/);
      else expect(stderr).toBe('');
    }
  }
});

test('an export whose reader has seen enough, as in a pipe to head, ends quietly', async () => {
  const { remote } = await listen();
  const closed = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const output = new Writable({ write: (_chunk, _encoding, done) => done(closed) });
  expect(await remote(['export'], { output })).toMatchObject({ code: 0, stderr: '' });
});

test('import and export take an API token in place of an account, and say when it is not good', async () => {
  const { started, admin, url } = await listen();
  const source = file(started, 'catalogue.csv');
  writeFileSync(source, catalogue);
  const secretOf = async (scope: string) =>
    (await admin.post<{ token: string }>('/auth/me/tokens', { name: 'CLI', scope })).body.token;
  const [manage, read] = [await secretOf('manage'), await secretOf('read')];
  const imported = await run({ TOOLSCORE_TOKEN: manage }, ['import', source, '--url', url]);
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('2 created')]);
  const exported = await run({}, ['export', '--url', url, '--format', 'csv', '--token', read]);
  expect(exported.stdout).toContain('Alpha');
  const refused = await run({ TOOLSCORE_TOKEN: manage }, ['import', source, '--url', url, '--token', read]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('scope manage')]);
  const wrong = await run({ TOOLSCORE_TOKEN: `${read}x` }, ['export', '--url', url]);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('401')]);
});

test('check, on counters that somebody changed, names and corrects each difference', async () => {
  const started = await appForTest();
  const admin = await started.admin();
  const tools = [await admin.createTool({ tags: ['metrics'] }), await admin.createTool()] as const;
  await admin.rate(tools[0].id, 5, 3);
  await admin.rate(tools[1].id, 1, 2);
  const clean = await run(started.environment, ['check', '--json']);
  expect([clean.code, JSON.parse(clean.stdout)]).toEqual([0, { differences: [], fixed: false }]);
  const { db } = started.context.engine;
  await db.updateTable('tools').set({ usefulness_5: 7, usability_1: 1 }).where('id', '=', tools[0].id).execute();
  await db.deleteFrom('rating_days').where('tool_id', '=', tools[1].id).execute();
  await db.updateTable('label_totals').set({ tool_count: 9 }).where('label', '=', 'metrics').execute();
  await db.deleteFrom('category_totals').execute();
  const found = await run(started.environment, ['check', '--json']);
  expect(found.code).toBe(1);
  const { differences } = JSON.parse(found.stdout) as {
    differences: { toolId?: number; what: string; stored: number; counted: number }[];
  };
  expect(differences.filter(({ toolId }) => toolId !== undefined)).toHaveLength(5);
  expect(differences).toContainEqual({ what: 'tag metrics, tool_count', stored: 9, counted: 1 });
  const lost = differences.filter(({ what }) => /^category General, part \d, tool_count$/.test(what));
  expect(lost.map(({ stored, counted }) => [stored, counted])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(differences).toContainEqual({ toolId: tools[0].id, what: 'usefulness_5', stored: 7, counted: 1 });
  const day = new Date().toISOString().slice(0, 10);
  expect(differences).toContainEqual(
    expect.objectContaining({ toolId: tools[1].id, what: `${day} rating_count`, counted: 1 }),
  );
  const fixed = await run(started.environment, ['check', '--fix']);
  expect([fixed.code, fixed.stdout]).toEqual([1, expect.stringContaining('corrected')]);
  expect((await run(started.environment, ['check'])).code).toBe(0);
  const tool = await db.selectFrom('tools').selectAll().where('id', '=', tools[0].id).executeTakeFirstOrThrow();
  expect([tool.rating_count, tool.usefulness_5, tool.usability_1]).toEqual([1, 1, 0]);
  expect((await admin.get('/analytics/summary')).body).toMatchObject({ totalTools: 2, totalRatings: 2 });
});

test('check, on tools that somebody trashed and moved by hand, takes them out of the totals where they were', async () => {
  const started = await appForTest();
  const admin = await started.admin();
  const [trashed, moved] = [
    await admin.createTool({ category: 'Gone', tags: ['gone'], features: ['gone'] }),
    await admin.createTool({ category: 'Old', tags: ['kept'] }),
  ];
  await admin.rate(moved.id, 5, 1);
  const { db } = started.context.engine;
  await db.updateTable('tools').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', trashed.id).execute();
  await db.updateTable('tools').set({ category: 'New' }).where('id', '=', moved.id).execute();
  await db.updateTable('tool_labels').set({ label: 'new' }).where('tool_id', '=', moved.id).execute();
  const fixed = await run(started.environment, ['check', '--fix', '--json']);
  const { differences } = JSON.parse(fixed.stdout) as {
    differences: { what: string; stored: number; counted: number }[];
  };
  const found = differences.map(
    ({ what, stored, counted }) => `${what.replace(/, part \d/, '')}: ${stored}, ${counted}`,
  );
  expect(found.toSorted()).toEqual([
    'category Gone, tool_count: 1, 0',
    'category New, tool_count: 0, 1',
    'category New, usability_1: 0, 1',
    'category New, usefulness_5: 0, 1',
    'category Old, tool_count: 1, 0',
    'category Old, usability_1: 1, 0',
    'category Old, usefulness_5: 1, 0',
    'feature gone, tool_count: 1, 0',
    'tag gone, tool_count: 1, 0',
    'tag kept, tool_count: 1, 0',
    'tag new, tool_count: 0, 1',
  ]);
  expect((await run(started.environment, ['check'])).code).toBe(0);
  started.context.engine.writes += 1;
  const lists = ['/categories', '/tags/all', '/features/all'].map(async (path) => (await admin.get(path)).body);
  expect(await Promise.all(lists)).toEqual([['New'], ['new'], []]);
});

test.skipIf(isPostgres())(
  'a backup of a running SQLite service restores its state; restoring under it is refused',
  async () => {
    const started = await startApp();
    const admin = await started.admin();
    await admin.createTool({ name: 'Kept' });
    const copy = file(started, 'copy.sqlite');
    const made = await run(started.environment, ['backup', copy, '--json']);
    expect([made.code, JSON.parse(made.stdout)]).toEqual([
      0,
      { file: copy, rows: expect.objectContaining({ tools: 1, users: 1 }) },
    ]);
    await admin.createTool({ name: 'Later' });
    const itself = await run(started.environment, ['backup', file(started, 'toolscore.sqlite')]);
    expect([itself.code, itself.stderr]).toEqual([1, expect.stringContaining('is the database itself')]);
    const refused = await run(started.environment, ['restore', copy]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('in use')]);
    const broken = file(started, 'broken.sqlite');
    writeFileSync(broken, 'no database');
    await started.app.close();
    await started.context.engine.close();
    const damaged = await run(started.environment, ['restore', broken]);
    expect([damaged.code, damaged.stderr]).toEqual([1, `${broken} cannot be copied: file is not a database\n`]);
    const restored = await run(started.environment, ['restore', copy, '--json']);
    expect(restored.code).toBe(0);
    expect(existsSync((JSON.parse(restored.stdout) as { kept: string }).kept)).toBe(true);
    const again = await startApp({}, started.environment);
    const { body } = await again.visitor().get<ToolWithStats[]>('/tools');
    expect(body.map(({ name }) => name)).toEqual(['Kept']);
    await again.close();
  },
);

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

test.skipIf(isPostgres())('a backup while others write is whole, and verified to be', async () => {
  const started = await appForTest();
  const admin = await started.admin();
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) await admin.rate((await admin.createTool()).id, 4, 2);
  })();
  const { environment } = started;
  try {
    for (let copy = 0; copy < 5; copy += 1) {
      const made = await run(environment, ['backup', file(started, 'copies/toolscore.sqlite'), '--json']);
      const { rows } = JSON.parse(made.stdout) as { rows: Record<string, number> };
      expect([made.code, rows.tools]).toEqual([0, expect.any(Number)]);
      const checked = await run({ DATA_DIR: file(started, 'copies') }, ['check']);
      expect(checked).toMatchObject({ code: 0, stdout: 'All counters agree\n' });
    }
  } finally {
    isWriting = false;
    await writing;
  }
});

test.skipIf(!isPostgres())('backup and restore, on PostgreSQL, point to its own programs', async () => {
  const started = await appForTest();
  for (const command of ['backup', 'restore']) {
    const { code, stderr } = await run(started.environment, [command, file(started, 'x')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('pg_dump')]);
  }
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
