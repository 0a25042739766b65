// The audit log: who changed what, and when; filters in the address.
import type { AuditLog } from '@toolscore/contract/schemas';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment, useMemo } from 'react';
import { AuditFilterBar } from '../admin/audit-filters.tsx';
import { toQuery } from '../admin/audit-search.ts';
import { type Change, Changes, parseChanges } from '../admin/changes.tsx';
import { createValues, type Names, type WriteValue } from '../admin/fields.ts';
import { ManagePage } from '../admin/frame.tsx';
import { Button, ButtonAnchor } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Cell, Row, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingTable } from '../components/states.tsx';
import { allTools, api, read } from '../lib/api.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useAdminI18n } from '../admin/i18n.ts';
import { stringifySearch } from '../lib/search-params.ts';

const route = getRouteApi('/manage/audit');
const PAGE = 100;

export function AuditPage() {
  const { t } = useAdminI18n();
  const search = route.useSearch();
  return (
    <ManagePage
      name="audit"
      actions={(['csv', 'jsonl'] as const).map((format) => (
        <ButtonAnchor
          key={format}
          href={`/api/audit-logs/export${stringifySearch({ ...toQuery(search), format })}`}
          download
        >
          <Icon name="download" size={16} />
          {t.admin.download(format.toUpperCase())}
        </ButtonAnchor>
      ))}
    >
      <AuditFilterBar />
      <Entries />
    </ManagePage>
  );
}

function useEntries() {
  const search = route.useSearch();
  return useInfiniteQuery({
    queryKey: ['GET /audit-logs', search],
    queryFn: ({ pageParam, signal }) =>
      api('GET /audit-logs', { query: { ...toQuery(search), limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    placeholderData: keepPreviousData,
  });
}

function useNames(): Names {
  const { data: tools } = useQuery(allTools);
  const { data: users } = useQuery(read('GET /users'));
  return useMemo(
    () => ({
      tools: new Map(tools?.map(({ id, name }) => [id, name])),
      users: new Map(users?.map(({ id, username }) => [id, username])),
    }),
    [tools, users],
  );
}

function Entries() {
  const { t, format } = useAdminI18n();
  const search = route.useSearch();
  const names = useNames();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEntries();
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingTable />;
  // An entry that was made meanwhile moves all others on by one: the last of a page may come again with the next.
  const entries = [...new Map(data.pages.flat().map((entry) => [entry.id, entry])).values()];
  if (entries.length === 0) return <Nothing filtered={Object.keys(search).length > 0} />;
  const write = createValues(t, format, names);
  const days = Map.groupBy(entries, ({ createdAt }) => format.date(createdAt));
  const head = [t.admin.audit.when, t.admin.audit.who, t.admin.audit.what, t.admin.audit.changes];
  return (
    <>
      <SimpleTable caption={t.manage.pages.audit} head={head}>
        {[...days].map(([day, ofDay]) => (
          <Fragment key={day}>
            <tr className="max-md:block">
              <th
                scope="rowgroup"
                colSpan={head.length}
                className="bg-canvas px-3 py-1.5 text-left text-xs font-medium text-muted max-md:block"
              >
                {day}
              </th>
            </tr>
            {ofDay.map((entry) => (
              <EntryRow key={entry.id} entry={entry} write={write} names={names} />
            ))}
          </Fragment>
        ))}
      </SimpleTable>
      {hasNextPage && (
        <Button className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t.tool.moreRatings}
        </Button>
      )}
    </>
  );
}

function Nothing({ filtered }: { filtered: boolean }) {
  const { t } = useAdminI18n();
  const navigate = route.useNavigate();
  return (
    <Empty title={filtered ? t.admin.audit.none : t.admin.audit.empty}>
      {filtered && <Button onClick={() => void navigate({ search: {} })}>{t.browse.clear}</Button>}
    </Empty>
  );
}

interface EntryProps {
  entry: AuditLog;
  write: WriteValue;
  names: Names;
}

function EntryRow({ entry, write, names }: EntryProps) {
  const { t, format } = useAdminI18n();
  const changes = parseChanges(entry.changes);
  return (
    <Row>
      <Cell className="whitespace-nowrap text-muted tabular-nums md:w-0 md:align-top">
        <time dateTime={entry.createdAt}>{format.time(entry.createdAt)}</time>
      </Cell>
      <Cell label={t.admin.audit.who} className="md:w-40 md:min-w-28 md:align-top">
        <bdi>{entry.username}</bdi>
      </Cell>
      <Cell label={t.admin.audit.what} className="md:w-1/4 md:min-w-56 md:align-top">
        <Action action={entry.action} />{' '}
        <span className="text-muted">{t.admin.audit.types[entry.entityType] ?? entry.entityType}</span>{' '}
        <Subject entry={entry} changes={changes} names={names} />
      </Cell>
      <Cell className="md:min-w-80 md:align-top">
        <Changes changes={changes} write={write} />
      </Cell>
    </Row>
  );
}

const loud: Record<string, string> = {
  create: 'bg-good-tint text-good',
  restore: 'bg-good-tint text-good',
  delete: 'bg-danger-tint text-danger',
  trash: 'bg-danger-tint text-danger',
  sign_in_blocked: 'bg-danger-tint text-danger',
};

function Action({ action }: { action: string }) {
  const { t } = useAdminI18n();
  return (
    <span
      className={`mr-1 inline-block rounded-md px-1.5 text-xs leading-5 font-medium ${loud[action] ?? 'bg-sunken text-muted'}`}
    >
      {t.admin.audit.actions[action] ?? action.replaceAll('_', ' ')}
    </span>
  );
}

/** What was acted upon, by the name it has now or had then. */
function Subject({ entry, changes, names }: Omit<EntryProps, 'write'> & { changes: readonly Change[] }) {
  const numberOf = (field: string) => {
    const change = changes.find((candidate) => candidate.field === field);
    return Number(change?.to ?? change?.from);
  };
  const toolId = entry.entityType === 'tool' ? entry.entityId : numberOf('toolId');
  const tool = toolId === null ? undefined : names.tools.get(toolId);
  if (toolId !== null && tool !== undefined) return <ToolName id={toolId} name={tool} className="font-medium" />;
  const named = changes.find(({ field }) => field === 'name' || field === 'username');
  const known = entry.entityType === 'user' && entry.entityId !== null ? names.users.get(entry.entityId) : undefined;
  const own = known ?? named?.to ?? named?.from;
  if (typeof own === 'string') return <bdi className="font-medium">{own}</bdi>;
  return entry.entityId === null ? null : <span className="tabular-nums">#{entry.entityId}</span>;
}
