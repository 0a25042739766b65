import type { AuditLog, Rating, RatingHistoryItem, ToolWithStats } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, startApp, type TestClient } from '../../../test/harness.ts';

const scores = { usefulness: 5, usability: 3 };

async function appWithTool(overrides: Record<string, string> = {}) {
  const started = await appForTest(overrides);
  const member = await started.signedIn();
  const { id } = await member.createTool();
  return { ...started, member, id };
}

const statuses = (answers: { status: number }[], status: number) => answers.filter((a) => a.status === status).length;

async function statsOf(client: TestClient, id: number) {
  const { body } = await client.get<ToolWithStats>(`/tools/${id}`);
  return [body.ratingCount, body.avgUsefulness, body.avgUsability, body.avgCombined];
}

describe('rating a tool', () => {
  test('is answered with the rating, without any voter in it, and moves the statistics', async () => {
    const { visitor, id } = await appWithTool();
    const { status, body } = await visitor().post(`/tools/${id}/ratings`, {
      ...scores,
      comment: 'Great = "good"',
      reviewerName: ' Ada ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      toolId: id,
      ...scores,
      comment: 'Great = "good"',
      reviewerName: 'Ada',
      createdAt: expect.any(String),
    });
    expect(await statsOf(visitor(), id)).toEqual([1, 5, 3, 4]);
  });

  test.each([
    [
      { comment: '  ', reviewerName: ' \t' },
      { comment: null, reviewerName: null },
    ],
    [
      { comment: null, reviewerName: null },
      { comment: null, reviewerName: null },
    ],
    [{}, { comment: null, reviewerName: null }],
    [
      { comment: ' kept\n', reviewerName: '\nAda ' },
      { comment: ' kept\n', reviewerName: 'Ada' },
    ],
  ])('with texts %j keeps %j, at the first time and when it is changed', async (given, kept) => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    expect(await voter.rate(id, 5, 3, given)).toMatchObject(kept);
    await voter.put(`/tools/${id}/ratings/mine`, { ...scores, comment: 'x', reviewerName: 'y' });
    expect((await voter.put(`/tools/${id}/ratings/mine`, { ...scores, ...given })).body).toMatchObject(kept);
  });

  test('a second time is refused, and the text says where to change it', async () => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await voter.rate(id, 5, 3);
    const again = await voter.post<{ error: string }>(`/tools/${id}/ratings`, scores);
    expect(again.status).toBe(409);
    expect(again.body.error).toContain(`/api/tools/${id}/ratings/mine`);
    expect(await statsOf(voter, id)).toEqual([1, 5, 3, 4]);
  });

  test('signed in is another voter than before, and the same on every device', async () => {
    const { visitor, signedIn, id } = await appWithTool();
    const first = await signedIn();
    await first.rate(id, 1, 1);
    const elsewhere = await visitor().signIn(first.user as NonNullable<typeof first.user>);
    expect((await elsewhere.post(`/tools/${id}/ratings`, scores)).status).toBe(409);
    const sameBrowser = visitor();
    await sameBrowser.rate(id, 2, 2);
    await sameBrowser.signIn((await signedIn()).user as NonNullable<typeof first.user>);
    expect((await sameBrowser.post(`/tools/${id}/ratings`, scores)).status).toBe(201);
  });

  test.each([
    ['both cookies', []],
    ['no voter cookie', ['toolscore_voter']],
  ])('64 times at once by one visitor with %s: one counts', async (_name, lost) => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await voter.csrfToken();
    for (const name of lost) voter.cookies.delete(name);
    const answers = await Promise.all(Array.from({ length: 64 }, () => voter.post(`/tools/${id}/ratings`, scores)));
    expect([statuses(answers, 201), statuses(answers, 409)]).toEqual([1, 63]);
    expect(await statsOf(voter, id)).toEqual([1, 5, 3, 4]);
  });

  test('64 times at once by one user against two instances: one counts', async ({ skip }) => {
    if (!isPostgres()) skip('SQLite is one process per file');
    const one = await startApp();
    const two = await startApp({}, one.environment);
    const voter = await one.signedIn();
    const { id } = await voter.createTool();
    const elsewhere = await two.visitor().signIn(voter.user as NonNullable<typeof voter.user>);
    const clients = [voter, elsewhere];
    await Promise.all(clients.map((client) => client.csrfToken()));
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => (clients[i % 2] as TestClient).post(`/tools/${id}/ratings`, scores)),
    );
    expect([statuses(answers, 201), statuses(answers, 409)]).toEqual([1, 63]);
    expect(await statsOf(voter, id)).toEqual([1, 5, 3, 4]);
    await two.close();
    await one.close();
  });

  test('by many voters at once loses none', async () => {
    const { visitor, id } = await appWithTool();
    const voters = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const voter = visitor();
        await voter.csrfToken();
        return voter;
      }),
    );
    const answers = await Promise.all(
      voters.map((voter, i) => voter.post(`/tools/${id}/ratings`, { usefulness: (i % 5) + 1, usability: 3 })),
    );
    expect(statuses(answers, 201)).toBe(40);
    expect(await statsOf(visitor(), id)).toEqual([40, 3, 3, 3]);
  });

  test('unknown and trashed tools answer 404, and nothing is kept', async () => {
    const { admin, visitor, id } = await appWithTool();
    await (await admin()).delete(`/tools/${id}`);
    expect((await visitor().post(`/tools/${id}/ratings`, scores)).status).toBe(404);
    expect((await visitor().post('/tools/987654/ratings', scores)).status).toBe(404);
    expect((await visitor().post('/tools/9007199254740991/ratings', scores)).status).toBe(404);
  });
});

