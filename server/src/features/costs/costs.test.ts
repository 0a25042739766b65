import type { Cost, CostAnalytics } from '@toolscore/contract/schemas';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appForTest } from '../../../test/harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const monthly = { amount: '12.50', currency: 'EUR', period: 'monthly', startsOn: '2020-01-01' };

/** Whatever the currency: the oracle of the property test knows nothing of minor units. */
function asTenThousandths(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0'));
}

async function appWithTool() {
  const started = await appForTest();
  const admin = await started.admin();
  const { id } = await admin.createTool();
  const record = async (body: object, toolId = id) => {
    const answer = await admin.post<Cost>(`/tools/${toolId}/costs`, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const analytics = async () => (await admin.get<CostAnalytics>('/analytics/costs')).body;
  return { ...started, admin, id, record, analytics };
}

describe('a cost', () => {
  test('is recorded with its exact amounts and listed with the latest start first', async () => {
    const { admin, id, record } = await appWithTool();
    const first = await record({ ...monthly, seats: 7, vendor: ' Acme ', note: ' ', renewsOn: '2020-12-31' });
    expect(first).toEqual({
      id: expect.any(Number),
      toolId: id,
      ...monthly,
      seats: 7,
      vendor: 'Acme',
      note: null,
      endsOn: null,
      renewsOn: '2020-12-31',
      yearlyAmount: '150.00',
      costPerSeat: '21.43',
      createdBy: admin.user?.username,
      createdAt: expect.any(String),
    });
    const second = await record({ ...monthly, amount: '13', startsOn: '2021-01-01' });
    expect(second.amount).toBe('13.00');
    const { body } = await admin.get<Cost[]>(`/tools/${id}/costs`);
    expect(body).toEqual([second, first]);
  });

  test.each([
    ['EUR', '0.10', 'monthly', 3, '1.20', '0.40'],
    ['JPY', '1000', 'yearly', 3, '1000', '333'],
    ['KWD', '1.005', 'monthly', 2, '12.060', '6.030'],
    ['HUF', '99.90', 'yearly', null, '99.90', null],
    ['CLF', '0.0001', 'once', 1, null, '0.0001'],
    ['USD', '999999999999.99', 'monthly', null, '11999999999999.88', null],
    ['USD', '007', 'once', 2, null, '3.50'],
  ])('in %s of %s %s for %s seats is %s a year and %s a seat', async (currency, amount, period, seats, ...expected) => {
    const { record } = await appWithTool();
    const { yearlyAmount, costPerSeat } = await record({ ...monthly, currency, amount, period, seats });
    expect([yearlyAmount, costPerSeat]).toEqual(expected);
  });

  test.each([
    ['amount', { amount: '-1' }],
    ['amount', { amount: 12.5 }],
    ['amount', { amount: '1e3' }],
    ['amount', { amount: '' }],
    ['amount', { amount: '١٢' }],
    ['amount', { amount: '1234567890123' }],
    ['amount', { amount: '1.234' }],
    ['amount', { amount: '1.5', currency: 'JPY' }],
    ['amount', { amount: '1.2345', currency: 'KWD' }],
    ['currency', { currency: 'EURO' }],
    ['currency', { currency: 'ABC' }],
    ['currency', { currency: 'eur' }],
    ['currency', { currency: 'XDR' }],
    ['period', { period: 'weekly' }],
    ['seats', { seats: 0 }],
    ['seats', { seats: 1.5 }],
    ['startsOn', { startsOn: '2023-02-29' }],
    ['startsOn', { startsOn: '2023-2-1' }],
    ['startsOn', { startsOn: undefined }],
    ['endsOn', { endsOn: '2019-12-31' }],
    ['renewsOn', { renewsOn: '2019-12-31' }],
    ['vendor', { vendor: 'x'.repeat(201) }],
    ['note', { note: 'a\0b' }],
  ])('with a wrong %s (%j) is refused, and the error names it', async (field, wrong) => {
    const { admin, id } = await appWithTool();
    const answer = await admin.post<{ error: string }>(`/tools/${id}/costs`, { ...monthly, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(field);
    expect((await admin.get(`/tools/${id}/costs`)).body).toEqual([]);
  });

  test('is corrected as a whole, and the audit log has the value before and after', async () => {
    const { admin, record } = await appWithTool();
    const { id } = await record({ ...monthly, seats: 5 });
    const { status, body } = await admin.patch<Cost>(`/costs/${id}`, { amount: '1500', currency: 'JPY', seats: null });
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: '1500', currency: 'JPY', seats: null, yearlyAmount: '18000' });
    const logs = await admin.get<{ action: string; changes: string }[]>(`/audit-logs?entityType=cost&entityId=${id}`);
    expect(logs.body.map(({ action }) => action)).toEqual(['update', 'create']);
    expect(JSON.parse(logs.body[0]?.changes ?? '')).toEqual({
      amount: { from: '12.50', to: '1500' },
      currency: { from: 'EUR', to: 'JPY' },
      seats: { from: 5, to: null },
    });
  });

  test('is not corrected to what it could not have been recorded as', async () => {
    const { admin, id, record } = await appWithTool();
    const cost = await record({ ...monthly, endsOn: '2020-06-30' });
    for (const wrong of [{ currency: 'JPY' }, { startsOn: '2020-07-01' }, { endsOn: '2019-01-01' }, { amount: null }]) {
      expect((await admin.patch(`/costs/${cost.id}`, wrong)).status).toBe(400);
    }
    expect((await admin.get(`/tools/${id}/costs`)).body).toEqual([cost]);
  });

  test('corrected to what it is leaves no trace; deleted, it leaves its values in the audit log', async () => {
    const { admin, id, record } = await appWithTool();
    const cost = await record(monthly);
    expect((await admin.patch(`/costs/${cost.id}`, { amount: '12.5' })).status).toBe(200);
    expect((await admin.delete(`/costs/${cost.id}`)).status).toBe(204);
    expect((await admin.delete(`/costs/${cost.id}`)).status).toBe(404);
    expect((await admin.patch(`/costs/${cost.id}`, {})).status).toBe(404);
    expect((await admin.get(`/tools/${id}/costs`)).body).toEqual([]);
    const logs = await admin.get<{ action: string; changes: string }[]>('/audit-logs?entityType=cost');
    expect(logs.body.map(({ action }) => action)).toEqual(['delete', 'create']);
    expect(JSON.parse(logs.body[0]?.changes ?? '')).toMatchObject({ amount: { from: '12.50', to: null } });
  });

  test('of an unknown tool, or with an id that is none, is 404', async () => {
    const { admin } = await appWithTool();
    for (const id of ['999999', '9007199254740991', '0', 'abc']) {
      expect((await admin.get(`/tools/${id}/costs`)).status).toBe(404);
      expect((await admin.post(`/tools/${id}/costs`, monthly)).status).toBe(404);
      expect((await admin.patch(`/costs/${id}`, {})).status).toBe(404);
      expect((await admin.delete(`/costs/${id}`)).status).toBe(404);
    }
  });

  test('of a trashed tool is gone everywhere, and back when the tool is', async () => {
    const { admin, id, record, analytics } = await appWithTool();
    const cost = await record({ ...monthly, renewsOn: '2999-01-01' });
    const before = await analytics();
    await admin.post('/tools/trash', { ids: [id] });
    expect((await admin.get(`/tools/${id}/costs`)).status).toBe(404);
    expect((await admin.post(`/tools/${id}/costs`, monthly)).status).toBe(404);
    expect((await admin.patch(`/costs/${cost.id}`, { amount: '1' })).status).toBe(404);
    expect((await admin.delete(`/costs/${cost.id}`)).status).toBe(404);
    expect(await analytics()).toEqual({ totals: [], byCategory: [], byTool: [], renewals: [] });
    await admin.post('/tools/trash/restore', { ids: [id] });
    expect((await admin.get(`/tools/${id}/costs`)).body).toEqual([cost]);
    expect(await analytics()).toEqual(before);
  });
});

describe('cost totals', () => {
  test('count what runs today by the clock, yearly and once apart, and never add currencies', async () => {
    const { admin, id, record, analytics, clock, context } = await appWithTool();
    const other = await admin.createTool({ name: 'Another', category: 'Billing' });
    const day = (offset: number) => new Date(context.clock() + offset * DAY_MS).toISOString().slice(0, 10);
    await record({ ...monthly, startsOn: day(0), endsOn: day(0) });
    await record({ ...monthly, amount: '100', period: 'once', startsOn: day(-1) });
    await record({ ...monthly, amount: '7', startsOn: day(1) });
    await record({ ...monthly, amount: '9', startsOn: day(-9), endsOn: day(-1) });
    await record({ ...monthly, amount: '500', currency: 'JPY', renewsOn: day(30) }, other.id);
    const eur = { currency: 'EUR', yearlyAmount: '150.00', onceAmount: '100.00' };
    const jpy = { currency: 'JPY', yearlyAmount: '6000', onceAmount: '0' };
    expect(await analytics()).toEqual({
      totals: [eur, jpy],
      byCategory: [
        { category: 'Billing', totals: [jpy] },
        { category: 'General', totals: [eur] },
      ],
      byTool: [
        { toolId: other.id, name: 'Another', totals: [jpy] },
        { toolId: id, name: expect.any(String), totals: [eur] },
      ],
      renewals: [
        {
          costId: expect.any(Number),
          toolId: other.id,
          name: 'Another',
          renewsOn: day(30),
          amount: '500',
          currency: 'JPY',
        },
      ],
    });
    clock.advance(DAY_MS);
    const { totals } = await analytics();
    expect(totals[0]).toEqual({ currency: 'EUR', yearlyAmount: '84.00', onceAmount: '100.00' });
  });

  test('equal exact arithmetic, for any amounts in currencies of 0, 2, 3 and 4 decimals', async () => {
    const { admin, analytics } = await appWithTool();
    const decimals = { JPY: 0, KRW: 0, EUR: 2, USD: 2, KWD: 3, TND: 3, CLF: 4 } as const;
    const cost = fc
      .record({
        currency: fc.constantFrom(...(Object.keys(decimals) as (keyof typeof decimals)[])),
        whole: fc.bigInt(0n, 999_999_999_999n),
        fraction: fc.nat(9999),
        period: fc.constantFrom('monthly', 'yearly', 'once'),
      })
      .map(({ currency, whole, fraction, period }) => {
        const digits = String(fraction).padStart(4, '0').slice(0, decimals[currency]);
        return { currency, period, amount: digits === '' ? String(whole) : `${whole}.${digits}` };
      });
    await fc.assert(
      fc.asyncProperty(fc.array(cost, { minLength: 1, maxLength: 12 }), async (costs) => {
        const { id } = await admin.createTool();
        const expected = new Map<string, { yearly: bigint; once: bigint }>();
        for (const body of costs) {
          const { status } = await admin.post(`/tools/${id}/costs`, { ...body, startsOn: '2020-01-01' });
          expect(status).toBe(201);
          const value = asTenThousandths(body.amount);
          const sum = expected.get(body.currency) ?? { yearly: 0n, once: 0n };
          if (body.period === 'once') sum.once += value;
          else sum.yearly += body.period === 'monthly' ? value * 12n : value;
          expected.set(body.currency, sum);
        }
        const { byTool, totals } = await analytics();
        const found = byTool.find(({ toolId }) => toolId === id)?.totals ?? [];
        expect(found).toEqual(totals);
        expect(found.map(({ currency }) => currency)).toEqual([...expected.keys()].toSorted());
        for (const { currency, yearlyAmount, onceAmount } of found) {
          const { yearly, once } = expected.get(currency) as { yearly: bigint; once: bigint };
          expect([asTenThousandths(yearlyAmount), asTenThousandths(onceAmount)]).toEqual([yearly, once]);
          expect(yearlyAmount.split('.')[1]?.length ?? 0).toBe(decimals[currency as keyof typeof decimals]);
        }
        await admin.delete(`/tools/${id}`);
      }),
      { numRuns: 25 },
    );
  });
});

describe('costs are for', () => {
  test('those with the feature to read and for admins to write', async () => {
    const { visitor, signedIn, id, record } = await appWithTool();
    const cost = await record(monthly);
    const [anonymous, free, premium] = [visitor(), await signedIn(), await signedIn({ tier: 'premium' })];
    for (const [client, read, write] of [
      [anonymous, 401, 401],
      [free, 403, 403],
      [premium, 200, 403],
    ] as const) {
      expect((await client.get(`/tools/${id}/costs`)).status).toBe(read);
      expect((await client.get('/analytics/costs')).status).toBe(read);
      expect((await client.post(`/tools/${id}/costs`, monthly)).status).toBe(write);
      expect((await client.patch(`/costs/${cost.id}`, {})).status).toBe(write);
      expect((await client.delete(`/costs/${cost.id}`)).status).toBe(write);
    }
  });
});
