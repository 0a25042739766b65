// The tools as a grid of cards, a list of rows or a table; of thousands, only those near the window are drawn.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import type { CSSProperties } from 'react';
import { Skeleton } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { ToolCard, ToolRow } from './tool-card.tsx';
import { TABLE_HEAD, tableHeights, ToolTable } from './tool-table.tsx';
import type { Look } from './toolbar.tsx';
import { type Box, columnsIn, useVirtualRows } from './virtual.ts';

interface Props extends Look {
  tools: readonly ToolWithStats[];
  words: readonly string[];
  box: Box;
}

const heights = { grid: { cozy: 214, compact: 132 }, rows: { cozy: 76, compact: 48 } } as const;
const MIN_CARD = 280;

const gridOf = (view: Look['view'], box: Box) => {
  const columns = view === 'grid' ? columnsIn(box, MIN_CARD) : 1;
  const style: CSSProperties = { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
  return { columns, style, className: view === 'grid' ? 'grid gap-x-4' : 'grid' };
};
const itemLook = (view: Look['view']) => (view === 'grid' ? 'pb-4' : 'border-b border-line');

export function ToolList({ view, ...rest }: Props) {
  if (view === 'table') return <ToolTable {...rest} />;
  // Another view or density means other heights: a fresh list instead of one that measures anew.
  return <Cards key={`${view}-${rest.density}`} view={view} {...rest} />;
}

function Cards({ tools, words, view, density, box }: Props & { view: 'grid' | 'rows' }) {
  const { t } = useI18n();
  const height = heights[view][density];
  const { columns, style, className } = gridOf(view, box);
  const { from, to, before, after } = useVirtualRows(tools.length, height, box, columns);
  const Item = view === 'grid' ? ToolCard : ToolRow;
  return (
    <ul
      aria-label={t.browse.title}
      data-tools
      className={className}
      style={{ ...style, paddingTop: before, paddingBottom: after }}
    >
      {tools.slice(from, to).map((tool, index) => (
        <li
          key={tool.id}
          aria-setsize={tools.length}
          aria-posinset={from + index + 1}
          style={{ height }}
          className={itemLook(view)}
        >
          <Item tool={tool} words={words} compact={density === 'compact'} />
        </li>
      ))}
    </ul>
  );
}

/** The same boxes in grey, so that nothing moves when the tools arrive. */
export function ToolListSkeleton({ view, density, box }: Look & { box: Box }) {
  const { t } = useI18n();
  if (view === 'table') return <TableSkeleton density={density} />;
  const { columns, style, className } = gridOf(view, box);
  const height = heights[view][density];
  return (
    <div role="status" aria-label={t.states.loading} className={className} style={style}>
      {Array.from({ length: columns * Math.ceil(window.innerHeight / height) }, (_, index) => (
        <div key={index} style={{ height }} className={itemLook(view)}>
          {view === 'grid' ? <Skeleton className="h-full rounded-xl" /> : <RowSkeleton />}
        </div>
      ))}
    </div>
  );
}

const RowSkeleton = () => (
  <div className="flex h-full items-center gap-4 px-2">
    <Skeleton className="size-8 rounded-lg" />
    <Skeleton className="h-4 w-1/2" />
    <Skeleton className="ml-auto h-5 w-10" />
  </div>
);

function TableSkeleton({ density }: Pick<Look, 'density'>) {
  const { t } = useI18n();
  const height = tableHeights[density];
  return (
    <div role="status" aria-label={t.states.loading} className="rounded-xl border border-line bg-surface">
      <div style={{ height: TABLE_HEAD }} className="rounded-t-xl bg-sunken" />
      {Array.from({ length: Math.ceil(window.innerHeight / height) }, (_, index) => (
        <div key={index} style={{ height }} className="flex items-center gap-6 border-b border-line px-3 last:border-0">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/5" />
          <Skeleton className="ml-auto h-4 w-1/3" />
        </div>
      ))}
    </div>
  );
}
