// The command line as a process of its own, beside a service that has the same database open.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ImportResult, ToolWithStats, User } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { appForTest, isPostgres, PASSWORD, startApp, type TestApp } from './harness.ts';

const cli = new URL('../src/cli/main.ts', import.meta.url).pathname;
const seed = new URL('../src/seed.ts', import.meta.url).pathname;

async function run(program: string, environment: Record<string, string>, args: string[], input = '') {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, ...environment } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  return { code: code as number, stdout, stderr };
}
const toolscore = ({ environment }: TestApp, args: string[], input = '') => run(cli, environment, args, input);

const file = (started: TestApp, name: string) => join(started.environment.DATA_DIR as string, name);
const catalogue = 'name,description,category\nAlpha,first,Letters\nBeta,second,Letters\n';

test('help, of the whole and of each command, succeeds; what is not understood exits with 2', async () => {
  const started = await appForTest();
  const commands = ['import', 'export', 'user add', 'user password', 'check', 'backup', 'restore'];
  for (const command of ['', ...commands]) {
    const { code, stdout } = await toolscore(started, [...command.split(' ').filter(Boolean), '--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Usage: toolscore ${command}`)]);
  }
  for (const args of [
    [],
    ['nope'],
    ['user'],
    ['import'],
    ['check', 'x'],
    ['backup', '--bogus'],
    ['export', '--url', 'x'],
  ]) {
    expect([args, (await toolscore(started, args)).code]).toEqual([args, 2]);
  }
});

test('accounts, added beside a running service, sign in; a new password ends their sessions', async () => {
  const started = await appForTest();
  const added = await toolscore(started, ['user', 'add', 'carol', '--role', 'admin', '--json'], `${PASSWORD}\n`);
  expect([added.code, JSON.parse(added.stdout)]).toEqual([
    0,
    expect.objectContaining({ username: 'carol', role: 'admin' }),
  ]);
  const carol = await started.visitor().signIn({ username: 'carol' } as User);
  expect((await carol.get('/users')).status).toBe(200);
  expect((await toolscore(started, ['user', 'add', 'CAROL', '--password', 'longer'])).code).toBe(1);
  expect((await toolscore(started, ['user', 'add', 'dave', '--password', 'short'])).code).toBe(2);
  expect((await toolscore(started, ['user', 'add', 'dave', '--tier', 'gold', '--password', 'longer'])).code).toBe(2);
  expect((await toolscore(started, ['user', 'password', 'nobody', '--password', 'longer'])).code).toBe(1);
  const changed = await toolscore(started, ['user', 'password', 'carol', '--password', 'another one']);
  expect(changed.code).toBe(0);
  expect((await carol.get('/auth/me')).status).toBe(401);
  await started.visitor().signIn({ username: 'carol' } as User, 'another one');
});

test('import and export, over HTTP, bring a catalogue in, up to date, and out again', async () => {
  const started = await appForTest();
  const admin = await started.admin();
  await started.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(started.app.server.address() as AddressInfo).port}`;
  const account = { TOOLSCORE_USERNAME: admin.user?.username as string, TOOLSCORE_PASSWORD: PASSWORD };
  const act = (...args: string[]) => run(cli, { ...started.environment, ...account }, [...args, '--url', url]);
  const source = file(started, 'in.csv');
  writeFileSync(source, catalogue);
  const result = async (...args: string[]) =>
    JSON.parse((await act('import', source, '--json', ...args)).stdout) as ImportResult;
  expect(await result('--dry-run')).toMatchObject({ dryRun: true, created: 2 });
  expect(await result()).toMatchObject({ dryRun: false, created: 2 });
  expect(await result('--upsert')).toMatchObject({ created: 0, unchanged: 2 });
  const target = file(started, 'out.csv');
  expect((await act('export', target, '--format', 'csv')).code).toBe(0);
  expect(readFileSync(target, 'utf8')).toBe((await admin.get('/tools/export?format=csv')).text);
  expect((await act('export')).stdout).toBe((await admin.get('/tools/export?format=json')).text);
  writeFileSync(source, `${catalogue},,\n,x,y\n`);
  const failing = await act('import', source, '--upsert');
  expect([failing.code, failing.stdout]).toEqual([1, expect.stringContaining('name must not be blank')]);
  const refused = await run(cli, { ...started.environment, TOOLSCORE_USERNAME: 'x', TOOLSCORE_PASSWORD: 'y' }, [
    'import',
    source,
    '--url',
    url,
  ]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('401')]);
  expect((await run(cli, account, ['import', file(started, 'none'), '--url', url])).code).toBe(1);
  expect((await run(cli, account, ['export', '--url', 'http://127.0.0.1:1'])).stderr).toContain('cannot be reached');
});

test('check, on counters that somebody changed, names and corrects each difference', async () => {
  const started = await appForTest();
  const admin = await started.admin();
  const tools = [await admin.createTool(), await admin.createTool()] as const;
  await admin.rate(tools[0].id, 5, 3);
  await admin.rate(tools[1].id, 1, 2);
  const clean = await toolscore(started, ['check', '--json']);
  expect([clean.code, JSON.parse(clean.stdout)]).toEqual([0, { differences: [], fixed: false }]);
  const { db } = started.context.engine;
  await db.updateTable('tools').set({ usefulness_5: 7, usability_1: 1 }).where('id', '=', tools[0].id).execute();
  await db.deleteFrom('rating_days').where('tool_id', '=', tools[1].id).execute();
  const found = await toolscore(started, ['check', '--json']);
  expect(found.code).toBe(1);
  const { differences } = JSON.parse(found.stdout) as {
    differences: { toolId: number; what: string; stored: number; counted: number }[];
  };
  expect(differences).toHaveLength(5);
  expect(differences).toContainEqual({ toolId: tools[0].id, what: 'usefulness_5', stored: 7, counted: 1 });
  const day = new Date().toISOString().slice(0, 10);
  expect(differences).toContainEqual(
    expect.objectContaining({ toolId: tools[1].id, what: `${day} rating_count`, counted: 1 }),
  );
  const fixed = await toolscore(started, ['check', '--fix']);
  expect([fixed.code, fixed.stdout]).toEqual([1, expect.stringContaining('corrected')]);
  expect((await toolscore(started, ['check'])).code).toBe(0);
  const tool = await db.selectFrom('tools').selectAll().where('id', '=', tools[0].id).executeTakeFirstOrThrow();
  expect([tool.rating_count, tool.usefulness_5, tool.usability_1]).toEqual([1, 1, 0]);
});

test.skipIf(isPostgres())(
  'a backup of a running SQLite service restores its state; restoring under it is refused',
  async () => {
    const started = await startApp();
    const admin = await started.admin();
    await admin.createTool({ name: 'Kept' });
    const copy = file(started, 'copy.sqlite');
    const made = await toolscore(started, ['backup', copy, '--json']);
    expect([made.code, JSON.parse(made.stdout)]).toEqual([
      0,
      { file: copy, rows: expect.objectContaining({ tools: 1, users: 1 }) },
    ]);
    await admin.createTool({ name: 'Later' });
    const refused = await toolscore(started, ['restore', copy]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('in use')]);
    const broken = file(started, 'broken.sqlite');
    writeFileSync(broken, 'no database');
    await started.app.close();
    await started.context.engine.close();
    expect((await toolscore(started, ['restore', broken])).code).toBe(1);
    const restored = await toolscore(started, ['restore', copy, '--json']);
    expect(restored.code).toBe(0);
    expect(existsSync((JSON.parse(restored.stdout) as { kept: string }).kept)).toBe(true);
    const again = await startApp({}, started.environment);
    const { body } = await again.visitor().get<ToolWithStats[]>('/tools');
    expect(body.map(({ name }) => name)).toEqual(['Kept']);
    await again.close();
  },
);

test.skipIf(!isPostgres())('backup and restore, on PostgreSQL, point to its own programs', async () => {
  const started = await appForTest();
  for (const command of ['backup', 'restore']) {
    const { code, stderr } = await toolscore(started, [command, file(started, 'x')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('pg_dump')]);
  }
});

test('seed loads a catalogue with ratings once; a SQLite file that a service has open is refused', async () => {
  const started = await appForTest();
  const source = file(started, 'in.csv');
  writeFileSync(source, catalogue);
  if (!isPostgres()) {
    const refused = await run(seed, started.environment, [source]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('in use')]);
  }
  const environment = isPostgres() ? started.environment : { ...started.environment, DATA_DIR: file(started, 'other') };
  const first = await run(seed, environment, [source, '--ratings', '250', '--json']);
  expect([first.code, JSON.parse(first.stdout)]).toEqual([0, expect.objectContaining({ created: 2, ratings: 250 })]);
  const second = await run(seed, environment, [source]);
  expect([second.code, second.stdout]).toEqual([0, expect.stringContaining('2 unchanged')]);
  expect((await run(cli, environment, ['check'])).code).toBe(0);
  expect((await run(seed, environment, [source, '--ratings', 'many'])).code).toBe(2);
});
