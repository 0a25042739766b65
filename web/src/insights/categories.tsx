// The figures of each category; a category leads to its tools.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Section } from '../components/page.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

export function Categories() {
  const { t, format } = useI18n();
  const { data, error, refetch } = useQuery(read('GET /analytics/by-category'));
  const rows = useMemo(() => data?.toSorted((a, b) => b.totalRatings - a.totalRatings), [data]);
  const score = (value: number | null) => (value === null ? '–' : format.score(value));
  const most = Math.max(1, ...(rows ?? []).map(({ totalRatings }) => totalRatings));
  return (
    <Section title={t.insights.categories}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={8} />}
      {rows && (
        <div
          className="relative max-h-[32rem] overflow-auto"
          tabIndex={0}
          role="region"
          aria-label={t.insights.categories}
        >
          <table className="w-full text-sm tabular-nums">
            <thead className="sticky top-0 bg-surface text-muted">
              <tr>
                <th scope="col" className="py-2 text-left font-medium">
                  {t.browse.category}
                </th>
                {[t.nav.browse, t.browse.columns.ratings, t.score.usefulness, t.score.usability].map((text) => (
                  <th key={text} scope="col" className="px-2 py-2 text-right font-medium">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ category, toolCount, totalRatings, avgUsefulness, avgUsability }) => (
                <tr key={category} className="border-t border-line">
                  <th scope="row" className="py-2 pr-4 text-left font-normal">
                    <Link to="/" search={{ category }} className="underline-offset-4 hover:underline">
                      <bdi>{category}</bdi>
                    </Link>
                    <span
                      className="mt-1 block h-1 rounded-full bg-accent"
                      style={{ width: `${(totalRatings / most) * 100}%` }}
                    />
                  </th>
                  <td className="px-2 text-right">{format.whole(toolCount)}</td>
                  <td className="px-2 text-right">{format.whole(totalRatings)}</td>
                  <td className="px-2 text-right">{score(avgUsefulness)}</td>
                  <td className="px-2 text-right">{score(avgUsability)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
