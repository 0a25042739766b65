// What the catalogue costs a year, per currency, and what renews next. Currencies are never added up.
import type { CostAnalytics } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CurrencyTable } from '../admin/currency-table.tsx';
import { ManagePage } from '../admin/frame.tsx';
import { ButtonLink } from '../components/button.tsx';
import { Section } from '../components/page.tsx';
import { usePortion } from '../components/portion.tsx';
import { Cell, Row, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingTable } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { daysFromToday } from '../lib/format.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useAdminI18n } from '../admin/i18n.ts';

export function CostsPage() {
  return (
    <ManagePage name="costs">
      <Overview />
    </ManagePage>
  );
}

function Overview() {
  const { t } = useAdminI18n();
  const { data, error, refetch } = useQuery(read('GET /analytics/costs'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingTable />;
  if (data.byTool.length === 0) {
    return (
      <Empty title={t.costs.none}>
        <p className="max-w-prose text-sm text-muted">{t.admin.costs.empty}</p>
        <ButtonLink to="/">{t.states.toTools}</ButtonLink>
      </Empty>
    );
  }
  const tools = data.byTool.map(({ toolId, name, totals }) => ({
    key: toolId,
    name,
    shown: <ToolName id={toolId} name={name} className="line-clamp-2 font-medium" />,
    totals,
  }));
  const categories = data.byCategory.map(({ category, totals }) => ({
    key: category,
    name: category,
    shown: <bdi>{category}</bdi>,
    totals,
  }));
  return (
    <>
      <Totals totals={data.totals} />
      {data.renewals.length > 0 && <Renewals renewals={data.renewals} />}
      <div className="mt-10 grid items-start gap-x-8 gap-y-10 2xl:grid-cols-2 [&>section]:mt-0">
        <Section title={t.admin.costs.byTool}>
          <CurrencyTable caption={t.admin.costs.byTool} label={t.browse.columns.name} rows={tools} />
        </Section>
        <Section title={t.admin.costs.byCategory}>
          <CurrencyTable caption={t.admin.costs.byCategory} label={t.browse.category} rows={categories} />
        </Section>
      </div>
    </>
  );
}

function Totals({ totals }: Pick<CostAnalytics, 'totals'>) {
  const { t, format } = useAdminI18n();
  return (
    <dl className="flex flex-wrap gap-4 *:min-w-64 max-sm:*:w-full">
      {totals.map(({ currency, yearlyAmount, onceAmount }) => (
        <div key={currency} className="rounded-xl border border-line bg-surface p-4">
          <dt className="text-sm text-muted">{t.admin.costs.perYearIn(format.currencyName(currency))}</dt>
          <dd className="mt-1 text-2xl font-semibold tracking-tight tabular-nums">
            {format.money(yearlyAmount, currency)}
          </dd>
          {Number(onceAmount) > 0 && (
            <dd className="text-sm text-muted tabular-nums">
              {t.admin.costs.once(format.money(onceAmount, currency))}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** How near a renewal has to be to catch the eye: at last, and in time for most periods of notice. */
const URGENT_DAYS = 14;
const NEAR_DAYS = 45;
const urgency = (days: number) => {
  if (days <= URGENT_DAYS) return 'bg-danger-tint text-danger';
  return days <= NEAR_DAYS ? 'bg-tint text-accent-strong' : 'bg-sunken text-muted';
};
const STEP = 10;

function Renewals({ renewals }: Pick<CostAnalytics, 'renewals'>) {
  const { t, format } = useAdminI18n();
  const [now] = useState(Date.now);
  const { shown, more } = usePortion(renewals, STEP);
  const head = [t.costs.renewsOn, t.browse.columns.name, { label: t.costs.amount, numeric: true }];
  return (
    <Section title={t.admin.costs.renewals}>
      <SimpleTable caption={t.admin.costs.renewals} head={head}>
        {shown.map(({ costId, toolId, name, renewsOn, amount, currency }) => (
          <Row key={costId}>
            <Cell label={t.costs.renewsOn} className="whitespace-nowrap md:w-80">
              <span className="inline-block min-w-28">{format.day(renewsOn)}</span>{' '}
              <span className={`rounded-full px-2 py-0.5 text-xs ${urgency(daysFromToday(renewsOn, now))}`}>
                {format.fromToday(renewsOn, now)}
              </span>
            </Cell>
            <Cell className="max-md:order-first">
              <ToolName id={toolId} name={name} className="line-clamp-2 font-medium" />
            </Cell>
            <Cell label={t.costs.amount} numeric>
              {format.money(amount, currency)}
            </Cell>
          </Row>
        ))}
      </SimpleTable>
      {more}
    </Section>
  );
}
