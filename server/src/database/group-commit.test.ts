import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { appForTest, isPostgres } from '../../test/harness.ts';
import { inTransaction } from './index.ts';

const lease = (name: string) => ({ name, holder: 'test', expires_at: '2026-01-01T00:00:00.000Z' });

test('transactions at the same moment: those that fail leave nothing, and their neighbours everything', async () => {
  const { engine } = (await appForTest()).context;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) =>
      inTransaction(engine, async (trx) => {
        await trx
          .insertInto('leases')
          .values(lease(`a${i}`))
          .execute();
        if (i % 3 === 0) throw new Error(`no ${i}`);
        if (i % 7 === 1)
          await trx
            .insertInto('leases')
            .values(lease(`a${i}`))
            .execute();
        await trx
          .insertInto('leases')
          .values(lease(`b${i}`))
          .execute();
        return i;
      }),
    ),
  );
  const fulfilled = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const expected = Array.from({ length: 100 }, (_, i) => i).filter((i) => i % 3 !== 0 && i % 7 !== 1);
  expect(fulfilled).toEqual(expected);
  const rows = await engine.db.selectFrom('leases').select('name').execute();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(expected.flatMap((i) => [`a${i}`, `b${i}`]).toSorted());
});

test('a transaction that is begun inside the answer of another one is not lost', async () => {
  const { engine } = (await appForTest()).context;
  const chain = async (name: string) => {
    for (let i = 0; i < 10; i += 1) {
      await inTransaction(engine, (trx) =>
        trx
          .insertInto('leases')
          .values(lease(`${name}${i}`))
          .execute(),
      );
    }
  };
  await Promise.all(['x', 'y', 'z'].map(chain));
  expect((await engine.db.selectFrom('leases').select('name').execute()).length).toBe(30);
});

test('on SQLite, those who come one in each turn of the event loop while others commit share the next commit', async ({
  skip,
}) => {
  if (isPostgres()) skip('PostgreSQL shares commits by itself');
  const { engine } = (await appForTest()).context;
  const commits = new Set<unknown>();
  const all: Promise<unknown>[] = [];
  const come = () => all.push(inTransaction(engine, async (trx) => commits.add(trx)));
  for (let i = 0; i < 2; i += 1) come();
  for (let turn = 0; turn < 20; turn += 1) {
    await setImmediate();
    come();
  }
  await Promise.all(all);
  expect(commits.size).toBeLessThan(5);
});
