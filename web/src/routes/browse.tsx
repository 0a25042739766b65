// The catalogue: filters beside (or above) the tools they leave, every choice in the address.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef } from 'react';
import { ActiveFilters, type Change } from '../catalogue/active-filters.tsx';
import { searchWords, selectTools, toEntries } from '../catalogue/filters.ts';
import { Filters } from '../catalogue/filter-panel.tsx';
import { SearchField } from '../catalogue/search-field.tsx';
import { Toolbar } from '../catalogue/toolbar.tsx';
import { ToolList, ToolListSkeleton } from '../catalogue/tool-list.tsx';
import { useBox } from '../catalogue/virtual.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Empty, ErrorState } from '../components/states.tsx';
import { allTools } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { usePreferences } from '../lib/preferences.ts';

const route = getRouteApi('/');

const nothing = {
  q: undefined,
  category: undefined,
  tag: undefined,
  feature: undefined,
  min: undefined,
  quadrant: undefined,
  useful: undefined,
  usable: undefined,
  votes: undefined,
};

export function BrowsePage() {
  const { t } = useI18n();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: arrived, error, refetch } = useQuery(allTools);
  // A catalogue of thousands is drawn in small steps, between which the page stays responsive.
  const data = useDeferredValue(arrived);
  const entries = useMemo(() => toEntries(data ?? []), [data]);
  const selection = useMemo(() => selectTools(entries, search), [entries, search]);
  const preferences = usePreferences();
  const look = { view: search.view ?? preferences.view, density: search.density ?? preferences.density };
  /** Filters change the address in place, so that Back leaves the catalogue instead of undoing letter by letter. */
  const change: Change = (part) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined)),
      replace: true,
      resetScroll: false,
    });
  const clear = () => change(nothing);
  const place = useRef<HTMLDivElement>(null);
  const box = useBox(place);

  return (
    <Page title={t.browse.title} heading="hidden">
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] xl:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="lg:col-start-2">
          <SearchField value={search.q ?? ''} onChange={(q) => change({ q: q === '' ? undefined : q })} />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Filters search={search} selection={selection} change={change} isReady={data !== undefined} />
        </div>
        <div className="grid grid-cols-1 content-start gap-4 lg:col-start-2">
          <Toolbar
            {...{ search, look, change }}
            shown={data && selection.results.length}
            all={entries.length}
            remember={preferences.change}
          />
          <ActiveFilters {...{ search, change, clear }} />
          <div ref={place}>
            {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
            {!error && !data && box && <ToolListSkeleton {...look} box={box} />}
            {data && selection.results.length > 0 && box && (
              <ToolList tools={selection.results} words={searchWords(search.q)} {...look} box={box} />
            )}
            {data && selection.results.length === 0 && <Nothing isEmpty={data.length === 0} clear={clear} />}
          </div>
        </div>
      </div>
    </Page>
  );
}

function Nothing({ isEmpty, clear }: { isEmpty: boolean; clear: () => void }) {
  const { t } = useI18n();
  if (isEmpty) {
    return (
      <Empty title={t.browse.emptyTitle}>
        <p className="text-sm text-muted">{t.browse.emptyHint}</p>
        <ButtonLink to="/new-tool">{t.nav.addTool}</ButtonLink>
      </Empty>
    );
  }
  return (
    <Empty title={t.browse.none}>
      <p className="text-sm text-muted">{t.browse.noneHint}</p>
      <Button onClick={clear}>{t.browse.clearAll}</Button>
    </Empty>
  );
}
