// The catalogue in figures. Each part is a question of its own, and each drawing has its table.
import { useQuery } from '@tanstack/react-query';
import { Distribution } from '../components/distribution.tsx';
import { Card, Page, Section } from '../components/page.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { Categories } from '../insights/categories.tsx';
import { Quadrant } from '../insights/quadrant.tsx';
import { Summary } from '../insights/summary.tsx';
import { TopTools } from '../insights/top-tools.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

export function InsightsPage() {
  const { t } = useI18n();
  return (
    <Page title={t.nav.insights}>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <div className="xl:col-span-2">
          <Summary />
        </div>
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
      </div>
    </Page>
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
