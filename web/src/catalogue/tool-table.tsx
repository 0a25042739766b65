// The catalogue as a table for comparing figures; the headers of sortable columns sort.
import { ScoreBadge } from '../components/score.tsx';
import { Named } from '../components/text.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Icon } from '../components/icon.tsx';
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { DEFAULT_SORT, type Density, type Sort } from './filters.ts';
import { ToolLink } from './tool-card.tsx';
import { useVirtualRows } from './virtual.ts';

const route = getRouteApi('/');

interface Props {
  tools: readonly ToolWithStats[];
  words: readonly string[];
  density: Density;
}

const heights = { cozy: 49, compact: 37 } as const;
const cell = 'border-b border-line px-3 whitespace-nowrap';
const figure = `${cell} text-right tabular-nums`;

export function ToolTable({ tools, words, density }: Props) {
  const { t, format } = useI18n();
  const { ref, from, to, before, after } = useVirtualRows<HTMLTableSectionElement>(tools.length, heights[density]);
  const score = (value: number | null) => (value === null ? '–' : format.score(value));
  return (
    <div
      className="relative overflow-x-auto rounded-xl border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={t.browse.title}
    >
      <table className="w-full min-w-[60rem] table-fixed text-sm" aria-rowcount={tools.length + 1}>
        <Head />
        <tbody ref={ref}>
          <tr aria-hidden="true" style={{ height: before }} />
          {tools.slice(from, to).map((tool, index) => (
            <tr
              key={tool.id}
              aria-rowindex={from + index + 2}
              style={{ height: heights[density] }}
              className="relative hover:bg-sunken"
            >
              <th scope="row" className={`${cell} truncate text-left font-normal`}>
                <ToolLink tool={tool} words={words} />
              </th>
              <td className={`${cell} truncate text-muted`}>
                <Named words={words}>{tool.category}</Named>
              </td>
              <td className={figure}>{score(tool.avgUsefulness)}</td>
              <td className={figure}>{score(tool.avgUsability)}</td>
              <td className={figure}>
                <ScoreBadge value={tool.avgCombined} />
              </td>
              <td className={figure}>{format.whole(tool.ratingCount)}</td>
              <td className={`${figure} text-muted`}>{format.date(tool.updatedAt)}</td>
            </tr>
          ))}
          <tr aria-hidden="true" style={{ height: after }} />
        </tbody>
      </table>
    </div>
  );
}

function Head() {
  const { t } = useI18n();
  return (
    <thead className="bg-sunken text-muted">
      <tr className="h-10">
        <SortHeader label={t.browse.columns.name} sorts={['name_asc', 'name_desc']} className="text-left" />
        <th scope="col" className={`${cell} w-1/4 text-left font-medium`}>
          {t.browse.columns.category}
        </th>
        <th scope="col" className={`${figure} w-28 font-medium`}>
          {t.score.usefulness}
        </th>
        <th scope="col" className={`${figure} w-28 font-medium`}>
          {t.score.usability}
        </th>
        <SortHeader label={t.browse.columns.combined} sorts={['top_rated']} className="w-28 text-right" />
        <SortHeader label={t.browse.columns.ratings} sorts={['most_reviewed']} className="w-28 text-right" />
        <SortHeader label={t.browse.columns.updated} sorts={['recently_updated']} className="w-32 text-right" />
      </tr>
    </thead>
  );
}

interface HeaderProps {
  label: string;
  /** The orders this column stands for; choosing it again takes the next one. */
  sorts: [Sort, ...Sort[]];
  className: string;
}

function SortHeader({ label, sorts, className }: HeaderProps) {
  const { sort = DEFAULT_SORT } = route.useSearch();
  const position = sorts.indexOf(sort);
  const next = sorts[(position + 1) % sorts.length] ?? sorts[0];
  const active = position !== -1;
  const direction = sort === 'name_asc' ? 'ascending' : 'descending';
  return (
    <th scope="col" aria-sort={active ? direction : undefined} className={`${cell} font-medium ${className}`}>
      <Link
        from="/"
        to="/"
        search={(before) => ({ ...before, sort: next })}
        replace
        resetScroll={false}
        className={`inline-flex items-center gap-1 underline-offset-4 hover:underline ${active ? 'text-ink' : ''}`}
      >
        {label}
        {active && <Icon name={direction === 'ascending' ? 'up' : 'chevron'} size={14} />}
      </Link>
    </th>
  );
}
