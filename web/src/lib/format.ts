// Numbers, dates and money as people of one locale write them.

export type Formats = ReturnType<typeof createFormats>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Whole calendar days from the reader's today to a day; negative when it has passed. */
export function daysFromToday(isoDay: string, now: number): number {
  const today = new Date(now);
  return (Date.parse(isoDay) - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / DAY_MS;
}

export function createFormats(locale: string) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale);
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const fine = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const change = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  // Calendar days carry no time zone: shown in UTC, they stay the day they are.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const unit = { style: 'unit', maximumFractionDigits: 1 } as const;
  const kilobytes = new Intl.NumberFormat(locale, { ...unit, unit: 'kilobyte' });
  const megabytes = new Intl.NumberFormat(locale, { ...unit, unit: 'megabyte' });
  const currencyNames = new Intl.DisplayNames(locale, { type: 'currency' });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  /** With the decimals that the amount has: custom would round some currencies. */
  const moneyFormat = (amount: string, currency: string) => {
    const decimals = amount.split('.')[1]?.length ?? 0;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code', ...digits });
  };
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    whole: (value: number) => whole.format(value),
    plain: (value: number) => plain.format(value),
    score: (value: number) => score.format(value),
    fineScore: (value: number) => fine.format(value),
    percent: (value: number) => percent.format(value),
    change: (value: number) => change.format(value),
    date: (iso: string) => date.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    time: (iso: string) => time.format(new Date(iso)),
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    /** From now to a moment, as in "in 3 days"; within a day in hours. */
    until: (at: number, now: number) =>
      at - now < DAY_MS
        ? relative.format(Math.ceil((at - now) / HOUR_MS), 'hour')
        : relative.format(Math.round((at - now) / DAY_MS), 'day'),
    /** From today to a calendar day, as in "tomorrow" or "2 days ago"; today is the reader's own. */
    fromToday: (isoDay: string, now: number) => relative.format(daysFromToday(isoDay, now), 'day'),
    /** A size of a file. */
    bytes: (size: number) =>
      size < 1_000_000 ? kilobytes.format(Math.ceil(size / 1000)) : megabytes.format(size / 1_000_000),
    list: (items: string[]) => new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }).format(items),
    /** The figures of an amount alone, where the currency is said elsewhere. */
    amount: (amount: string, currency: string) =>
      moneyFormat(amount, currency)
        .formatToParts(amount as `${number}`)
        .filter(({ type }) => type !== 'currency' && type !== 'literal')
        .map(({ value }) => value)
        .join(''),
    currencyName: (code: string) => currencyNames.of(code) ?? code,
    /** An exact decimal string in a currency. */
    money: (amount: string, currency: string) => moneyFormat(amount, currency).format(amount as `${number}`),
  };
}
