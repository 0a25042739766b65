import { expect, test } from 'vitest';
import { appForTest } from '../../test/harness.ts';
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
