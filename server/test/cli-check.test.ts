// The command line on counters that are wrong.
import { expect, test } from 'vitest';
import { run } from './commands.ts';
import { appForTest } from './harness.ts';

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
