// What is told to the thread that compares tools, and what becomes of questions when something fails.
import { describe, expect, onTestFinished, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';
import { insertTools } from '../tools/queries.ts';
import { normalizeTool } from '../tools/rules.ts';
import { createComparison } from './comparison.ts';

const AT = '2026-01-01T00:00:00.000Z';
const nothing = async () => undefined;

async function setUp() {
  const { context } = await appForTest();
  const { db, reader } = context.engine;
  let reads = 0;
  let meanwhile: () => Promise<void> = nothing;
  const watched = reader.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1;
      await meanwhile();
      return result;
    },
  });
  const comparison = createComparison({ ...context.engine, reader: watched });
  onTestFinished(comparison.close);
  return {
    comparison,
    /** Adds tools of these tags and tells their ids. */
    add: async (count: number, ...tags: string[]) => {
      const tool = { name: 'Tool', description: 'A tool', category: 'C', tags };
      return insertTools(
        db,
        Array.from({ length: count }, () => normalizeTool(tool)),
        null,
        AT,
      );
    },
    setTrashed: async (ids: number[], deletedAt: string | null) =>
      db.updateTable('tools').set({ deleted_at: deletedAt }).where('id', 'in', ids).execute(),
    retag: async (id: number) =>
      db.updateTable('tools').set({ tags: '["x","y"]', labels_hash: 1 }).where('id', '=', id).execute(),
    similarTo: async (id: number) => (await comparison.similarTo(id, 10, [])).similar.map((one) => one.id),
    /** How often the database is read for that. */
    readsFor: async (ask: () => Promise<unknown>) => {
      reads = 0;
      await ask();
      return reads;
    },
    /** Lets that happen whenever the database is read. */
    during: (what: () => Promise<void>) => {
      meanwhile = what;
    },
  };
}

describe('the thread that compares tools is told', () => {
  const FINGERPRINT = 1;
  const LIST = 1;

  test('all parts of the catalogue once, and of a change only the part that has it', async () => {
    const { add, setTrashed, retag, similarTo, readsFor } = await setUp();
    const ids = await add(1100, 'many');
    const [first = 0, second = 0] = await add(2, 'a', 'b');
    await setTrashed(ids.slice(10, 1090), AT);
    const expectReads = async (parts: number, found: number[]) =>
      expect(await readsFor(async () => expect(await similarTo(first)).toEqual(found))).toBe(
        parts === 0 ? FINGERPRINT : FINGERPRINT + LIST + parts,
      );
    await expectReads(2, [second]);
    await expectReads(0, [second]);
    await retag(second);
    await expectReads(1, []);
    await expectReads(0, []);
    await setTrashed(ids.slice(0, 10), AT);
    await expectReads(1, []);
    await expectReads(0, []);
  });

  test('of a tool that took the place of one like it, though what both say adds up to the same', async () => {
    const { add, setTrashed, similarTo } = await setUp();
    const [asked = 0, before = 0] = await add(2, 'a', 'b');
    const fillers = await add(1020, 'z');
    const [after = 0] = await add(1, 'a', 'b');
    // There are 1,021 factors by which neighbours differ.
    expect(after - before).toBe(1021);
    await setTrashed([...fillers, after], AT);
    expect(await similarTo(asked)).toEqual([before]);
    await setTrashed([before], AT);
    await setTrashed([after], null);
    expect(await similarTo(asked)).toEqual([after]);
  });

  test('what was committed before a question, also while it is being told of something else', async () => {
    const { add, similarTo, during } = await setUp();
    await add(20, 'z');
    const [asked = 0] = await add(1, 'a', 'b');
    const added: number[] = [];
    const answers: Promise<number[]>[] = [];
    during(async () => {
      if (added.length === 5) return;
      added.push(...(await add(1, 'a', 'b')));
      const known = [...added];
      answers.push(similarTo(asked).then((found) => known.filter((id) => !found.includes(id))));
    });
    await similarTo(asked);
    while (answers.length < 5) await similarTo(asked);
    expect(await Promise.all(answers)).toEqual(answers.map(() => []));
  });

  test('of one change once, however many ask', async () => {
    const { add, similarTo, readsFor } = await setUp();
    const [asked = 0] = await add(2, 'a', 'b');
    const askOften = () => Promise.all(Array.from({ length: 20 }, () => similarTo(asked)));
    expect(await readsFor(askOften)).toBe(FINGERPRINT + LIST + 1);
    expect(await readsFor(askOften)).toBe(FINGERPRINT);
  });
});

describe('a question about similar tools', () => {
  test('that the thread cannot answer fails with its reason, and others do not', async () => {
    const { add, comparison, similarTo } = await setUp();
    const [first = 0, second = 0] = await add(2, 'a', 'b');
    const wrong = [null] as unknown as [number, number][];
    const [failure, found, clusters] = await Promise.allSettled([
      comparison.clusters(wrong),
      similarTo(first),
      comparison.clusters([]),
    ]);
    expect(failure).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('TypeError') } });
    expect(found).toEqual({ status: 'fulfilled', value: [second] });
    expect(clusters).toMatchObject({ status: 'fulfilled', value: [{ ids: [first, second] }] });
  });

  test('fails when the thread ends before it was asked; the next one starts another', async () => {
    const { add, comparison, similarTo, during } = await setUp();
    const [first = 0, second = 0] = await add(2, 'a', 'b');
    expect(await similarTo(first)).toEqual([second]);
    during(comparison.close);
    await expect(similarTo(first)).rejects.toThrow('the thread that compares tools has ended');
    during(nothing);
    expect(await similarTo(first)).toEqual([second]);
  });

  test('fails when the thread ends before it has answered', async () => {
    const { comparison, during } = await setUp();
    during(async () => void setImmediate(() => void comparison.close()));
    await expect(comparison.clusters([])).rejects.toThrow('the thread that compares tools has ended');
    during(nothing);
    expect(await comparison.clusters([])).toEqual([]);
  });

  test('fails with the database, and is answered when that is back', async () => {
    const { add, similarTo, during } = await setUp();
    const [first = 0, second = 0] = await add(2, 'a', 'b');
    during(async () => {
      throw new Error('away');
    });
    await expect(Promise.all([similarTo(first), similarTo(first)])).rejects.toThrow('away');
    during(nothing);
    expect(await similarTo(first)).toEqual([second]);
  });
});
