// The watched tools, in an order of one's own, with what changed since the last visit.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useEffect, useState } from 'react';
import { ToolLink } from '../catalogue/tool-card.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Page } from '../components/page.tsx';
import { RatingCount, ScoreBadge } from '../components/score.tsx';
import { Empty, ErrorState, LoadingLines, NotAllowed } from '../components/states.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { useMe } from '../lib/session.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { moved } from '../watchlist/order.ts';
import { useWatchlist } from '../watchlist/watchlist.ts';

export function WatchlistPage() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  const { allowed } = useWatchlist();
  return (
    <Page title={t.nav.watchlist} intro={allowed ? t.watchlist.intro : undefined}>
      {isPending && <LoadingLines />}
      {!isPending && !allowed && <NotAllowed signedIn={user !== undefined} needs={t.watchlist.needs} />}
      {allowed && <Watched />}
    </Page>
  );
}

function Watched() {
  const { t } = useI18n();
  const { ids, save } = useWatchlist();
  const { data, error, refetch } = useQuery(read('GET /auth/me/watchlist'));
  const seen = useLastVisit(data);
  const [dragged, setDragged] = useState<number>();
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  const byId = new Map(data.map((tool) => [tool.id, tool]));
  // The saved order may also hold tools in the trash: they keep their places, unseen.
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  if (shown.length === 0) {
    return (
      <Empty title={t.watchlist.empty}>
        <p className="text-sm text-muted">{t.watchlist.emptyHint}</p>
        <ButtonLink to="/">{t.states.toTools}</ButtonLink>
      </Empty>
    );
  }
  const drop = (event: DragEvent, target: number) => {
    event.preventDefault();
    if (dragged !== undefined) save(moved(ids, dragged, target));
    setDragged(undefined);
  };
  return (
    <ol className="grid max-w-4xl gap-2">
      {shown.map((tool, index) => (
        <li
          key={tool.id}
          draggable
          onDragStart={() => setDragged(tool.id)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => drop(event, tool.id)}
          className={`relative flex items-center gap-3 rounded-xl border border-line bg-surface p-3 ${dragged === tool.id ? 'opacity-50' : ''}`}
        >
          <span className="cursor-grab text-muted max-sm:hidden">
            <Icon name="grip" />
          </span>
          <WatchedTool tool={tool} before={seen?.[tool.id]} />
          <Moves tool={tool} above={shown[index - 1]?.id} below={shown[index + 1]?.id} />
        </li>
      ))}
    </ol>
  );
}

interface Seen {
  ratingCount: number;
  avgCombined: number | null;
}

/** The figures at the last visit; those of this one are kept for the next. */
function useLastVisit(tools: readonly ToolWithStats[] | undefined) {
  const [seen] = useState(() => readStored<Record<number, Seen> | undefined>('watched', undefined));
  useEffect(() => {
    if (!tools) return;
    const now = tools.map(({ id, ratingCount, avgCombined }) => [id, { ratingCount, avgCombined }]);
    writeStored('watched', Object.fromEntries(now));
  }, [tools]);
  return seen;
}

function WatchedTool({ tool, before }: { tool: ToolWithStats; before: Seen | undefined }) {
  const { t, format } = useI18n();
  const more = before ? tool.ratingCount - before.ratingCount : 0;
  const change =
    before && tool.avgCombined !== null && before.avgCombined !== null ? tool.avgCombined - before.avgCombined : 0;
  return (
    <>
      <ToolIcon name={tool.name} url={tool.iconUrl} size={32} />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <ToolLink tool={tool} words={[]} />
        </p>
        <p className="truncate text-sm text-muted">
          {more > 0 ? (
            <span className="font-medium text-good">{t.watchlist.changed(more, format.change(change))}</span>
          ) : (
            <bdi>{tool.category}</bdi>
          )}
        </p>
      </div>
      <span className="max-sm:hidden">
        <RatingCount count={tool.ratingCount} />
      </span>
      <ScoreBadge value={tool.avgCombined} />
    </>
  );
}

interface MovesProps {
  tool: ToolWithStats;
  above: number | undefined;
  below: number | undefined;
}

function Moves({ tool, above, below }: MovesProps) {
  const { t } = useI18n();
  const { ids, save, toggle } = useWatchlist();
  const move = (target: number | undefined) => target !== undefined && save(moved(ids, tool.id, target));
  return (
    <span className="relative z-10 flex">
      <Button
        variant="quiet"
        size="icon"
        aria-label={t.watchlist.up(tool.name)}
        disabled={above === undefined}
        onClick={() => move(above)}
      >
        <Icon name="up" />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t.watchlist.down(tool.name)}
        disabled={below === undefined}
        onClick={() => move(below)}
      >
        <Icon name="chevron" />
      </Button>
      <Button variant="quiet" size="icon" aria-label={t.watchlist.stop(tool.name)} onClick={() => toggle(tool.id)}>
        <Icon name="close" />
      </Button>
    </span>
  );
}
