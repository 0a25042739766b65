// What the catalogue costs a year, per currency, and what renews next. Currencies are never added up.
import type { CostAnalytics, CurrencyTotal } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ManagePage } from '../admin/frame.tsx';
import { Section } from '../components/page.tsx';
import { cellLook, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

export function CostsPage() {
  return (
    <ManagePage name="costs">
      <Overview />
    </ManagePage>
  );
}

function Overview() {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(read('GET /analytics/costs'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  if (data.byTool.length === 0) return <Empty title={t.admin.costs.empty} />;
  return (
    <>
      <dl className="flex flex-wrap gap-4">
        {data.totals.map((total) => (
          <div key={total.currency} className="rounded-xl border border-line bg-surface p-4">
            <dt className="text-sm text-muted">{t.admin.costs.yearly}</dt>
            <dd className="mt-1 text-2xl font-semibold tabular-nums">
              {format.money(total.yearlyAmount, total.currency)}
            </dd>
            <dd className="text-sm text-muted">{t.admin.costs.once(format.money(total.onceAmount, total.currency))}</dd>
          </div>
        ))}
      </dl>
      {data.renewals.length > 0 && <Renewals renewals={data.renewals} />}
      <Section title={t.admin.costs.byTool}>
        <SimpleTable caption={t.admin.costs.byTool} head={[t.browse.columns.name, t.admin.costs.yearly]}>
          {data.byTool.map(({ toolId, name, totals }) => (
            <tr key={toolId}>
              <td className={cellLook}>
                <ToolName id={toolId} name={name} />
              </td>
              <td className={`${cellLook} tabular-nums`}>
                <Totals totals={totals} />
              </td>
            </tr>
          ))}
        </SimpleTable>
      </Section>
      <Section title={t.admin.costs.byCategory}>
        <SimpleTable caption={t.admin.costs.byCategory} head={[t.browse.category, t.admin.costs.yearly]}>
          {data.byCategory.map(({ category, totals }) => (
            <tr key={category}>
              <td className={cellLook}>
                <bdi>{category}</bdi>
              </td>
              <td className={`${cellLook} tabular-nums`}>
                <Totals totals={totals} />
              </td>
            </tr>
          ))}
        </SimpleTable>
      </Section>
    </>
  );
}

function Renewals({ renewals }: Pick<CostAnalytics, 'renewals'>) {
  const { t, format } = useI18n();
  const [now] = useState(Date.now);
  return (
    <Section title={t.admin.costs.renewals}>
      <SimpleTable caption={t.admin.costs.renewals} head={[t.costs.renewsOn, t.browse.columns.name, t.costs.amount]}>
        {renewals.map((renewal) => (
          <tr key={renewal.costId}>
            <td className={`${cellLook} whitespace-nowrap`}>
              {format.day(renewal.renewsOn)}{' '}
              <span className="text-muted">({format.inDays(renewal.renewsOn, now)})</span>
            </td>
            <td className={cellLook}>
              <ToolName id={renewal.toolId} name={renewal.name} />
            </td>
            <td className={`${cellLook} tabular-nums`}>{format.money(renewal.amount, renewal.currency)}</td>
          </tr>
        ))}
      </SimpleTable>
    </Section>
  );
}

const ToolName = ({ id, name }: { id: number; name: string }) => (
  <Link to="/tools/$toolId" params={{ toolId: String(id) }} className="underline-offset-4 hover:underline">
    <bdi>{name}</bdi>
  </Link>
);

function Totals({ totals }: { totals: readonly CurrencyTotal[] }) {
  const { format } = useI18n();
  return totals.map(({ yearlyAmount, currency }) => format.money(yearlyAmount, currency)).join(' + ');
}
