// Upgrades: a database as an earlier version left it, at each migration there is, with data, comes up to date and works.
import type { AuditLog, Cost, Rating, Tool, ToolWithStats, User } from '@toolscore/contract/schemas';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { listDifferences } from '../src/cli/queries.ts';
import { listTotalDifferences } from '../src/cli/totals.ts';
import { loadConfig } from '../src/config.ts';
import { type Engine, migrate, openDatabase } from '../src/database/index.ts';
import { migrations } from '../src/database/migrations/index.ts';
import { hashPassword } from '../src/features/auth/passwords.ts';
import { labelsHash, textHash } from '../src/features/tools/labels.ts';
import { emptyDatabase } from './empty-database.ts';
import { PASSWORD, startApp } from './harness.ts';

type Row = Record<string, unknown>;
/** A database of the past: its tables are not those that the code knows. */
type Past = Kysely<Record<string, Row>>;
const AT = '2026-01-02T03:04:05.678Z';

async function insert(db: Past, table: string, row: Row): Promise<number> {
  const { id } = await db.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow();
  return Number(id);
}

async function writeCatalogue(db: Past): Promise<void> {
  const people = { tier: 'free', auth_provider: 'local', password_hash: await hashPassword(PASSWORD), created_at: AT };
  await insert(db, 'users', { username: 'Ada', username_key: 'ada', role: 'admin', ...people });
  const userId = await insert(db, 'users', { username: 'Bob', username_key: 'bob', role: 'user', ...people });
  const tool = { description: 'd', features: '["f"]', created_by_id: userId, created_at: AT, updated_at: AT };
  const first = { name: 'First', name_key: 'first', category: 'C', tags: '["t"]', search_text: 'first d c t f' };
  const counts = { usefulness_5: 1, usefulness_2: 1, usability_3: 2 };
  const id = await insert(db, 'tools', { ...tool, ...first, ...counts });
  const second = { name: 'Second', name_key: 'second', category: 'C', tags: '[]', search_text: 'second d c f' };
  const trashed = await insert(db, 'tools', { ...tool, ...second, deleted_at: AT, deleted_by: 'Ada' });
  for (const [kind, label] of [
    ['tag', 't'],
    ['feature', 'f'],
  ])
    await db.insertInto('tool_labels').values({ tool_id: id, kind, label }).execute();
  await db.insertInto('tool_labels').values({ tool_id: trashed, kind: 'feature', label: 'f' }).execute();
  for (const [voter, usefulness] of [
    ['one', 5],
    ['two', 2],
  ]) {
    await insert(db, 'ratings', { tool_id: id, voter, usefulness, usability: 3, created_at: AT });
  }
  const day = { tool_id: id, day: AT.slice(0, 10), rating_count: 2, sum_usefulness: 7, sum_usability: 6 };
  await db.insertInto('rating_days').values(day).execute();
  const entry = { entity_type: 'tool', entity_id: id, action: 'create', user_id: '1', username: 'Ada', created_at: AT };
  await insert(db, 'audit_logs', entry);
}