describe("the voter's own rating", () => {
  test('can be read, changed and withdrawn, and the statistics follow', async () => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await visitor().rate(id, 1, 1);
    const rating = await voter.rate(id, 5, 5, { comment: 'first' });
    expect((await voter.get(`/tools/${id}/ratings/mine`)).body).toEqual(rating);
    const changed = await voter.put<Rating>(`/tools/${id}/ratings/mine`, { usefulness: 2, usability: 4 });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...rating, usefulness: 2, usability: 4, comment: null });
    expect(await statsOf(voter, id)).toEqual([2, 1.5, 2.5, 2]);
    expect((await voter.delete(`/tools/${id}/ratings/mine`)).status).toBe(204);
    expect((await voter.get(`/tools/${id}/ratings/mine`)).status).toBe(404);
    expect((await voter.put(`/tools/${id}/ratings/mine`, scores)).status).toBe(404);
    expect(await statsOf(voter, id)).toEqual([1, 1, 1, 1]);
    expect((await voter.post(`/tools/${id}/ratings`, scores)).status).toBe(201);
  });

  test('that there is none, or no such tool, is said in words', async () => {
    const { admin, visitor, signedIn, id } = await appWithTool();
    const gone = (await (await admin()).createTool()).id;
    const member = await signedIn();
    await member.rate(gone, 3, 3);
    await (await admin()).delete(`/tools/${gone}`);
    const requests = (client: TestClient, tool: number) => [
      client.put<{ error: string }>(`/tools/${tool}/ratings/mine`, scores),
      client.delete<{ error: string }>(`/tools/${tool}/ratings/mine`),
    ];
    const none = [404, 'You have not rated this tool'];
    for (const client of [visitor(), member]) {
      await client.csrfToken();
      const read = await client.get<{ error: string }>(`/tools/${id}/ratings/mine`);
      expect([read.status, read.body.error]).toEqual(none);
      for (const { status, body } of await Promise.all(requests(client, id)))
        expect([status, body.error]).toEqual(none);
      for (const { status, body } of await Promise.all([...requests(client, gone), ...requests(client, 987_654)])) {
        expect([status, body.error]).toEqual([404, 'Tool not found']);
      }
    }
    const created = await member.post<{ error: string }>('/tools/987654/ratings', scores);
    expect(created.body.error).toBe('Tool not found');
  });

  test('changed and withdrawn by 30 requests at once leaves counters that agree with the ratings', async () => {
    const { visitor, id } = await appWithTool();
    const voter = visitor();
    await voter.rate(id, 3, 3);
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => {
        if (i % 7 === 3) return voter.delete(`/tools/${id}/ratings/mine`);
        if (i % 7 === 5) return voter.post(`/tools/${id}/ratings`, { usefulness: 1, usability: 5 });
        return voter.put(`/tools/${id}/ratings/mine`, { usefulness: (i % 5) + 1, usability: 5 - (i % 5) });
      }),
    );
    const { body: ratings } = await voter.get<Rating[]>(`/tools/${id}/ratings`);
    const { body: history } = await voter.get<RatingHistoryItem[]>(`/tools/${id}/rating-history`);
    const [only] = ratings;
    expect(await statsOf(voter, id)).toEqual(
      only ? [1, only.usefulness, only.usability, (only.usefulness + only.usability) / 2] : [0, null, null, null],
    );
    expect(history.map(({ count, usefulness }) => [count, usefulness])).toEqual(only ? [[1, only.usefulness]] : []);
  });
});

