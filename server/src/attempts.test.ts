import { describe, expect, test } from 'vitest';
import { appForTest } from '../test/harness.ts';
import { countAttempt, createQueue, deleteExpiredAttempts, limitKey, refuseWhenUsedUp } from './attempts.ts';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
const limit = { key: 'k', limit: 3, windowMs: 15 * MINUTE };

async function database() {
  const { context } = await appForTest();
  const { db } = context.engine;
  return {
    db,
    count: async (now: number, of = limit) => countAttempt(db, of, now),
    refuse: async (now: number, of = limit) => refuseWhenUsedUp(db, of, now),
    keys: async () => (await db.selectFrom('attempts').select('key').orderBy('key').execute()).map(({ key }) => key),
  };
}

const tooMany = (minutes: number, seconds: number) => ({
  statusCode: 429,
  message: `Too many attempts; try again in ${minutes} min`,
  retryAfter: seconds,
});

describe('tries', () => {
  test('are counted up to the limit, then refused until the window that the first one opened is over', async () => {
    const { count } = await database();
    expect([await count(NOW), await count(NOW), await count(NOW + MINUTE)]).toEqual([1, 2, 3]);
    await expect(count(NOW + MINUTE)).rejects.toMatchObject(tooMany(14, 14 * 60));
    await expect(count(NOW + 15 * MINUTE - 1)).rejects.toMatchObject(tooMany(1, 1));
    expect(await count(NOW + 15 * MINUTE)).toBe(1);
    expect(await count(NOW + 29 * MINUTE)).toBe(2);
  });

  test('of one thing are not those of another', async () => {
    const { count } = await database();
    for (let i = 0; i < 3; i += 1) await count(NOW);
    expect(await count(NOW, { ...limit, key: 'other' })).toBe(1);
    await expect(count(NOW)).rejects.toMatchObject({ statusCode: 429 });
  });

  test('counted by a clock that is a little ahead, or that overtook others, count like theirs', async () => {
    const { count, refuse } = await database();
    expect([await count(NOW + MINUTE), await count(NOW), await count(NOW + 1)]).toEqual([1, 2, 3]);
    await expect(count(NOW)).rejects.toMatchObject(tooMany(16, 16 * 60));
    await expect(refuse(NOW)).rejects.toMatchObject(tooMany(16, 16 * 60));
  });

  test('counted by a clock that was ahead are none', async () => {
    const { count, refuse } = await database();
    for (let i = 0; i < 3; i += 1) await count(NOW + MINUTE + 1);
    await refuse(NOW);
    expect(await count(NOW)).toBe(1);
    expect(await count(NOW)).toBe(2);
  });

  test('at once are each counted', async () => {
    const { count } = await database();
    const many = { ...limit, limit: 50 };
    const counts = await Promise.all(Array.from({ length: 50 }, () => count(NOW, many)));
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });
});

describe('a limit', () => {
  test('that is used up refuses without counting, until its window is over', async () => {
    const { count, refuse } = await database();
    await refuse(NOW);
    await count(NOW);
    await count(NOW);
    await refuse(NOW);
    await count(NOW);
    await expect(refuse(NOW)).rejects.toMatchObject(tooMany(15, 15 * 60));
    await expect(refuse(NOW + 15 * MINUTE - 1)).rejects.toMatchObject(tooMany(1, 1));
    await refuse(NOW + 15 * MINUTE);
    await refuse(NOW, { ...limit, key: 'other' });
  });

  test('is known by a key that tells nobody what it is of', () => {
    const key = limitKey('secret', 'sign-in', 'ada', '198.51.100.1');
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(limitKey('secret', 'sign-in', 'ada', '198.51.100.1')).toBe(key);
    const others = [
      limitKey('other', 'sign-in', 'ada', '198.51.100.1'),
      limitKey('secret', 'sign-in', 'ad', 'a198.51.100.1'),
      limitKey('secret', 'sign-in', 'ada'),
      limitKey('secret', 1),
      limitKey('secret', '1'),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
  });

  test('leaves nothing behind when its window has passed', async () => {
    const { db, count, keys } = await database();
    await count(NOW, { ...limit, key: 'past' });
    await count(NOW + 1, { ...limit, key: 'running' });
    await deleteExpiredAttempts(db, NOW + 15 * MINUTE);
    expect(await keys()).toEqual(['running']);
  });
});

describe('a queue', () => {
  test('lets work of one key run one after the other, in order, whatever fails, and that of others beside it', async () => {
    const inTurn = createQueue();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      events.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
      return name;
    };
    const first = inTurn('one', work('a'));
    const results = await Promise.allSettled([
      first,
      inTurn('one', work('b')),
      first.then(() => inTurn('one', work('c'))),
      inTurn('two', work('x')),
    ]);
    expect(results).toMatchObject([
      { value: 'a' },
      { status: 'rejected', reason: { message: 'b failed' } },
      { value: 'c' },
      { value: 'x' },
    ]);
    expect(events.filter((event) => !event.startsWith('x'))).toEqual(
      ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    expect(events.indexOf('x begins')).toBeLessThan(events.indexOf('b begins'));
    expect(await inTurn('one', work('d'))).toBe('d');
  });
});
