// The best rated tools by a metric, by plain or by weighed averages.
import type { TopToolsQuery } from '@toolscore/contract/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../components/field.tsx';
import { Section } from '../components/page.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useI18n } from '../lib/i18n.tsx';

type Metric = NonNullable<TopToolsQuery['metric']>;
type Ranking = NonNullable<TopToolsQuery['ranking']>;
const metrics = ['combined', 'usefulness', 'usability'] as const satisfies Metric[];
const rankings = ['bayesian', 'mean'] as const satisfies Ranking[];

export const topTools = (metric: Metric, ranking: Ranking) =>
  read('GET /analytics/top-tools', { query: { metric, ranking, limit: 10 } });

export function TopTools() {
  const { t, format } = useI18n();
  const [metric, setMetric] = useState<Metric>('combined');
  const [ranking, setRanking] = useState<Ranking>('bayesian');
  const { data, error, refetch } = useQuery({
    ...topTools(metric, ranking),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={t.insights.top}>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t.insights.metric}
          value={metric}
          onChange={({ target }) => setMetric(target.value as Metric)}
        >
          {metrics.map((value) => (
            <option key={value} value={value}>
              {t.score[value]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t.insights.ranking}
          value={ranking}
          onChange={({ target }) => setRanking(target.value as Ranking)}
        >
          {rankings.map((value) => (
            <option key={value} value={value}>
              {t.insights.rankings[value]}
            </option>
          ))}
        </SelectField>
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={10} />}
      {data?.length === 0 && <Empty title={t.insights.nothingRated} />}
      <ol className="grid gap-3 py-2 empty:hidden">
        {data?.map(({ tool, score, ratingCount }, index) => (
          <li key={tool.id} className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto_2.5rem] items-center gap-3 text-sm">
            <span className="text-right text-muted tabular-nums">{index + 1}</span>
            <ToolName id={tool.id} name={tool.name} className="truncate font-medium" />
            <span className="text-right whitespace-nowrap text-muted">{t.score.ratings(ratingCount)}</span>
            <span className="text-right font-semibold tabular-nums">{format.fineScore(score)}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
