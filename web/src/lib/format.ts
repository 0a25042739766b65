// Numbers, dates and money as people of one locale write them.

export type Formats = ReturnType<typeof createFormats>;

const DAY_MS = 86_400_000;

export function createFormats(locale: string) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const fine = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const change = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  // Calendar days carry no time zone: shown in UTC, they stay the day they are.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    whole: (value: number) => whole.format(value),
    score: (value: number) => score.format(value),
    fineScore: (value: number) => fine.format(value),
    percent: (value: number) => percent.format(value),
    change: (value: number) => change.format(value),
    date: (iso: string) => date.format(new Date(iso)),
    day: (iso: string) => day.format(new Date(iso)),
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    /** Whole days from now, as in "in 3 days"; never "in 0 days" but "today". */
    inDays: (iso: string, now: number) => relative.format(Math.round((Date.parse(iso) - now) / DAY_MS), 'day'),
    list: (items: string[]) => new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' }).format(items),
    /** An exact decimal string in a currency; an unknown code is written as it is. */
    money: (amount: string, currency: string) => {
      const style = { style: 'currency', currency, currencyDisplay: 'code' } as const;
      return new Intl.NumberFormat(locale, style).format(amount as `${number}`);
    },
  };
}
