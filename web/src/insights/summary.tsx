// The catalogue in five figures, and its most rated tool.
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useI18n } from '../lib/i18n.tsx';

const tileLook = 'min-w-0 rounded-xl border border-line bg-surface p-4';

export function Summary() {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(read('GET /analytics/summary'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  const score = (value: number | null) => (value === null ? '–' : format.fineScore(value));
  const tiles = [
    [t.nav.browse, data && format.whole(data.totalTools)],
    [t.browse.columns.ratings, data && format.whole(data.totalRatings)],
    [t.insights.categories, data && format.whole(data.categoriesCount)],
    [t.score.usefulness, data && score(data.avgUsefulness)],
    [t.score.usability, data && score(data.avgUsability)],
  ] as const;
  const most = data?.mostRatedTool;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 xl:grid-cols-6">
      {tiles.map(([name, value]) => (
        <div key={name} className={tileLook}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 h-8 text-2xl font-semibold tabular-nums">{value ?? <Skeleton className="h-7 w-20" />}</dd>
        </div>
      ))}
      <div className={tileLook}>
        <dt className="text-sm text-muted">{t.insights.mostRated}</dt>
        <dd className="mt-1 flex h-8 items-center font-semibold">
          {!data && <Skeleton className="h-7 w-20" />}
          {data && !most && '–'}
          {most && (
            <ToolName id={most.id} name={most.name} title={t.score.ratings(most.ratingCount)} className="truncate" />
          )}
        </dd>
      </div>
    </dl>
  );
}
