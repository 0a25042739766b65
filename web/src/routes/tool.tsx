// One tool: what it is, how people rate it, and the place to rate it.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ButtonLink } from '../components/button.tsx';
import { ToolActions } from '../components/tool-actions.tsx';
import { Card, Page, Section } from '../components/page.tsx';
import { Empty, ErrorState, LoadingLines, Skeleton } from '../components/states.tsx';
import { Prose } from '../components/text.tsx';
import { isOnItsWay, read, statusOf } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { can, useMe } from '../lib/session.ts';
import { Comments } from '../tool/comments.tsx';
import { ToolHeader } from '../tool/header.tsx';
import { Labels } from '../tool/labels.tsx';
import { Costs } from '../tool/costs.tsx';
import { ManageTool } from '../tool/manage.tsx';
import { Relations } from '../tool/relations.tsx';
import { SimilarTools } from '../tool/similar.tsx';
import { Figures, figuresOf, Ratings } from '../tool/ratings.tsx';
import { useOwnRating } from '../tool/my-rating.ts';
import { RatingPanel } from '../tool/rating-form.tsx';

const route = getRouteApi('/tools/$toolId');

const columns =
  'grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:gap-x-12';

export function ToolPage() {
  const id = Number(route.useParams().toolId);
  return <Tool key={id} id={id} />;
}

function Tool({ id }: { id: number }) {
  const { t } = useI18n();
  const { data: tool, error, refetch } = useQuery(read('GET /tools/:id', { params: { id } }));
  const { isLoading } = useOwnRating(id);
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
  if (!tool || isLoading) return <ToolSkeleton />;
  return (
    <Page title={tool.name} heading="own">
      <div data-tool-page data-tool-id={tool.id} className={columns}>
        <div className="min-w-0">
          <ToolHeader tool={tool} />
          <div data-no-print className="mt-5 flex flex-wrap gap-2 empty:hidden">
            <ToolActions id={tool.id} name={tool.name} />
            <ManageTool tool={tool} />
          </div>
          <Prose className="mt-5 max-w-prose">{tool.description}</Prose>
          <Labels tool={tool} />
          <Ratings tool={tool} />
        </div>
        <aside className="lg:col-start-2 lg:row-span-2">
          <Card className="lg:sticky lg:top-20">
            <h2 className="mb-4 text-lg font-semibold tracking-tight">{t.rate.title}</h2>
            <RatingPanel key={tool.id} toolId={tool.id} />
          </Card>
        </aside>
        <div className="min-w-0">
          <Details tool={tool} />
        </div>
      </div>
    </Page>
  );
}

/** Everything that is asked for separately, shown together: what comes late moves nothing. */
function Details({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  const { user } = useMe();
  const isRated = tool.ratingCount > 0;
  const seesCosts = can(user, 'costs');
  const params = { id: tool.id };
  const [distribution, history, score] = figuresOf(tool.id);
  const results = [
    useQuery({ ...distribution, enabled: isRated }),
    useQuery({ ...history, enabled: isRated }),
    useQuery({ ...score, enabled: isRated }),
    useQuery({ ...read('GET /tools/:id/ratings', { params }), enabled: isRated }),
    useQuery({ ...read('GET /tools/:id/costs', { params }), enabled: seesCosts }),
    useQuery(read('GET /tools/:id/relations', { params })),
    useQuery(read('GET /tools/:id/similar', { params })),
  ];
  if (results.some(isOnItsWay)) {
    return <LoadingLines lines={12} />;
  }
  return (
    <>
      {isRated && (
        <>
          <Figures toolId={tool.id} />
          <Section title={t.tool.comments}>
            <Comments toolId={tool.id} />
          </Section>
        </>
      )}
      {seesCosts && <Costs toolId={tool.id} />}
      <Relations toolId={tool.id} />
      <SimilarTools toolId={tool.id} />
    </>
  );
}

function ToolSkeleton() {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t.states.loading} className={columns}>
      <div className="grid content-start gap-4">
        <Skeleton className="h-14 w-2/3" />
        <Skeleton className="h-9 w-1/3" />
        <Skeleton className="h-20" />
      </div>
      <Skeleton className="h-[34rem] rounded-xl lg:col-start-2 lg:row-span-2" />
      <Skeleton className="h-40 rounded-xl" />
    </div>
  );
}