const idOf = async (db: Past, name: string) =>
  Number((await db.selectFrom('tools').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id);

async function writeImport(db: Past): Promise<void> {
  const importId = await insert(db, 'imports', { created_at: AT, finished_at: AT });
  await db.updateTable('tools').set({ import_id: importId }).where('name', '=', 'Second').execute();
}

async function writePortfolio(db: Past): Promise<void> {
  const [first, second] = [await idOf(db, 'First'), await idOf(db, 'Second')];
  const cost = { tool_id: first, amount: '12.50', currency: 'EUR', period: 'monthly', starts_on: '2026-01-01' };
  await insert(db, 'costs', { ...cost, created_at: AT });
  const relation = { tool_id: first, related_tool_id: second, kind: 'alternative', pair: `${first} ${second}` };
  await insert(db, 'relations', { ...relation, created_at: AT });
}

/** What an earlier version may have written once it had that migration. */
const rows: Record<string, (db: Past) => Promise<void>> = {
  '0001_catalogue': writeCatalogue,
  '0002_imports': writeImport,
  '0003_portfolio': writePortfolio,
};

async function migrateTo(engine: Engine, name: string): Promise<void> {
  const migrator = new Migrator({
    db: engine.db,
    provider: { getMigrations: async () => migrations(engine) },
  });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

async function open(environment: Record<string, string>): Promise<Engine> {
  return openDatabase(loadConfig({ LOG_LEVEL: 'silent', ...environment }), () => undefined);
}

const names = Object.keys(migrations({} as Engine));

test.each(names.map((name, index) => [name, index] as const))(
  'a database at %s, with data, comes up to date and works',
  async (_name, last) => {
    const environment = await emptyDatabase();
    const engine = await open(environment);
    for (const name of names.slice(0, last + 1)) {
      await migrateTo(engine, name);
      await rows[name]?.(engine.db as unknown as Past);
    }
    await engine.close();

    const { context, visitor, close } = await startApp({}, environment);
    onTestFinished(close);
    const ada = await visitor().signIn({ username: 'ada' } as User);
    const [tool] = (await visitor().get<ToolWithStats[]>('/tools?search=first&tags=t&features=f')).body;
    expect(tool).toMatchObject({ name: 'First', createdBy: 'Bob', createdAt: AT, ratingCount: 2, avgCombined: 3.25 });
    const id = tool?.id as number;
    expect((await visitor().get('/categories')).body).toEqual(['C']);
    expect((await visitor().get('/tags/all')).body).toEqual(['t']);
    expect((await visitor().get('/analytics/summary')).body).toMatchObject({ totalTools: 1, totalRatings: 2 });
    expect((await visitor().get('/analytics/by-category')).body).toEqual([
      { category: 'C', toolCount: 1, totalRatings: 2, avgUsefulness: 3.5, avgUsability: 3 },
    ]);
    expect((await visitor().get<Rating[]>(`/tools/${id}/ratings`)).body.length).toBe(2);
    expect((await ada.get<Tool[]>('/tools/trash')).body.map(({ name }) => name)).toEqual(['Second']);
    expect((await ada.get<AuditLog[]>(`/audit-logs?entityId=${id}`)).body.length).toBe(1);
    const costs = (await ada.get<Cost[]>(`/tools/${id}/costs`)).body;
    expect(costs.map(({ amount }) => amount)).toEqual(names.indexOf('0003_portfolio') <= last ? ['12.50'] : []);

    await visitor().rate(id, 5, 3);
    await ada.createTool({ name: 'Third' });
    expect((await ada.patch(`/tools/${id}`, { description: 'changed' })).status).toBe(200);
    expect((await visitor().get(`/tools/${id}`)).body).toMatchObject({ ratingCount: 3, avgUsefulness: 4 });
    expect((await ada.post(`/tools/trash/restore`, { ids: [await secondId(context.engine)] })).status).toBe(200);
    const { differences, checked } = await listDifferences(context.engine.db, 0, 100);
    expect([checked, differences]).toEqual([3, []]);
    expect(await listTotalDifferences(context.engine.db)).toEqual([]);
    const hashes = await context.engine.db
      .selectFrom('tools')
      .select(['name', 'description', 'category', 'tags', 'features', 'labels_hash', 'text_hash'])
      .execute();
    for (const { category, tags, features, labels_hash, text_hash, ...texts } of hashes) {
      expect(text_hash).toBe(textHash(texts));
      expect(labels_hash).toBe(labelsHash({ category, tags: JSON.parse(tags), features: JSON.parse(features) }));
    }
  },
);

const secondId = (engine: Engine) => idOf(engine.db as unknown as Past, 'Second');

test('a database of a later version is left alone, and the message says what it is', async () => {
  const environment = await emptyDatabase();
  const engine = await open(environment);
  onTestFinished(() => engine.close());
  await migrate(engine);
  const row = { name: '9999_future', timestamp: AT };
  await (engine.db as unknown as Past).insertInto('kysely_migration').values(row).execute();
  await expect(migrate(engine)).rejects.toThrow(/made by a later version.*9999_future/);
});
