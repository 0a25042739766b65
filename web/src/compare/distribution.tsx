// How people voted on one tool, small enough for a column of a comparison.
import type { RatingDistribution } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

const fills = { usefulness: 'bg-accent', usability: 'bg-second' } as const;

/** Both criteria as ten small bars; their figures are in the label. */
export function SmallDistribution({ toolId }: { toolId: number }) {
  const { t } = useI18n();
  const { data } = useQuery(read('GET /analytics/rating-distribution', { query: { toolId } }));
  return (
    <div className="flex min-h-15 gap-x-3 print:flex-wrap">
      {data &&
        (['usefulness', 'usability'] as const).map((key) => (
          <Bars key={key} label={t.score[key]} buckets={data[key]} fill={fills[key]} />
        ))}
    </div>
  );
}

interface Props {
  label: string;
  buckets: RatingDistribution['usefulness'];
  fill: string;
}

function Bars({ label, buckets, fill }: Props) {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const text = `${label}: ${buckets.map(({ score, count }) => `${score}: ${count}`).join(', ')}`;
  return (
    <span role="img" aria-label={text} title={text} className="grid content-start gap-1">
      <span className="flex h-10 items-end gap-0.5">
        {buckets.map(({ score, count }) => (
          <span
            key={score}
            className={`w-2 rounded-t-sm ${fill}`}
            style={{ height: `${Math.max(4, (count / most) * 100)}%` }}
          />
        ))}
      </span>
      <span className="text-xs text-muted">{label}</span>
    </span>
  );
}
