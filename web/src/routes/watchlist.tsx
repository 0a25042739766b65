// The watched tools, in an order of one's own, with what changed since the last visit.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Empty, ErrorState, LoadingRows, NotAllowed } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { useMe } from '../lib/session.ts';
import { changeSince, useEarlierVisit } from '../watchlist/visits.ts';
import { useWatchlist } from '../watchlist/watchlist.ts';
import { WatchedItem } from '../watchlist/watched-item.tsx';

export function WatchlistPage() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  const { allowed } = useWatchlist();
  return (
    <Page title={t.nav.watchlist} intro={allowed ? t.watchlist.intro : undefined}>
      {isPending && <LoadingRows height={66} rows={6} />}
      {!isPending && !allowed && <NotAllowed signedIn={user !== undefined} needs={t.watchlist.needs} />}
      {allowed && user && <Watched user={user.sub} />}
    </Page>
  );
}

function Watched({ user }: { user: string }) {
  const { t } = useI18n();
  const { ids } = useWatchlist();
  const { data, error, refetch } = useQuery(read('GET /auth/me/watchlist'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingRows height={66} rows={6} />;
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
  return <WatchedTools user={user} tools={shown} />;
}

function WatchedTools({ user, tools }: { user: string; tools: readonly ToolWithStats[] }) {
  const { t, format } = useI18n();
  const { move } = useWatchlist();
  const earlier = useEarlierVisit(user, tools);
  const [dragged, setDragged] = useState<number>();
  const [announcement, announce] = useState('');
  const moveTo = (tool: ToolWithStats, place: number) => {
    const target = tools[place];
    if (!target) return;
    move(tool.id, target.id);
    announce(t.watchlist.moved(tool.name, place + 1, tools.length));
  };
  const changed = tools.filter((tool) => changeSince(earlier, tool) !== undefined).length;
  return (
    <div className="max-w-4xl">
      {earlier && (
        <p className={`mb-3 text-sm ${changed > 0 ? 'font-medium' : 'text-muted'}`}>
          {t.watchlist.since(changed, format.dateTime(new Date(earlier.at).toISOString()))}
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol className="grid grid-cols-1 gap-2">
        {tools.map((tool, place) => (
          <WatchedItem
            key={tool.id}
            tool={tool}
            change={changeSince(earlier, tool)}
            isFirst={place === 0}
            isLast={place === tools.length - 1}
            move={(step) => moveTo(tool, place + step)}
            drag={{
              isDragged: dragged === tool.id,
              start: () => setDragged(tool.id),
              end: () => setDragged(undefined),
              drop: () => {
                const moving = tools.find(({ id }) => id === dragged);
                if (moving) moveTo(moving, place);
              },
            }}
          />
        ))}
      </ol>
    </div>
  );
}
