// The catalogue as a table for comparing figures; the headers of sortable columns sort.
import { isFew, ScoreBadge } from '../components/score.tsx';
import { Named } from '../components/text.tsx';
import { ToolActions } from '../components/tool-actions.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { can, useMe } from '../lib/session.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ScrollRegion } from '../components/page.tsx';
import { Icon } from '../components/icon.tsx';
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { DEFAULT_SORT, type Density, type Sort } from './filters.ts';
import { ToolLink } from './tool-card.tsx';
import { type Box, useVirtualRows } from './virtual.ts';

const route = getRouteApi('/');

interface Props {
  tools: readonly ToolWithStats[];
  words: readonly string[];
  density: Density;
  box: Box;
}

/** Pixels of a row, and of the head. */
export const tableHeights = { cozy: 49, compact: 37 } as const;
export const TABLE_HEAD = 41;
const cell = 'border-b border-line px-3 whitespace-nowrap';
const figure = `${cell} text-right tabular-nums`;

export function ToolTable({ tools, words, density, box }: Props) {
  const { t, format } = useI18n();
  const { user } = useMe();
  const hasActions = can(user, 'watchlist') || can(user, 'compare');
  const height = tableHeights[density];
  const { from, to, before, after } = useVirtualRows(tools.length, height, { ...box, top: box.top + TABLE_HEAD });
  const score = (value: number | null) => (value === null ? '–' : format.score(value));
  // Where there is room for all columns, nothing scrolls sideways, and the head stays in sight instead.
  return (
    <ScrollRegion label={t.browse.title} className="max-xl:overflow-x-auto">
      <table
        className="w-full min-w-[56rem] table-fixed border-separate border-spacing-0 text-sm"
        aria-rowcount={tools.length + 1}
      >
        <Head hasActions={hasActions} />
        <tbody>
          <tr aria-hidden="true" style={{ height: before }} />
          {tools.slice(from, to).map((tool, index) => (
            <tr
              key={tool.id}
              aria-rowindex={from + index + 2}
              style={{ height }}
              className="relative transition-colors hover:bg-sunken"
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
              <td className={figure}>
                {isFew(tool.ratingCount) && <span className="text-xs text-muted">{t.score.few} · </span>}
                {format.whole(tool.ratingCount)}
              </td>
              <td className={`${figure} text-muted`}>{format.date(tool.updatedAt)}</td>
              {hasActions && (
                <td className={`${cell} relative z-10 px-1`}>
                  <span className="flex justify-end">
                    <ToolActions id={tool.id} name={tool.name} small />
                  </span>
                </td>
              )}
            </tr>
          ))}
          <tr aria-hidden="true" style={{ height: after }} />
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Head({ hasActions }: { hasActions: boolean }) {
  const { t } = useI18n();
  return (
    <thead className="text-muted xl:sticky xl:top-14 xl:z-10 [&_th]:bg-sunken [&_th:first-child]:rounded-tl-xl [&_th:last-child]:rounded-tr-xl">
      <tr style={{ height: TABLE_HEAD }}>
        <SortHeader label={t.browse.columns.name} sorts={['name_asc', 'name_desc']} className="text-left" />
        <th scope="col" className={`${cell} w-1/5 text-left font-medium`}>
          {t.browse.columns.category}
        </th>
        <th scope="col" className={`${figure} w-26 font-medium`}>
          {t.score.usefulness}
        </th>
        <th scope="col" className={`${figure} w-26 font-medium`}>
          {t.score.usability}
        </th>
        <SortHeader label={t.browse.columns.combined} sorts={['top_rated']} className="w-22 text-right" />
        <SortHeader label={t.browse.columns.ratings} sorts={['most_reviewed']} className="w-32 text-right" />
        <SortHeader label={t.browse.columns.updated} sorts={['recently_updated']} className="w-30 text-right" />
        {hasActions && (
          <th scope="col" className={`${cell} w-20`}>
            <span className="sr-only">{t.browse.columns.actions}</span>
          </th>
        )}
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
