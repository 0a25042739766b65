// Several tools side by side, at an address to share.
import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { comparisonRows, differs, toMarkdown } from '../compare/rows.ts';
import { FEWEST, MOST } from '../compare/selection.ts';
import { ComparisonTable } from '../compare/table.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { Empty, ErrorState, LoadingLines, NotAllowed } from '../components/states.tsx';
import { ToolPicker } from '../components/tool-picker.tsx';
import { isOnItsWay, read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { copyText } from '../lib/clipboard.ts';
import { notify, notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';

const route = getRouteApi('/compare');

const toIds = (text: string) =>
  [...new Set(text.split(',').map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);

const comparisonOf = (ids: readonly number[]) => read('GET /compare', { query: { ids: ids.join(',') } });

export function ComparePage() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  const ids = toIds(route.useSearch().ids ?? '').slice(0, MOST);
  const allowed = can(user, 'compare');
  const compared = useQuery({ ...comparisonOf(ids), enabled: allowed && ids.length > 0 });
  return (
    <Page title={t.compare.title}>
      {isPending && <LoadingLines />}
      {!isPending && !allowed && <NotAllowed signedIn={user !== undefined} needs={t.compare.needs} />}
      {allowed && ids.length > 0 && <Comparison ids={ids} />}
      {allowed && ids.length < MOST && !isOnItsWay(compared) && <AddTool ids={ids} />}
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
  const { data: tools, error, refetch } = useQuery(comparisonOf(ids));
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
        <Button onClick={() => void copy(location.href)}>
          <Icon name="link" />
          {t.compare.share}
        </Button>
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
