// One tool: what it is, how people rate it, and the place to rate it.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../components/button.tsx';
import { HistoryChart } from '../components/line-chart.tsx';
import { ToolActions } from '../components/tool-actions.tsx';
import { Distribution } from '../components/distribution.tsx';
import { Card, Page, Section } from '../components/page.tsx';
import { RatingCount, ScoreBadge, ScoreBar } from '../components/score.tsx';
import { Empty, ErrorState, LoadingLines, Skeleton } from '../components/states.tsx';
import { Prose } from '../components/text.tsx';
import { read, statusOf } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { can, useMe } from '../lib/session.ts';
import { Comments } from '../tool/comments.tsx';
import { Confidence } from '../tool/confidence.tsx';
import { ToolHeader } from '../tool/header.tsx';
import { Labels } from '../tool/labels.tsx';
import { Costs } from '../tool/costs.tsx';
import { ManageTool } from '../tool/manage.tsx';
import { Relations } from '../tool/relations.tsx';
import { SimilarTools } from '../tool/similar.tsx';
import { RatingPanel } from '../tool/rating-form.tsx';

const route = getRouteApi('/tools/$toolId');

export function ToolPage() {
  const { t } = useI18n();
  const { user } = useMe();
  const id = Number(route.useParams().toolId);
  const { data: tool, error, refetch } = useQuery(read('GET /tools/:id', { params: { id } }));
  if (statusOf(error) === 404) {
    return (
      <Page title={t.tool.notFound}>
        <Empty title={t.tool.notFoundHint}>
          <ButtonLink to="/">{t.states.toTools}</ButtonLink>
        </Empty>
      </Page>
    );
  }
  if (error && !tool) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!tool) return <ToolSkeleton />;
  return (
    <Page title={tool.name} heading="own">
      <div
        data-tool-page
        data-tool-id={tool.id}
        className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:gap-x-12"
      >
        <div className="min-w-0">
          <ToolHeader tool={tool} />
          <div data-no-print className="mt-5 flex flex-wrap gap-2 empty:hidden">
            <ToolActions id={tool.id} name={tool.name} />
            <ManageTool tool={tool} />
          </div>
          <Prose className="mt-5 max-w-prose">{tool.description}</Prose>
          <Labels tool={tool} />
        </div>
        <aside className="lg:col-start-2 lg:row-span-2">
          <Card className="lg:sticky lg:top-20">
            <h2 className="mb-4 text-lg font-semibold tracking-tight">{t.rate.title}</h2>
            <RatingPanel key={tool.id} toolId={tool.id} />
          </Card>
        </aside>
        <div className="min-w-0">
          <Ratings tool={tool} />
          {can(user, 'costs') && <Costs toolId={id} />}
          <Relations toolId={id} />
          <SimilarTools toolId={id} />
        </div>
      </div>
    </Page>
  );
}

function Ratings({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  const rated = tool.ratingCount > 0;
  return (
    <>
      <Section title={t.tool.ratingsTitle}>
        <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ScoreBadge value={tool.avgCombined} large />
          <RatingCount count={tool.ratingCount} />
          <div className="grid w-full max-w-xs gap-1">
            <ScoreBar label={t.score.usefulness} value={tool.avgUsefulness} />
            <ScoreBar label={t.score.usability} value={tool.avgUsability} />
          </div>
          {rated && <Confidence toolId={tool.id} />}
        </div>
        {rated ? <Figures toolId={tool.id} /> : <p className="text-sm text-muted">{t.tool.beFirst}</p>}
      </Section>
      {rated && (
        <Section title={t.tool.comments}>
          <Comments toolId={tool.id} />
        </Section>
      )}
    </>
  );
}

function Figures({ toolId }: { toolId: number }) {
  const distribution = useQuery(read('GET /analytics/rating-distribution', { query: { toolId } }));
  const history = useQuery(read('GET /tools/:id/rating-history', { params: { id: toolId } }));
  return (
    <div className="grid gap-8">
      {distribution.data ? <Distribution data={distribution.data} /> : <LoadingLines lines={5} />}
      {history.data && <HistoryChart items={history.data} />}
    </div>
  );
}

function ToolSkeleton() {
  const { t } = useI18n();
  return (
    <div
      role="status"
      aria-label={t.states.loading}
      className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-12"
    >
      <div className="grid content-start gap-4">
        <Skeleton className="h-14 w-2/3" />
        <Skeleton className="h-20" />
        <Skeleton className="h-40" />
      </div>
      <Skeleton className="h-[34rem] rounded-xl max-lg:hidden" />
    </div>
  );
}
