// An import that is cut off by kill -9, again and again, in a process of its own with SQLite.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { ImportResult } from '@toolscore/contract/schemas';
import { expect, inject, onTestFinished, test } from 'vitest';
import { loadConfig } from '../src/config.ts';
import { migrate, openDatabase } from '../src/database/index.ts';
import { startApp } from './harness.ts';

const seed = new URL('../src/seed.ts', import.meta.url).pathname;
const ROWS = 2000;
const KILLS = 10;

const catalogue = JSON.stringify(
  Array.from({ length: ROWS }, (_, index) => ({
    name: `Tool ${index}`,
    description: `Description of ${index}`,
    category: `Category ${index % 9}`,
    tags: [`tag ${index}`, 'all'],
    features: ['one'],
  })),
);

/** Starts the import and kills it as soon as it has written more tools. */
async function importAndKill(databaseFile: string, file: string): Promise<void> {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: dirname(databaseFile) };
  const child = spawn(process.execPath, [seed, file], { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const watching = new DatabaseSync(databaseFile, { timeout: 5000 });
  const count = watching.prepare('select count(*) as tools from tools');
  const before = count.get()?.tools;
  while (child.exitCode === null && count.get()?.tools === before) await setTimeout(3);
  // Before the kill: nobody is left to tidy up after it, and the next one to open the file has to.
  watching.close();
  child.kill('SIGKILL');
  await ended;
}

/** Tools, after making sure that the database is intact and that each tool has its labels and its audit entry. */
function countWholeTools(databaseFile: string): number {
  const database = new DatabaseSync(databaseFile);
  const number = (statement: string) => Number(Object.values(database.prepare(statement).get() ?? {})[0]);
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const tools = number('select count(*) from tools');
    expect(number('select count(*) from tool_labels')).toBe(3 * tools);
    expect(number("select count(*) from audit_logs where entity_type = 'tool' and action = 'create'")).toBe(tools);
    expect(number('select count(distinct name_key) from tools')).toBe(tools);
    return tools;
  } finally {
    database.close();
  }
}

test.skipIf(inject('postgres') !== null)(
  'an import, killed ten times half-way, leaves whole tools only and completes at last without a duplicate',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'toolscore-crash-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const databaseFile = join(dataDir, 'toolscore.sqlite');
    const file = join(dataDir, 'catalogue.json');
    writeFileSync(file, catalogue);
    const engine = openDatabase(loadConfig({ DATA_DIR: dataDir }), () => undefined);
    await migrate(engine);
    await engine.close();

    let cutOff = 0;
    let before = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await importAndKill(databaseFile, file);
      const after = countWholeTools(databaseFile);
      if (after > before && after < ROWS) cutOff += 1;
      before = after;
    }
    expect(cutOff).toBeGreaterThanOrEqual(KILLS / 2);

    const service = await startApp({}, { DATA_DIR: dataDir });
    onTestFinished(service.close);
    const admin = await service.admin();
    const headers = { 'content-type': 'text/plain', 'x-csrf-token': await admin.csrfToken() };
    const request = { body: catalogue, headers };
    const { body } = await admin.send<ImportResult>('POST', '/admin/tools/import?mode=upsert', request);
    expect([body.created, body.unchanged, body.failed]).toEqual([ROWS - before, before, 0]);
    expect(countWholeTools(databaseFile)).toBe(ROWS);
  },
  300_000,
);
