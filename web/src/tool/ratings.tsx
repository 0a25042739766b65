// How a tool is rated: both averages with what stands behind them, and how far to trust them.
import type { ToolScore, ToolWithStats } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../components/page.tsx';
import { RatingCount, ScoreBadge, ScoreBar } from '../components/score.tsx';
import { Distribution } from '../components/distribution.tsx';
import { HistoryChart } from '../components/line-chart.tsx';
import { ErrorState } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

export const figuresOf = (id: number) =>
  [
    read('GET /analytics/rating-distribution', { query: { toolId: id } }),
    read('GET /tools/:id/rating-history', { params: { id } }),
    read('GET /tools/:id/score', { params: { id } }),
  ] as const;

export function Ratings({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg font-semibold tracking-tight">{t.tool.ratingsTitle}</h2>
      <Card className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <div className="flex items-center gap-4">
          <ScoreBadge value={tool.avgCombined} large />
          <RatingCount count={tool.ratingCount} />
        </div>
        {tool.ratingCount > 0 ? (
          <div className="grid max-w-md min-w-56 flex-1 gap-1.5">
            <ScoreBar label={t.score.usefulness} value={tool.avgUsefulness} />
            <ScoreBar label={t.score.usability} value={tool.avgUsability} />
          </div>
        ) : (
          <p className="text-sm text-muted">{t.tool.beFirst}</p>
        )}
      </Card>
    </section>
  );
}

/** Drawn when all of it has arrived. */
export function Figures({ toolId }: { toolId: number }) {
  const [ofDistribution, ofHistory, ofScore] = figuresOf(toolId);
  const distribution = useQuery(ofDistribution);
  const history = useQuery(ofHistory);
  const score = useQuery(ofScore);
  return (
    <div className="grid grid-cols-1 gap-8">
      {score.data && <Trust score={score.data} />}
      {distribution.data && <Distribution data={distribution.data} />}
      {distribution.error && <ErrorState error={distribution.error} retry={() => void distribution.refetch()} />}
      {history.data && <HistoryChart items={history.data} />}
    </div>
  );
}

function Trust({ score: { ratingCount, combined, polarised } }: { score: ToolScore }) {
  const { t, format } = useI18n();
  const { score, mean, priorMean, priorWeight, low, high } = combined;
  if (score === null || mean === null) return null;
  return (
    <div className="grid gap-1.5 text-sm text-muted">
      {low !== null && high !== null && (
        <p>
          <span title={t.score.rangeHint}>{t.score.range(format.score(low), format.score(high))}</span>
          {polarised && <span className="font-medium text-ink"> · {t.score.polarised}</span>}
        </p>
      )}
      <details>
        <summary className="w-fit rounded underline decoration-dotted underline-offset-4">{t.tool.whyScore}</summary>
        <p className="mt-2 max-w-prose">
          {t.tool.ranked(
            format.fineScore(score),
            format.fineScore(mean),
            t.score.ratings(ratingCount),
            t.score.ratings(priorWeight),
            format.fineScore(priorMean),
          )}
        </p>
      </details>
    </div>
  );
}
