// Deleted tools: how long they are kept, bringing them back, and removing them for good.
import type { Tool } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterBar, matches } from '../admin/filter-bar.tsx';
import { ManagePage } from '../admin/frame.tsx';
import { TrashActions } from '../admin/trash-actions.tsx';
import { ButtonLink } from '../components/button.tsx';
import { usePortion } from '../components/portion.tsx';
import { Cell, type Column, Row, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingTable } from '../components/states.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { read } from '../lib/api.ts';
import { useAdminI18n } from '../admin/i18n.ts';
import { byText, useSorted } from '../lib/sorting.ts';

const DAY_MS = 86_400_000;
/** From here on the time left is shown as a warning. */
const SOON_MS = 3 * DAY_MS;
const STEP = 100;

const deletion = ({ deletedAt }: Tool) => (deletedAt === null ? 0 : Date.parse(deletedAt));
const columns = {
  name: (a: Tool, b: Tool) => byText(a.name, b.name),
  category: (a: Tool, b: Tool) => byText(a.category, b.category),
  deleted: (a: Tool, b: Tool) => deletion(a) - deletion(b) || a.id - b.id,
};

export function TrashPage() {
  return (
    <ManagePage name="trash">
      <Trash />
    </ManagePage>
  );
}

function Trash() {
  const { t } = useAdminI18n();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [query, setQuery] = useState('');
  const { data, error, refetch } = useQuery(read('GET /tools/trash'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingTable />;
  if (data.length === 0) {
    return (
      <Empty title={t.admin.trash.empty}>
        <p className="max-w-prose text-sm text-muted">{t.admin.trash.emptyHint}</p>
        <ButtonLink to="/">{t.states.toTools}</ButtonLink>
      </Empty>
    );
  }
  const found = data.filter(({ name, category, deletedBy }) => matches(query.trim(), name, category, deletedBy));
  // What a search hides is not acted upon: only what is in sight counts as chosen.
  const picked = found.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return (
    <>
      <FilterBar
        label={t.admin.trash.search}
        value={query}
        onChange={setQuery}
        found={found.length}
        total={data.length}
        countOf={t.browse.results}
      />
      <TrashActions ids={picked} total={data.length} done={() => setChosen(new Set())} />
      {found.length === 0 ? (
        <Empty title={t.admin.trash.none} />
      ) : (
        <TrashTable tools={found} chosen={chosen} choose={setChosen} allChosen={picked.length === found.length} />
      )}
    </>
  );
}

interface TableProps {
  tools: readonly Tool[];
  chosen: ReadonlySet<number>;
  choose: (ids: ReadonlySet<number>) => void;
  allChosen: boolean;
}

function TrashTable({ tools, chosen, choose, allChosen }: TableProps) {
  const { t } = useAdminI18n();
  const { sorted, sortingOf } = useSorted(tools, columns, { by: 'deleted', falling: true });
  const { shown, more } = usePortion(sorted, STEP);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const all = (
    <input
      type="checkbox"
      aria-label={t.admin.trash.all}
      checked={allChosen}
      onChange={({ target }) => choose(new Set(target.checked ? tools.map(({ id }) => id) : []))}
    />
  );
  const head: Column[] = [
    { label: all, kept: true },
    { label: t.browse.columns.name, sort: sortingOf('name') },
    { label: t.browse.category, sort: sortingOf('category') },
    { label: t.admin.trash.deleted, sort: sortingOf('deleted') },
    { label: t.admin.trash.left },
  ];
  return (
    <>
      <SimpleTable caption={t.manage.pages.trash} head={head}>
        {shown.map((tool) => (
          <TrashRow key={tool.id} tool={tool} chosen={chosen.has(tool.id)} toggle={() => toggle(tool.id)} />
        ))}
      </SimpleTable>
      {more}
    </>
  );
}

function TrashRow({ tool, chosen, toggle }: { tool: Tool; chosen: boolean; toggle: () => void }) {
  const { t, format } = useAdminI18n();
  const { name, category, description, iconUrl, deletedAt, deletedBy } = tool;
  return (
    <Row className={`max-md:grid-cols-[auto_minmax(0,1fr)] ${chosen ? 'bg-tint/50' : ''}`}>
      <Cell className="md:w-0 max-md:self-center max-md:pr-0">
        <input type="checkbox" aria-label={name} checked={chosen} onChange={toggle} />
      </Cell>
      <Cell className="md:max-w-lg">
        <span className="flex items-center gap-3">
          <ToolIcon name={name} url={iconUrl} size={32} />
          <span className="min-w-0">
            <bdi className="line-clamp-2 font-medium">{name}</bdi>
            <bdi className="line-clamp-1 text-muted">{description}</bdi>
          </span>
        </span>
      </Cell>
      <Cell label={t.browse.category} className="text-muted">
        <bdi>{category}</bdi>
      </Cell>
      <Cell label={t.admin.trash.deleted} className="md:whitespace-nowrap">
        {deletedAt !== null && format.dateTime(deletedAt)}
        {deletedBy !== null && (
          <span className="block text-muted">
            <bdi>{deletedBy}</bdi>
          </span>
        )}
      </Cell>
      <Cell label={t.admin.trash.left} className="md:whitespace-nowrap">
        <TimeLeft deletedAt={deletedAt} />
      </Cell>
    </Row>
  );
}

/** Until the hourly purge may take it. */
function TimeLeft({ deletedAt }: { deletedAt: string | null }) {
  const { t, format } = useAdminI18n();
  const { data } = useQuery(read('GET /version'));
  const [now] = useState(Date.now);
  if (!data || deletedAt === null) return null;
  if (data.trashRetentionDays === 0) return <span className="text-muted">{t.admin.trash.forever}</span>;
  const until = Date.parse(deletedAt) + data.trashRetentionDays * DAY_MS;
  const left = Math.max(0, until - now);
  return (
    <span className={left < SOON_MS ? 'font-medium text-danger' : ''}>
      {left === 0 ? t.admin.trash.soon : format.until(until, now)}
      <span aria-hidden="true" className="mt-1 block h-1 w-24 overflow-hidden rounded-full bg-sunken">
        <span
          className="block h-full rounded-full bg-current opacity-60"
          style={{ width: `${(left / (data.trashRetentionDays * DAY_MS)) * 100}%` }}
        />
      </span>
    </span>
  );
}
