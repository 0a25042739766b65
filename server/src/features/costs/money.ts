// Exact money: whole minor units in BigInt, never floating point; ISO 4217 knows how many decimals a currency has.

/**
 * Currencies whose minor unit is not a hundredth (ISO 4217, list one). The standard decides, not what Intl would print:
 * that follows custom, such as 0 decimals for the Hungarian forint, and rounds what invoices do not.
 */
const decimalsBesideTwo: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
/** Codes of funds and clearing units that Intl lists and nobody is billed in. */
const notBilled = 'XDR XSU';

function createCurrencies(): ReadonlyMap<string, number> {
  const decimals = new Map(Intl.supportedValuesOf('currency').map((code) => [code, 2]));
  for (const [count, codes] of Object.entries(decimalsBesideTwo)) {
    for (const code of codes.split(' ')) decimals.set(code, Number(count));
  }
  for (const code of notBilled.split(' ')) decimals.delete(code);
  return decimals;
}

/** Decimals by currency code. */
const currencies = createCurrencies();

/** Number of decimals of an ISO 4217 currency: 0, 2, 3 or 4; undefined when there is no such currency. */
export const decimalsOf = (currency: string): number | undefined => currencies.get(currency);

/**
 * A decimal number such as `12.5` in minor units.
 * @returns undefined when it has more decimals than that
 */
export function toMinor(amount: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = amount.split('.');
  return fraction.length > decimals ? undefined : BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Minor units as a decimal number with all the decimals of its currency. */
export function toDecimal(minor: bigint, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** `minor` shared by `seats`, rounded half up to whole minor units. */
const perSeat = (minor: bigint, seats: number): bigint => (2n * minor + BigInt(seats)) / (2n * BigInt(seats));

interface Amount {
  amount: string;
  currency: string;
  period: 'monthly' | 'yearly' | 'once';
}

const decimalsOfStored = (currency: string) => currencies.get(currency) ?? 2;

const timesAYear = { monthly: 12n, yearly: 1n } as const;

/** A stored cost in minor units: a year of it, or null for what is paid once. */
function yearlyMinor({ amount, currency, period }: Amount): bigint | null {
  if (period === 'once') return null;
  return (toMinor(amount, decimalsOfStored(currency)) as bigint) * timesAYear[period];
}

/** The derived amounts of a cost: a year of it, and the share of one seat in that year (or in what is paid once). */
export function derivedAmounts(cost: Amount & { seats: number | null }) {
  const decimals = decimalsOfStored(cost.currency);
  const yearly = yearlyMinor(cost);
  const shared = yearly ?? (toMinor(cost.amount, decimals) as bigint);
  return {
    yearlyAmount: yearly === null ? null : toDecimal(yearly, decimals),
    costPerSeat: cost.seats === null ? null : toDecimal(perSeat(shared, cost.seats), decimals),
  };
}

export interface Total {
  currency: string;
  yearlyAmount: string;
  onceAmount: string;
}

/** Adds costs up, each currency by itself, in the order of their codes. */
export function totalsOf(costs: Iterable<Amount>): Total[] {
  const sums = new Map<string, { yearly: bigint; once: bigint }>();
  for (const cost of costs) {
    const sum = sums.get(cost.currency) ?? { yearly: 0n, once: 0n };
    const yearly = yearlyMinor(cost);
    if (yearly === null) sum.once += toMinor(cost.amount, decimalsOfStored(cost.currency)) as bigint;
    else sum.yearly += yearly;
    sums.set(cost.currency, sum);
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { yearly, once }]) => ({
      currency,
      yearlyAmount: toDecimal(yearly, decimalsOfStored(currency)),
      onceAmount: toDecimal(once, decimalsOfStored(currency)),
    }));
}
