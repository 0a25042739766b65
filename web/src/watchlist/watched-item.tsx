// One tool of the watchlist: dragged by the mouse, moved by Alt and an arrow key or by its buttons.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { ToolLink } from '../catalogue/tool-card.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { RatingCount, ScoreBadge } from '../components/score.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { useI18n } from '../lib/i18n.tsx';
import type { changeSince } from './visits.ts';
import { useWatchlist } from './watchlist.ts';

interface Props {
  tool: ToolWithStats;
  change: ReturnType<typeof changeSince>;
  isFirst: boolean;
  isLast: boolean;
  move: (step: 1 | -1) => void;
  drag: { isDragged: boolean; start: () => void; end: () => void; drop: () => void };
}

export function WatchedItem({ tool, change, isFirst, isLast, move, drag }: Props) {
  const [over, setOver] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    drag.drop();
  };
  return (
    <li
      draggable
      onKeyDown={onKeyDown}
      onDragStart={drag.start}
      onDragEnd={drag.end}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`group relative flex items-center gap-3 rounded-xl border bg-surface p-3 transition-colors hover:border-line-strong ${over ? 'border-accent bg-tint' : 'border-line'} ${drag.isDragged ? 'opacity-50' : ''}`}
    >
      <span className="cursor-grab text-muted opacity-60 group-hover:opacity-100 max-sm:hidden">
        <Icon name="grip" />
      </span>
      <ToolIcon name={tool.name} url={tool.iconUrl} size={36} />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <ToolLink tool={tool} words={[]} />
        </p>
        <p className="truncate text-sm text-muted">{change ? <Changed {...change} /> : <bdi>{tool.category}</bdi>}</p>
      </div>
      <span className="max-sm:hidden">
        <RatingCount count={tool.ratingCount} />
      </span>
      <ScoreBadge value={tool.avgCombined} />
      <Moves {...{ tool, isFirst, isLast, move }} />
    </li>
  );
}

function Changed({ ratings, score }: NonNullable<Props['change']>) {
  const { t, format } = useI18n();
  const parts = [
    ratings > 0 && t.watchlist.more(ratings),
    ratings < 0 && t.watchlist.fewer(-ratings),
    score !== 0 && t.watchlist.score(format.change(score)),
  ];
  return (
    <span className="font-medium text-good">
      <span aria-hidden="true" className="mr-1.5 inline-block size-2 rounded-full bg-good" />
      {parts.filter((part) => part !== false).join(', ')}
    </span>
  );
}

/** A button that cannot move any further stays where the focus is: it only says so. */
function Moves({ tool, isFirst, isLast, move }: Pick<Props, 'tool' | 'isFirst' | 'isLast' | 'move'>) {
  const { t } = useI18n();
  const { toggle } = useWatchlist();
  const look = { variant: 'quiet', size: 'icon' } as const;
  return (
    <span className="relative z-10 -mr-1 flex">
      <Button {...look} aria-label={t.watchlist.up(tool.name)} aria-disabled={isFirst} onClick={() => move(-1)}>
        <Icon name="up" />
      </Button>
      <Button {...look} aria-label={t.watchlist.down(tool.name)} aria-disabled={isLast} onClick={() => move(1)}>
        <Icon name="chevron" />
      </Button>
      <Button {...look} aria-label={t.watchlist.stop(tool.name)} onClick={() => toggle(tool.id)}>
        <Icon name="close" />
      </Button>
    </span>
  );
}
