// The command line: backup and restore, beside a running service.
import { existsSync, writeFileSync } from 'node:fs';
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { expect, test } from 'vitest';
import { file, run } from './commands.ts';
import { appForTest, isPostgres, startApp } from './harness.ts';

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
