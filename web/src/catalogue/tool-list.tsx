// The tools as a grid of cards, a list of rows or a table; of thousands, only those near the window are drawn.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { Skeleton } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { ToolCard, ToolRow } from './tool-card.tsx';
import { ToolTable } from './tool-table.tsx';
import type { Look } from './toolbar.tsx';
import { useVirtualRows } from './virtual.ts';

interface Props extends Look {
  tools: readonly ToolWithStats[];
  words: readonly string[];
}

const heights = { grid: { cozy: 214, compact: 132 }, rows: { cozy: 84, compact: 56 } } as const;
const MIN_CARD = 280;

export function ToolList({ view, ...rest }: Props) {
  if (view === 'table') return <ToolTable {...rest} />;
  // Another view or density means other heights: a fresh list instead of one that measures anew.
  return <Cards key={`${view}-${rest.density}`} view={view} {...rest} />;
}

function Cards({ tools, words, view, density }: Props & { view: 'grid' | 'rows' }) {
  const { t } = useI18n();
  const height = heights[view][density];
  const { ref, columns, from, to, before, after } = useVirtualRows<HTMLUListElement>(
    tools.length,
    height,
    view === 'grid' ? MIN_CARD : undefined,
  );
  const Item = view === 'grid' ? ToolCard : ToolRow;
  return (
    <ul
      ref={ref}
      aria-label={t.browse.title}
      data-tools
      className={view === 'grid' ? 'grid gap-x-4' : 'grid'}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, paddingTop: before, paddingBottom: after }}
    >
      {tools.slice(from, to).map((tool, index) => (
        <li
          key={tool.id}
          aria-setsize={tools.length}
          aria-posinset={from + index + 1}
          style={{ height }}
          className={view === 'grid' ? 'pb-4' : 'border-b border-line'}
        >
          <Item tool={tool} words={words} compact={density === 'compact'} />
        </li>
      ))}
    </ul>
  );
}

/** The same boxes in grey, so that nothing moves when the tools arrive. */
export function ToolListSkeleton({ view, density }: Look) {
  const { t } = useI18n();
  const grid = view === 'grid';
  const height = view === 'table' ? 49 : heights[view][density];
  const columns = grid ? `repeat(auto-fill, minmax(${MIN_CARD - 16}px, 1fr))` : '1fr';
  return (
    <div
      role="status"
      aria-label={t.states.loading}
      className={grid ? 'grid gap-x-4' : 'grid'}
      style={{ gridTemplateColumns: columns }}
    >
      {Array.from({ length: grid ? 24 : 16 }, (_, index) => (
        <div key={index} style={{ height }} className={grid ? 'pb-4' : 'py-1.5'}>
          <Skeleton className="h-full rounded-xl" />
        </div>
      ))}
    </div>
  );
}
