// Money by itself; that the service adds up what it stored is in costs.test.ts.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalsOf, derivedAmounts, toDecimal, toMinor, totalsOf } from './money.ts';
import { normalizeCost } from './rules.ts';

const decimals = { JPY: 0, EUR: 2, KWD: 3, CLF: 4 } as const;
type Currency = keyof typeof decimals;
const currency = fc.constantFrom(...(Object.keys(decimals) as Currency[]));
const minor = fc.bigInt(0n, 10n ** 16n);
const period = fc.constantFrom('monthly', 'yearly', 'once');

describe('decimals', () => {
  test.each([
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
    [2, 'EUR USD GBP CHF HUF TWD IDR COP MGA MRU'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
    [undefined, 'XDR XSU ABC eur EURO €'],
  ])('are %s for %s', (expected, codes) => {
    for (const code of codes.split(' ')) expect(decimalsOf(code), code).toBe(expected);
  });
});

describe('amounts', () => {
  test('are the same after any way through minor units', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const text = toDecimal(amount, decimals[code]);
        expect(text).toMatch(decimals[code] === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${decimals[code]}}$`));
        expect(toMinor(text, decimals[code])).toBe(amount);
      }),
    );
  });

  test.each([
    ['12', 2, 1200n],
    ['12.5', 2, 1250n],
    ['12.50', 2, 1250n],
    ['0.001', 3, 1n],
    ['7', 0, 7n],
    ['12.501', 2, undefined],
    ['1.0', 0, undefined],
  ])('of %s with %i decimals are %s', (amount, count, expected) => {
    expect(toMinor(amount, count)).toBe(expected);
  });

  test('shared by seats are rounded half up to the minor unit', () => {
    fc.assert(
      fc.property(minor, currency, fc.integer({ min: 1, max: 10_000_000 }), period, (amount, code, seats, times) => {
        const cost = { amount: toDecimal(amount, decimals[code]), currency: code, period: times, seats } as const;
        const { costPerSeat } = derivedAmounts(cost);
        const whole = times === 'monthly' ? amount * 12n : amount;
        const share = toMinor(costPerSeat as string, decimals[code]) as bigint;
        // share - 1/2 <= whole / seats < share + 1/2
        expect(2n * whole).toBeGreaterThanOrEqual((2n * share - 1n) * BigInt(seats));
        expect(2n * whole).toBeLessThan((2n * share + 1n) * BigInt(seats));
      }),
    );
  });

  test('of a year are twelve months, one year, or none of what is paid once', () => {
    const cost = { amount: '10.01', currency: 'EUR', seats: null } as const;
    const yearly = (times: 'monthly' | 'yearly' | 'once') => derivedAmounts({ ...cost, period: times });
    expect(yearly('monthly')).toEqual({ yearlyAmount: '120.12', costPerSeat: null });
    expect(yearly('yearly')).toEqual({ yearlyAmount: '10.01', costPerSeat: null });
    expect(yearly('once')).toEqual({ yearlyAmount: null, costPerSeat: null });
  });
});

describe('totals', () => {
  test('equal exact arithmetic, each currency by itself, whatever the order', () => {
    const cost = fc.record({ minor, currency, period });
    fc.assert(
      fc.property(fc.array(cost, { maxLength: 40 }), (inputs) => {
        const costs = inputs.map((input) => ({ ...input, amount: toDecimal(input.minor, decimals[input.currency]) }));
        const expected = (Object.keys(decimals) as Currency[])
          .filter((code) => inputs.some((one) => one.currency === code))
          .toSorted()
          .map((code) => {
            const sum = (of: string, times: bigint) =>
              inputs
                .filter((one) => one.currency === code && one.period === of)
                .reduce((total, one) => total + one.minor * times, 0n);
            return {
              currency: code,
              yearlyAmount: toDecimal(sum('monthly', 12n) + sum('yearly', 1n), decimals[code]),
              onceAmount: toDecimal(sum('once', 1n), decimals[code]),
            };
          });
        expect(totalsOf(costs)).toEqual(expected);
        expect(totalsOf(costs.toReversed())).toEqual(expected);
      }),
    );
  });

  test('of a currency that is no longer known have two decimals', () => {
    const costs = [{ amount: '1.25', currency: 'ZZZ', period: 'monthly' } as const];
    expect(totalsOf(costs)).toEqual([{ currency: 'ZZZ', yearlyAmount: '15.00', onceAmount: '0.00' }]);
  });
});

describe('a cost', () => {
  const input = { amount: '12.5', currency: 'EUR', period: 'monthly', startsOn: '2024-02-29' } as const;

  test('is stored with every field filled in, and texts trimmed or null', () => {
    expect(normalizeCost(input)).toEqual({
      ...input,
      amount: '12.50',
      seats: null,
      vendor: null,
      note: null,
      endsOn: null,
      renewsOn: null,
    });
    const more = { seats: 3, vendor: ' A ', note: ' ', endsOn: '2024-02-29', renewsOn: '2024-02-29' };
    expect(normalizeCost({ ...input, ...more })).toEqual({
      ...input,
      ...more,
      amount: '12.50',
      vendor: 'A',
      note: null,
    });
  });

  test.each([
    [{ currency: 'ABC' }, 'currency "ABC" is not in ISO 4217'],
    [{ amount: '-1' }, 'amount must be a decimal number such as 12.50, with at most 12 digits'],
    [{ amount: '1234567890123' }, 'amount must be a decimal number'],
    [{ amount: '1.12345' }, 'amount must be a decimal number'],
    [{ amount: '1.' }, 'amount must be a decimal number'],
    [{ amount: 'x1' }, 'amount must be a decimal number'],
    [{ amount: '1x' }, 'amount must be a decimal number'],
    [{ amount: '1.234' }, 'amount must have at most 2 decimals in EUR'],
    [{ endsOn: '2024-02-28' }, 'endsOn must not be before startsOn'],
    [{ renewsOn: '2024-02-28' }, 'renewsOn must not be before startsOn'],
  ])('with %j is refused: %s', (wrong, text) => {
    expect(() => normalizeCost({ ...input, ...wrong })).toThrow(text);
  });
});
