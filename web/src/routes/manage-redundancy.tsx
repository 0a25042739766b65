// Tools that do the same: what they share, what could be saved, and deciding about them.
import type { Redundancy } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DecisionDialog } from '../admin/decision-dialog.tsx';
import { Decisions } from '../admin/decisions.tsx';
import { FilterBar, matches } from '../admin/filter-bar.tsx';
import { ManagePage } from '../admin/frame.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Card } from '../components/page.tsx';
import { usePortion } from '../components/portion.tsx';
import { RatingCount, ScoreBadge } from '../components/score.tsx';
import { Empty, ErrorState, LoadingCards } from '../components/states.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { MOST } from '../compare/selection.ts';
import { read } from '../lib/api.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useAdminI18n } from '../admin/i18n.ts';
import { useI18n } from '../lib/i18n.tsx';

type Cluster = Redundancy['clusters'][number];
const STEP = 20;
const MOST_CLUSTERS = 1000;

export function RedundancyPage() {
  return (
    <ManagePage name="redundancy">
      <Workbench />
    </ManagePage>
  );
}

function Workbench() {
  const { t } = useAdminI18n();
  const { data, error, refetch } = useQuery(read('GET /admin/redundancy', { query: { limit: MOST_CLUSTERS } }));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingCards />;
  return (
    <>
      {data.clusters.length > 0 ? (
        <Clusters clusters={data.clusters} total={data.total} />
      ) : (
        <Empty title={t.admin.redundancy.empty}>
          <p className="max-w-prose text-sm text-muted">{t.admin.redundancy.emptyHint}</p>
        </Empty>
      )}
      {data.decisions.length > 0 && <Decisions decisions={data.decisions} />}
    </>
  );
}

function Clusters({ clusters, total }: { clusters: readonly Cluster[]; total: number }) {
  const { t } = useAdminI18n();
  const [query, setQuery] = useState('');
  const [saving, setSaving] = useState(false);
  const found = clusters.filter(
    ({ tools, sharedTags, sharedFeatures, potentialSavings }) =>
      (!saving || potentialSavings.length > 0) &&
      matches(query.trim(), ...tools.map(({ name }) => name), ...sharedTags, ...sharedFeatures),
  );
  const { shown, more } = usePortion(found, STEP);
  return (
    <>
      <FilterBar
        label={t.admin.redundancy.search}
        value={query}
        onChange={setQuery}
        found={found.length}
        total={total}
        countOf={t.admin.redundancy.groups}
      >
        <label className="flex h-9 items-center gap-2 px-1 text-sm">
          <input type="checkbox" checked={saving} onChange={({ target }) => setSaving(target.checked)} />
          {t.admin.redundancy.onlySaving}
        </label>
      </FilterBar>
      {found.length === 0 && <Empty title={t.admin.redundancy.none} />}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {shown.map((cluster) => (
          <li key={cluster.tools.map(({ id }) => id).join('-')}>
            <ClusterCard cluster={cluster} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}

function ClusterCard({ cluster }: { cluster: Cluster }) {
  const { t, format } = useAdminI18n();
  const [deciding, setDeciding] = useState(false);
  const { tools, similarity, potentialSavings } = cluster;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-1.5 text-sm">
          <span className="mr-1 font-medium">{t.admin.redundancy.alike(format.percent(similarity))}</span>
          <SharedLabels cluster={cluster} />
        </div>
        <div className="flex gap-2">
          {tools.length <= MOST && (
            <ButtonLink variant="quiet" to="/compare" search={{ ids: tools.map(({ id }) => id).join(',') }}>
              <Icon name="compare" />
              {t.compare.title}
            </ButtonLink>
          )}
          <Button onClick={() => setDeciding(true)}>{t.admin.redundancy.decide}</Button>
        </div>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {tools.map((tool) => (
          <ToolLine key={tool.id} tool={tool} cluster={cluster} />
        ))}
      </ul>
      {potentialSavings.length > 0 && (
        <p className="mt-3 w-fit rounded-lg bg-good-tint px-3 py-1.5 text-sm font-medium text-good tabular-nums">
          {t.admin.redundancy.saving(
            potentialSavings.map(({ yearlyAmount, currency }) => format.money(yearlyAmount, currency)).join(' + '),
          )}
        </p>
      )}
      {deciding && (
        <DecisionDialog tools={tools} keeper={cluster.suggestedKeeperId} onClose={() => setDeciding(false)} />
      )}
    </Card>
  );
}

const MOST_LABELS = 8;

function SharedLabels({ cluster: { sharedTags, sharedFeatures } }: { cluster: Cluster }) {
  const { t } = useAdminI18n();
  const labels = [...new Set([...sharedTags, ...sharedFeatures])];
  const rest = labels.length - MOST_LABELS;
  return (
    <>
      {labels.length > 0 && <span className="text-muted">{t.admin.redundancy.shared}</span>}
      {labels.slice(0, MOST_LABELS).map((label) => (
        <span key={label} className="max-w-60 truncate rounded-md bg-sunken px-2 py-0.5 text-muted">
          <bdi>{label}</bdi>
        </span>
      ))}
      {rest > 0 && <span className="text-muted">+{rest}</span>}
    </>
  );
}

function ToolLine({ tool, cluster }: { tool: Cluster['tools'][number]; cluster: Cluster }) {
  const { t, format } = useI18n();
  const { id, name, iconUrl, ratingCount, avgCombined } = tool;
  const costs = cluster.yearlyCosts
    .filter(({ toolId }) => toolId === id)
    .map(({ yearlyAmount, currency }) => format.money(yearlyAmount, currency));
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5 text-sm sm:grid-cols-[auto_minmax(0,1fr)_11rem_10rem_auto]">
      <ToolIcon name={name} url={iconUrl} size={28} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <ToolName id={id} name={name} className="line-clamp-2 font-medium" />
        {id === cluster.suggestedKeeperId && <Keeper basis={cluster.keeperBasis} />}
      </div>
      <span className="tabular-nums empty:max-sm:hidden max-sm:order-1 max-sm:col-start-2 sm:text-right">
        {costs.length > 0 && t.costs.perYear(costs.join(' + '))}
      </span>
      <span className="max-sm:order-1 max-sm:col-start-2 sm:text-right">
        <RatingCount count={ratingCount} />
      </span>
      <ScoreBadge value={avgCombined} />
    </li>
  );
}

function Keeper({ basis }: { basis: Cluster['keeperBasis'] }) {
  const { t } = useAdminI18n();
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted">
      <span className="rounded-full bg-tint px-2.5 py-0.5 text-xs font-medium text-accent-strong">
        {t.admin.redundancy.keeper}
      </span>
      <span className="text-xs">{t.admin.redundancy.reasons[basis]}</span>
    </span>
  );
}
