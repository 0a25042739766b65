// Backups of PostgreSQL are its own: what pg_dump takes from a running service, and pg_restore puts elsewhere, is that service.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { User } from '@toolscore/contract/schemas';
import { expect, inject, onTestFinished, test } from 'vitest';
import { listDifferences } from '../src/cli/queries.ts';
import { emptyDatabase } from './empty-database.ts';
import { appForTest, startApp } from './harness.ts';
import { newFolder } from './service.ts';

function run(command: string, ...args: string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
}

test.skipIf(inject('postgres') === null)(
  'a dump of a running PostgreSQL service, restored elsewhere, has everything and goes on from there',
  async () => {
    const { admin, visitor, environment } = await appForTest();
    const member = await admin();
    const { id } = await member.createTool({ name: 'Kept', tags: ['tag'] });
    await visitor().rate(id, 5, 2, { comment: 'kept' });
    const paths = ['/tools?tags=tag', `/tools/${id}/ratings`, `/tools/${id}/rating-history`, '/analytics/summary'];
    const before = await Promise.all(paths.map(async (path) => (await visitor().get(path)).body));
    const file = join(newFolder(), 'toolscore.dump');
    run('pg_dump', '--format=custom', `--file=${file}`, environment.DATABASE_URL as string);
    await member.createTool({ name: 'Later' });

    const target = await emptyDatabase();
    run('pg_restore', '--no-owner', `--dbname=${target.DATABASE_URL}`, file);
    const restored = await startApp({}, target);
    onTestFinished(restored.close);
    const after = await Promise.all(paths.map(async (path) => (await restored.visitor().get(path)).body));
    expect(after).toEqual(before);
    const again = await restored.visitor().signIn(member.user as User);
    expect((await again.createTool({ name: 'Next' })).id).toBe(id + 1);
    await restored.visitor().rate(id, 1, 1);
    expect((await listDifferences(restored.context.engine.db, 0, 100)).differences).toEqual([]);
  },
);