describe('rating history', () => {
  test('has one item per UTC day, oldest first, with that day means and midnight', async () => {
    const { visitor, clock, context, id } = await appWithTool();
    const day = () => `${new Date(context.clock()).toISOString().slice(0, 10)}T00:00:00.000Z`;
    const untilMidnight = 24 * 3_600_000 - (context.clock() % (24 * 3_600_000));
    clock.advance(untilMidnight + 1000);
    const first = day();
    await visitor().rate(id, 5, 1);
    await visitor().rate(id, 2, 2);
    clock.advance(48 * 3_600_000);
    const second = day();
    await visitor().rate(id, 4, 4);
    const { body } = await visitor().get<RatingHistoryItem[]>(`/tools/${id}/rating-history`);
    expect(body).toEqual([
      { date: first, usefulness: 3.5, usability: 1.5, combined: 2.5, count: 2 },
      { date: second, usefulness: 4, usability: 4, combined: 4, count: 1 },
    ]);
  });

  test('follows what is changed and withdrawn later on the day on which it was given', async () => {
    const { visitor, clock, id } = await appWithTool();
    const [voter, other] = [visitor(), visitor()];
    await other.rate(id, 1, 2);
    const { createdAt } = await voter.rate(id, 5, 1);
    const date = `${createdAt.slice(0, 10)}T00:00:00.000Z`;
    const history = async () => (await visitor().get<RatingHistoryItem[]>(`/tools/${id}/rating-history`)).body.at(-1);
    const before = await history();
    clock.advance(48 * 3_600_000);
    // Their sessions are over, their cookies are not.
    for (const one of [voter, other]) one.forgetToken();
    await voter.put(`/tools/${id}/ratings/mine`, { usefulness: 2, usability: 4 });
    const after = await history();
    await voter.put(`/tools/${id}/ratings/mine`, { usefulness: 5, usability: 1 });
    expect(await history()).toEqual(before);
    expect(after).toMatchObject({ date, count: before?.count });
    const moved = (key: 'usefulness' | 'usability') =>
      ((after?.[key] ?? 0) - (before?.[key] ?? 0)) * (before?.count ?? 0);
    expect([moved('usefulness'), moved('usability')]).toEqual([-3, 3]);
    await voter.delete(`/tools/${id}/ratings/mine`);
    await other.delete(`/tools/${id}/ratings/mine`);
    expect(await history()).toBeUndefined();
  });

  test('answers [] for unknown tools, and 400 for what is no id', async () => {
    const { visitor } = await appWithTool();
    expect(await visitor().get('/tools/424242/rating-history')).toMatchObject({ status: 200, body: [] });
    expect(await visitor().get('/tools/424242/ratings')).toMatchObject({ status: 200, body: [] });
    for (const id of ['0', '-1', '1.5', 'abc', '9007199254740993', '1e21', '%00', '0x10', '1e0', '+1']) {
      expect((await visitor().get(`/tools/${id}/rating-history`)).status, id).toBe(400);
      expect((await visitor().get(`/tools/${id}/ratings`)).status, id).toBe(400);
      expect((await visitor().get(`/tools/${id}`)).status, id).toBe(404);
    }
  });
});

