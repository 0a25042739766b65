// Several tools side by side, at an address to share.
import type { RatingDistribution, ToolWithStats } from '@toolscore/contract/schemas';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { comparisonRows, differs, type Row, toMarkdown } from '../compare/rows.ts';
import { FEWEST, MOST } from '../compare/selection.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { Empty, ErrorState, LoadingLines, NotAllowed } from '../components/states.tsx';
import { ToolPicker } from '../components/tool-picker.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { copyText } from '../lib/clipboard.ts';
import { notify, notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';

const route = getRouteApi('/compare');

const toIds = (text: string) =>
  [...new Set(text.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);

export function ComparePage() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  const ids = toIds(route.useSearch().ids ?? '').slice(0, MOST);
  const allowed = can(user, 'compare');
  return (
    <Page title={t.compare.title}>
      {isPending && <LoadingLines />}
      {!isPending && !allowed && <NotAllowed signedIn={user !== undefined} needs={t.compare.needs} />}
      {allowed && ids.length > 0 && <Comparison ids={ids} />}
      {allowed && ids.length < MOST && <AddTool ids={ids} />}
    </Page>
  );
}

function AddTool({ ids }: { ids: number[] }) {
  const { t } = useI18n();
  const navigate = route.useNavigate();
  const add = (id: number | undefined) =>
    id !== undefined && void navigate({ search: { ids: [...ids, id].join(',') }, replace: true });
  return (
    <div data-no-print className="mt-6 max-w-md">
      {ids.length < FEWEST && <p className="mb-4 text-muted">{t.compare.pickMore}</p>}
      <ToolPicker key={ids.length} label={t.compare.add} exclude={ids} onPick={add} />
    </div>
  );
}

function Comparison({ ids }: { ids: number[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { user } = useMe();
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const { data: tools, error, refetch } = useQuery(read('GET /compare', { query: { ids: ids.join(',') } }));
  const seesCosts = can(user, 'costs');
  const costs = useQueries({
    queries: (seesCosts ? (tools ?? []) : []).map(({ id }) => read('GET /tools/:id/costs', { params: { id } })),
    combine: (results) => results.map(({ data }) => data ?? []),
  });
  if (error && !tools) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!tools) return <LoadingLines lines={8} />;
  if (tools.length === 0) return <Empty title={t.compare.gone} />;
  const all = comparisonRows(tools, seesCosts ? costs : undefined, i18n);
  const rows = onlyDifferent ? all.filter(differs) : all;
  const copy = async (text: string) => {
    if (await copyText(text)) notify(t.actions.copied);
    else notifyFailure(t.actions.notCopied);
  };
  return (
    <>
      <div data-no-print className="mb-4 flex flex-wrap items-center gap-2">
        <label className="mr-auto flex items-center gap-2 text-sm">
          <input type="checkbox" checked={onlyDifferent} onChange={({ target }) => setOnlyDifferent(target.checked)} />
          {t.compare.onlyDifferences}
        </label>
        <Button onClick={() => void copy(toMarkdown(tools, rows))}>
          <Icon name="copy" />
          {t.compare.copy}
        </Button>
        <Button onClick={() => window.print()}>
          <Icon name="print" />
          {t.compare.print}
        </Button>
      </div>
      <ComparisonTable tools={tools} rows={rows} />
    </>
  );
}

function ComparisonTable({ tools, rows }: { tools: readonly ToolWithStats[]; rows: readonly Row[] }) {
  const { t } = useI18n();
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <div
      className="relative overflow-x-auto rounded-xl border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={t.compare.title}
    >
      <table className="w-full table-fixed text-sm" style={{ minWidth: `${10 + tools.length * 11}rem` }}>
        <thead>
          <tr className="align-top">
            <td className="w-40 p-4 sm:w-48" />
            {tools.map((tool) => (
              <th key={tool.id} scope="col" className="p-4 text-left">
                <ToolHead tool={tool} others={tools.filter(({ id }) => id !== tool.id).map(({ id }) => id)} />
              </th>
            ))}
          </tr>
          <tr className="border-t border-line align-bottom">
            <th scope="row" className="px-4 py-3 text-left font-normal text-muted">
              {t.tool.distribution}
            </th>
            {tools.map(({ id }) => (
              <td key={id} className="px-4 py-3">
                <SmallDistribution toolId={id} />
              </td>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr className="border-t border-line bg-sunken">
              <th scope="rowgroup" colSpan={tools.length + 1} className="px-4 py-2 text-left font-medium">
                {group}
              </th>
            </tr>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <tr key={row.name} className="border-t border-line">
                  <th scope="row" className="px-4 py-2 text-left font-normal text-muted">
                    <bdi>{row.name}</bdi>
                  </th>
                  {row.cells.map((cell, index) => (
                    <td key={tools[index]?.id} className="px-4 py-2 tabular-nums">
                      <bdi>{cell}</bdi>
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function ToolHead({ tool, others }: { tool: ToolWithStats; others: readonly number[] }) {
  const { t } = useI18n();
  return (
    <div className="flex items-start justify-between gap-2">
      <Link to="/tools/$toolId" params={{ toolId: String(tool.id) }} className="underline-offset-4 hover:underline">
        <bdi>{tool.name}</bdi>
      </Link>
      {others.length > 0 && (
        <ButtonLink
          data-no-print
          variant="quiet"
          size="icon"
          to="/compare"
          search={{ ids: others.join(',') }}
          aria-label={t.compare.remove(tool.name)}
          className="-mt-2"
        >
          <Icon name="close" size={16} />
        </ButtonLink>
      )}
    </div>
  );
}

/** Both criteria as ten small bars; their figures are in the label. */
function SmallDistribution({ toolId }: { toolId: number }) {
  const { t } = useI18n();
  const { data } = useQuery(read('GET /analytics/rating-distribution', { query: { toolId } }));
  if (!data) return <div className="h-10" />;
  return (
    <div className="flex gap-4">
      {(['usefulness', 'usability'] as const).map((key) => (
        <Spark
          key={key}
          label={t.score[key]}
          buckets={data[key]}
          fill={key === 'usefulness' ? 'bg-accent' : 'bg-second'}
        />
      ))}
    </div>
  );
}

function Spark({ label, buckets, fill }: { label: string; buckets: RatingDistribution['usefulness']; fill: string }) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const text = `${label}: ${buckets.map(({ score, count }) => `${score}: ${count}`).join(', ')}`;
  return (
    <span role="img" aria-label={text} title={text} className="flex h-10 items-end gap-0.5">
      {buckets.map(({ score, count }) => (
        <span
          key={score}
          className={`w-2 rounded-t-sm ${fill}`}
          style={{ height: `${Math.max(4, (count / most) * 100)}%` }}
        />
      ))}
    </span>
  );
}
