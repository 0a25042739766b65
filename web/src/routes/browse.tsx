// The catalogue: filters beside (or above) the tools they leave, every choice in the address.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type BrowseSearch, searchWords, selectTools, toEntries } from '../catalogue/filters.ts';
import { Filters } from '../catalogue/filter-panel.tsx';
import { SearchField } from '../catalogue/search-field.tsx';
import { Toolbar } from '../catalogue/toolbar.tsx';
import { ToolList, ToolListSkeleton } from '../catalogue/tool-list.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Empty, ErrorState } from '../components/states.tsx';
import { allTools } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { usePreferences } from '../lib/preferences.ts';

const route = getRouteApi('/');

export function BrowsePage() {
  const { t } = useI18n();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(allTools);
  const entries = useMemo(() => toEntries(data ?? []), [data]);
  const selection = useMemo(() => selectTools(entries, search), [entries, search]);
  const preferences = usePreferences();
  const look = { view: search.view ?? preferences.view, density: search.density ?? preferences.density };
  /** Filters change the address in place, so that Back leaves the catalogue instead of undoing letter by letter. */
  const change = (part: { [K in keyof BrowseSearch]?: BrowseSearch[K] | undefined }) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined)),
      replace: true,
      resetScroll: false,
    });
  const clear = () => change({ q: undefined, category: undefined, tag: undefined, feature: undefined, min: undefined });

  return (
    <Page title={t.browse.title} heading="hidden">
      <div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[17rem_minmax(0,1fr)]">
        <Filters search={search} selection={selection} change={change} clear={clear} />
        <div className="grid content-start gap-4">
          <SearchField value={search.q ?? ''} onChange={(q) => change({ q: q === '' ? undefined : q })} />
          <Toolbar
            {...{ search, look, change }}
            shown={data && selection.results.length}
            all={entries.length}
            remember={preferences.change}
          />
          {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
          {!error && !data && <ToolListSkeleton {...look} />}
          {data && selection.results.length > 0 && (
            <ToolList tools={selection.results} words={searchWords(search.q)} {...look} />
          )}
          {data?.length === 0 && (
            <Empty title={t.browse.emptyTitle}>
              <p className="text-sm text-muted">{t.browse.emptyHint}</p>
              <ButtonLink to="/new-tool">{t.nav.addTool}</ButtonLink>
            </Empty>
          )}
          {data && data.length > 0 && selection.results.length === 0 && (
            <Empty title={t.browse.none}>
              <p className="text-sm text-muted">{t.browse.noneHint}</p>
              <Button onClick={clear}>{t.browse.clear}</Button>
            </Empty>
          )}
        </div>
      </div>
    </Page>
  );
}
