// A wall clock that jumps, as one does whose battery was empty, or whose virtual machine was asleep: nothing that was written
// by a wrong clock locks anybody out, stops a job, or deletes anything, once the clock is right.
import type { RatingHistoryItem } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { runDueJobs, takeLease } from '../src/jobs.ts';
import { appForTest, type TestClient } from './harness.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const silent = { info: () => undefined, error: () => undefined };

const failToSignIn = (client: TestClient) =>
  client.post('/auth/login', { username: 'nobody', password: 'wrong password' });

async function statusesOf(count: number, attempt: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await attempt()).status);
  return statuses;
}

describe('a clock that is put back by a year', () => {
  test('locks nobody out for a year: limits begin anew, and hold', async () => {
    const { visitor, clock } = await appForTest({ LOGIN_ATTEMPT_LIMIT: '3' });
    clock.advance(YEAR);
    const client = visitor();
    expect(await statusesOf(4, () => failToSignIn(client))).toEqual([401, 401, 401, 429]);
    clock.advance(-YEAR);
    const again = visitor();
    expect(await statusesOf(4, () => failToSignIn(again))).toEqual([401, 401, 401, 429]);
    clock.advance(16 * 60_000);
    expect((await failToSignIn(again)).status).toBe(401);
  });

  test('leaves votes as limited as before, not more', async () => {
    const { visitor, signedIn, clock } = await appForTest({ ANONYMOUS_VOTE_LIMIT: '1' });
    const { id } = await (await signedIn()).createTool();
    const vote = () => visitor().post(`/tools/${id}/ratings`, { usefulness: 3, usability: 3 });
    clock.advance(YEAR);
    expect(await statusesOf(2, vote)).toEqual([201, 429]);
    clock.advance(-YEAR);
    expect(await statusesOf(2, vote)).toEqual([201, 429]);
  });

  test('stops no job: a lease of the future is nobody’s', async () => {
    const { context, clock } = await appForTest();
    const { db } = context.engine;
    clock.advance(YEAR);
    expect(await takeLease(db, 'job', HOUR, context.clock())).toBe(true);
    expect(await takeLease(db, 'job', HOUR, context.clock())).toBe(false);
    clock.advance(-YEAR);
    expect(await takeLease(db, 'job', HOUR, context.clock())).toBe(true);
    expect(await takeLease(db, 'job', HOUR, context.clock())).toBe(false);
    clock.advance(HOUR);
    expect(await takeLease(db, 'job', HOUR, context.clock())).toBe(true);
  });

  test('keeps people signed in, takes their ratings, and orders days as they are written', async () => {
    const { signedIn, visitor, clock } = await appForTest();
    const member = await signedIn();
    const { id } = await member.createTool();
    await visitor().rate(id, 5, 5);
    clock.advance(-YEAR);
    expect((await member.get('/auth/me')).status).toBe(200);
    await member.rate(id, 1, 1);
    const { body } = await visitor().get<RatingHistoryItem[]>(`/tools/${id}/rating-history`);
    expect(body.map(({ usefulness }) => usefulness)).toEqual([1, 5]);
  });
});

test('clocks of instances that differ by a minute give nobody a lease that another one holds', async () => {
  const { context } = await appForTest();
  const { db } = context.engine;
  const now = context.clock();
  expect(await takeLease(db, 'job', HOUR, now + 60_000)).toBe(true);
  expect(await takeLease(db, 'job', HOUR, now)).toBe(false);
  expect(await takeLease(db, 'job', HOUR, now - 1)).toBe(true);
});

describe('a clock that goes forward', () => {
  test('ends sessions when they are due, and not before', async () => {
    const { signedIn, clock } = await appForTest();
    const member = await signedIn();
    clock.advance(13 * DAY);
    expect((await member.get('/auth/me')).status).toBe(200);
    clock.advance(2 * DAY);
    expect((await member.get('/auth/me')).status).toBe(401);
  });
});

test('the purge of the trash, whose clock was put back and is right again, deletes only what is due', async () => {
  const { admin, context, clock } = await appForTest({ TRASH_RETENTION_DAYS: '30' });
  const member = await admin();
  const { id } = await member.createTool();
  await member.post('/tools/trash', { ids: [id] });
  const trashed = async () => (await member.get<unknown[]>('/tools/trash')).body.length;
  clock.advance(-YEAR);
  await runDueJobs(context, silent);
  expect(await trashed()).toBe(1);
  clock.advance(YEAR + DAY);
  await runDueJobs(context, silent);
  expect(await trashed()).toBe(1);
  clock.advance(30 * DAY);
  await runDueJobs(context, silent);
  const again = await admin();
  expect((await again.get<unknown[]>('/tools/trash')).body.length).toBe(0);
});
