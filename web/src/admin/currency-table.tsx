// Yearly amounts, one column per currency, so that figures of the same currency stand below each other and can be sorted by.
import type { CurrencyTotal } from '@toolscore/contract/schemas';
import { type ReactNode, useMemo } from 'react';
import { usePortion } from '../components/portion.tsx';
import { Cell, type Column, Row, SimpleTable } from '../components/simple-table.tsx';
import { useAdminI18n } from './i18n.ts';
import { byText, useSorted } from '../lib/sorting.ts';

interface Record {
  key: string | number;
  name: string;
  shown: ReactNode;
  totals: readonly CurrencyTotal[];
}

interface Props {
  caption: string;
  /** What the records are. */
  label: string;
  rows: readonly Record[];
}

const STEP = 25;
const NAME = 'name';
const totalIn = ({ totals }: Record, currency: string) => totals.find((total) => total.currency === currency);
const yearly = (row: Record, currency: string) => Number(totalIn(row, currency)?.yearlyAmount ?? -1);

export function CurrencyTable({ caption, label, rows }: Props) {
  const { t } = useAdminI18n();
  const currencies = useMemo(
    () => [...new Set(rows.flatMap(({ totals }) => totals.map(({ currency }) => currency)))].toSorted(byText),
    [rows],
  );
  const columns = useMemo(
    () =>
      Object.fromEntries([
        [NAME, (a: Record, b: Record) => byText(a.name, b.name)] as const,
        ...currencies.map(
          (currency) => [currency, (a: Record, b: Record) => yearly(a, currency) - yearly(b, currency)] as const,
        ),
      ]),
    [currencies],
  );
  const { sorted, sortingOf } = useSorted(rows, columns, { by: currencies[0] ?? NAME, falling: true });
  const { shown, more } = usePortion(sorted, STEP);
  const head: Column[] = [
    { label, sort: sortingOf(NAME) },
    ...currencies.map((currency) => ({
      label: t.admin.costs.perYear(currency),
      numeric: true,
      sort: sortingOf(currency),
    })),
  ];
  return (
    <>
      <SimpleTable caption={caption} head={head}>
        {shown.map((row) => (
          <Row key={row.key}>
            <Cell>{row.shown}</Cell>
            {currencies.map((currency) => (
              <Amount key={currency} total={totalIn(row, currency)} label={t.admin.costs.perYear(currency)} />
            ))}
          </Row>
        ))}
      </SimpleTable>
      {more}
    </>
  );
}

function Amount({ total, label }: { total: CurrencyTotal | undefined; label: string }) {
  const { t, format } = useAdminI18n();
  if (!total) return <Cell numeric className="max-md:hidden" />;
  return (
    <Cell label={label} numeric>
      {Number(total.yearlyAmount) > 0 && format.amount(total.yearlyAmount, total.currency)}
      {Number(total.onceAmount) > 0 && (
        <span className="block text-xs text-muted">
          {t.admin.costs.once(format.money(total.onceAmount, total.currency))}
        </span>
      )}
    </Cell>
  );
}
