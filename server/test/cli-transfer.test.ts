// The command line against a service that listens: import and export.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { ImportResult } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { catalogue, file, listen, run } from './commands.ts';

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
  expect(large).toEqual({ code: 1, stdout: '', stderr: '413: The file is larger than 20 MiB\n' });
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
