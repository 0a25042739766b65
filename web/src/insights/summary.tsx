// The catalogue in five figures.
import { useQuery } from '@tanstack/react-query';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

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
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
      {tiles.map(([name, value]) => (
        <div key={name} className="rounded-xl border border-line bg-surface p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 h-8 text-2xl font-semibold tabular-nums">{value ?? <Skeleton className="h-7 w-20" />}</dd>
        </div>
      ))}
    </dl>
  );
}
