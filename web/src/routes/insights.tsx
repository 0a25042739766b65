// The catalogue in figures. Each part is a question of its own, and each drawing has its table.
import { useQuery } from '@tanstack/react-query';
import { Distribution } from '../components/distribution.tsx';
import { Card, Page, Section } from '../components/page.tsx';
import { ErrorState, LoadingLines, Skeleton } from '../components/states.tsx';
import { Categories } from '../insights/categories.tsx';
import { Quadrant, quadrantOf, usualBounds } from '../insights/quadrant.tsx';
import { Summary } from '../insights/summary.tsx';
import { TopTools, topTools } from '../insights/top-tools.tsx';
import { isOnItsWay, read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

/** What the parts ask for at first. They are shown together: one that comes late moves none of the others. */
function useIsOnItsWay(): boolean {
  const results = [
    useQuery(topTools('combined', 'bayesian')),
    useQuery(read('GET /analytics/rating-distribution', { query: {} })),
    useQuery(quadrantOf(usualBounds)),
    useQuery(read('GET /analytics/by-category')),
  ];
  return results.some(isOnItsWay);
}

export function InsightsPage() {
  const { t } = useI18n();
  const loading = useIsOnItsWay();
  return (
    <Page title={t.nav.insights}>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <div className="xl:col-span-2">
          <Summary />
        </div>
        {loading ? <Waiting /> : <Parts />}
      </div>
    </Page>
  );
}

function Waiting() {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t.states.loading} className="grid gap-6 xl:col-span-2 xl:grid-cols-2">
      <Skeleton className="h-100 rounded-xl" />
      <Skeleton className="h-100 rounded-xl" />
      <Skeleton className="h-150 rounded-xl xl:col-span-2" />
    </div>
  );
}

function Parts() {
  return (
    <>
      <Card>
        <TopTools />
      </Card>
      <Card>
        <Votes />
      </Card>
      <Card className="xl:col-span-2">
        <Quadrant />
      </Card>
      <Card className="xl:col-span-2">
        <Categories />
      </Card>
    </>
  );
}

function Votes() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(read('GET /analytics/rating-distribution', { query: {} }));
  return (
    <Section title={t.tool.distribution}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={6} />}
      {data && <Distribution data={data} />}
    </Section>
  );
}