describe('ANONYMOUS_VOTE_LIMIT', () => {
  test('counts accepted votes per address, tool and hour; members and other addresses are not held up', async () => {
    const { visitor, signedIn, clock, member, id } = await appWithTool({ ANONYMOUS_VOTE_LIMIT: '3' });
    const vote = (client: TestClient, address: string, toolId = id) =>
      client.request<{ error?: string }>('POST', `/tools/${toolId}/ratings`, scores, address);
    const voter = visitor();
    expect((await vote(voter, '198.51.100.7')).status).toBe(201);
    for (let i = 0; i < 5; i += 1) expect((await vote(voter, '198.51.100.7')).status).toBe(409);
    expect((await vote(visitor(), '198.51.100.7')).status).toBe(201);
    expect((await vote(visitor(), '198.51.100.7')).status).toBe(201);
    const refused = await vote(visitor(), '198.51.100.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await statsOf(voter, id))[0]).toBe(3);
    expect((await vote(await signedIn(), '198.51.100.7')).status).toBe(201);
    expect((await vote(visitor(), '198.51.100.8')).status).toBe(201);
    expect((await vote(visitor(), '198.51.100.7', (await member.createTool()).id)).status).toBe(201);
    clock.advance(3_600_001);
    expect((await vote(visitor(), '198.51.100.7')).status).toBe(201);
  });

  test('20 visitors at once behind one address: exactly the limit gets in', async () => {
    const { visitor, id } = await appWithTool({ ANONYMOUS_VOTE_LIMIT: '7' });
    const voters = Array.from({ length: 20 }, () => visitor());
    await Promise.all(voters.map((voter) => voter.csrfToken()));
    const answers = await Promise.all(voters.map((voter) => voter.post(`/tools/${id}/ratings`, scores)));
    expect([statuses(answers, 201), statuses(answers, 429)]).toEqual([7, 13]);
    expect((await statsOf(voters[0] as TestClient, id))[0]).toBe(7);
  });
});

test('the audit log tells what became of a rating, and neither it nor the ratings who voted', async () => {
  const { admin, member, id } = await appWithTool();
  const rating = await member.rate(id, 4, 4, { comment: 'fine', reviewerName: 'Ada' });
  await member.put(`/tools/${id}/ratings/mine`, { usefulness: 4, usability: 1, comment: 'fine' });
  await member.delete(`/tools/${id}/ratings/mine`);
  const { body } = await (await admin()).get<AuditLog[]>(`/audit-logs?entityType=rating&entityId=${rating.id}`);
  for (const { userId, username } of body) expect([userId, username]).toEqual(['voter', 'voter']);
  const fields = { toolId: id, usefulness: 4, usability: 4, comment: 'fine', reviewerName: 'Ada' };
  expect(body.map(({ action, changes }) => [action, JSON.parse(changes as string)])).toEqual([
    [
      'delete',
      Object.fromEntries(
        Object.entries({ ...fields, usability: 1 })
          .filter(([key]) => key !== 'reviewerName')
          .map(([key, from]) => [key, { from, to: null }]),
      ),
    ],
    ['update', { usability: { from: 4, to: 1 }, reviewerName: { from: 'Ada', to: null } }],
    ['create', Object.fromEntries(Object.entries(fields).map(([key, to]) => [key, { from: null, to }]))],
  ]);
});

test('ratings are paged on request, newest first', async () => {
  const { visitor, id } = await appWithTool();
  const ratings: Rating[] = [];
  for (let i = 0; i < 5; i += 1) ratings.unshift(await visitor().rate(id, 3, 3, { comment: `${i}` }));
  expect((await visitor().get(`/tools/${id}/ratings`)).body).toEqual(ratings);
  const page = await visitor().get(`/tools/${id}/ratings?limit=2&offset=2`);
  expect(page.body).toEqual(ratings.slice(2, 4));
  expect(page.headers['x-total-count']).toBe('5');
  expect(page.headers.link).toContain(`</api/tools/${id}/ratings?limit=2&offset=4>; rel="next"`);
});
