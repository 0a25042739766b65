// What a cost record may look like: the rules that a schema cannot say.
import type { CostInput } from '@toolscore/contract/schemas';
import { badRequest } from '../../errors.ts';
import { decimalsOf, toDecimal, toMinor } from './money.ts';

/** A cost's own fields, its amount with all decimals of its currency, with every optional one filled in. */
export type CostFields = { [K in keyof CostInput]-?: Exclude<CostInput[K], undefined> };

const blankToNull = (text: string | null | undefined) => text?.trim() || null;

const DECIMAL = /^\d{1,12}(\.\d{1,4})?$/;

function normalizeAmount({ amount, currency }: Pick<CostInput, 'amount' | 'currency'>): string {
  const decimals = decimalsOf(currency);
  if (decimals === undefined) throw badRequest(`currency "${currency}" is not in ISO 4217`);
  if (!DECIMAL.test(amount)) throw badRequest('amount must be a decimal number such as 12.50, with at most 12 digits');
  const minor = toMinor(amount, decimals);
  if (minor === undefined) throw badRequest(`amount must have at most ${decimals} decimals in ${currency}`);
  return toDecimal(minor, decimals);
}

/** Days compare as text. */
function refuseBefore(start: string, name: 'endsOn' | 'renewsOn', day: string | null) {
  if (day !== null && day < start) throw badRequest(`${name} must not be before startsOn`);
}

/**
 * A cost as it is stored.
 * @throws HttpError 400 naming the field: unknown currency, more decimals than it has, an end or renewal before the start
 */
export function normalizeCost(input: CostInput): CostFields {
  const { currency, period, seats = null, startsOn, endsOn = null, renewsOn = null } = input;
  const amount = normalizeAmount(input);
  refuseBefore(startsOn, 'endsOn', endsOn);
  refuseBefore(startsOn, 'renewsOn', renewsOn);
  const vendor = blankToNull(input.vendor);
  return { amount, currency, period, seats, vendor, note: blankToNull(input.note), startsOn, endsOn, renewsOn };
}
