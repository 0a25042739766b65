// Places for transactions, by themselves, with a clock to set.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Places } from './places.ts';

const LIMIT = 1000;

/** Work that goes on until it is told to end, what has begun, and the clock. */
function createWork(count: number) {
  let now = 0;
  const places = new Places(count, LIMIT, () => now);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    places,
    begun,
    spend: (milliseconds: number) => (now += milliseconds),
    start: (name: string) =>
      places.take(async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return name;
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

test('so many go on at once, the others in their order as soon as one has ended, however it ended', async () => {
  const { places, begun, start, end } = createWork(2);
  const failing = places.take(async () => {
    await setImmediate();
    throw new Error('no');
  });
  const [a, b, c] = ['a', 'b', 'c'].map(start);
  expect(begun).toEqual(['a']);
  await expect(failing).rejects.toThrow('no');
  await setImmediate();
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  expect([await a, await b, await c]).toEqual(['a', 'b', 'c']);
  // All places are free again, and no more than there were.
  for (const name of ['d', 'e', 'f']) void start(name);
  expect(begun.slice(3)).toEqual(['d', 'e']);
});

test('how long the first has waited is known, and 0 when nobody does', async () => {
  const { places, start, end, spend } = createWork(1);
  void start('a');
  spend(5);
  expect(places.waited()).toBe(0);
  void start('b');
  spend(7);
  void start('c');
  spend(1);
  expect(places.waited()).toBe(8);
  await end('a');
  expect(places.waited()).toBe(1);
  await end('b');
  expect(places.waited()).toBe(0);
});

test('all who have waited too long fail together when one ends, and the next one begins', async () => {
  const { begun, start, end, spend } = createWork(1);
  void start('a');
  const late = Promise.allSettled([start('late'), start('later')]);
  spend(1);
  void start('in time');
  spend(LIMIT);
  await end('a');
  expect((await late).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(begun).toEqual(['a', 'in time']);
});
