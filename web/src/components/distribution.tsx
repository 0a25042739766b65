// How many people gave each score, for both criteria.
import type { RatingDistribution } from '@toolscore/contract/schemas';
import { useI18n } from '../lib/i18n.tsx';
import { Chart } from './chart.tsx';

export function Distribution({ data }: { data: RatingDistribution }) {
  const { t } = useI18n();
  return (
    <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
      {(['usefulness', 'usability'] as const).map((key) => (
        <Bars key={key} title={t.score[key]} words={t.score.words[key]} buckets={data[key]} />
      ))}
    </div>
  );
}

interface BarsProps {
  title: string;
  words: readonly string[];
  buckets: RatingDistribution['usefulness'];
}

function Bars({ title, words, buckets }: BarsProps) {
  const { t, format } = useI18n();
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const falling = buckets.toReversed();
  const label = (score: number) => `${score} – ${words[score - 1]}`;
  return (
    <Chart
      title={title}
      head={[t.tool.scoreColumn, t.tool.votesColumn]}
      rows={falling.map(({ score, count }) => [label(score), format.whole(count)])}
    >
      <div className="grid grid-cols-[fit-content(8.5rem)_minmax(2rem,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-sm">
        {falling.map(({ score, count }) => (
          <div key={score} className="contents">
            <span className="truncate text-muted">{label(score)}</span>
            <span className="h-2.5 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="text-right tabular-nums">{format.whole(count)}</span>
          </div>
        ))}
      </div>
    </Chart>
  );
}
