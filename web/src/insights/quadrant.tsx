// Usefulness against usability: what to invest in, improve, tolerate or retire. A quadrant leads to its tools in the catalogue.
import type { QuadrantEntry } from '@toolscore/contract/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type BrowseSearch } from '../catalogue/filters.ts';
import { type Quadrant as Kind, quadrants, THRESHOLD } from '../catalogue/quadrants.ts';
import { ButtonLink } from '../components/button.tsx';
import { Chart } from '../components/chart.tsx';
import { SelectField } from '../components/field.tsx';
import { Section } from '../components/page.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { Scatter } from './scatter.tsx';

const minimums = [1, 3, 5, 10];
const thresholds = [2, 2.5, 3, 3.5, 4];

/** What the catalogue is to show of a quadrant; usual thresholds are left out of the address. */
const searchFor = (quadrant: Kind, usefulness: number, usability: number, votes: number): BrowseSearch => ({
  quadrant,
  ...(usefulness === THRESHOLD ? {} : { useful: usefulness }),
  ...(usability === THRESHOLD ? {} : { usable: usability }),
  votes,
});

/** Averages from which a tool is useful and usable, and the fewest ratings to be judged by. */
export const usualBounds = { usefulness: THRESHOLD, usability: THRESHOLD, minRatings: 3 };
export const quadrantOf = (query: typeof usualBounds) => read('GET /analytics/quadrant', { query });

export function Quadrant() {
  const { t, format } = useI18n();
  const navigate = useNavigate();
  const [minRatings, setMinRatings] = useState(usualBounds.minRatings);
  const [usefulness, setUsefulness] = useState(usualBounds.usefulness);
  const [usability, setUsability] = useState(usualBounds.usability);
  const { data, error, refetch } = useQuery({
    ...quadrantOf({ usefulness, usability, minRatings }),
    placeholderData: keepPreviousData,
  });
  const linkTo = (kind: Kind) => searchFor(kind, usefulness, usability, minRatings);
  return (
    <Section title={t.insights.quadrant}>
      <p className="mb-4 max-w-prose text-sm text-muted">{t.insights.quadrantIntro}</p>
      <div className="mb-6 grid max-w-2xl gap-4 sm:grid-cols-3">
        <Bound label={t.insights.minRatings} values={minimums} value={minRatings} onChange={setMinRatings} />
        <Bound label={t.insights.usefulFrom} values={thresholds} value={usefulness} onChange={setUsefulness} />
        <Bound label={t.insights.usableFrom} values={thresholds} value={usability} onChange={setUsability} />
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={12} />}
      {data?.length === 0 && <Empty title={t.insights.nothingRated} />}
      {data && data.length > 0 && (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
          <Chart
            title={`${t.score.usefulness} × ${t.score.usability}`}
            head={[
              t.browse.columns.name,
              t.insights.field,
              t.score.usefulness,
              t.score.usability,
              t.browse.columns.ratings,
            ]}
            rows={data.map((entry) => [
              entry.name,
              t.insights.quadrants[entry.quadrant],
              format.fineScore(entry.avgUsefulness),
              format.fineScore(entry.avgUsability),
              format.whole(entry.ratingCount),
            ])}
          >
            <Scatter
              entries={data}
              usefulness={usefulness}
              usability={usability}
              choose={(kind) => void navigate({ to: '/', search: linkTo(kind) })}
            />
          </Chart>
          <ul className="grid content-start gap-3 sm:grid-cols-2">
            {quadrants.map((kind) => (
              <Field
                key={kind}
                kind={kind}
                entries={data.filter(({ quadrant }) => quadrant === kind)}
                search={linkTo(kind)}
              />
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

interface BoundProps {
  label: string;
  values: readonly number[];
  value: number;
  onChange: (value: number) => void;
}

function Bound({ label, values, value, onChange }: BoundProps) {
  const { format } = useI18n();
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {values.map((one) => (
        <option key={one} value={one}>
          {format.plain(one)}
        </option>
      ))}
    </SelectField>
  );
}

const NAMED = 3;

interface FieldProps {
  kind: Kind;
  entries: readonly QuadrantEntry[];
  search: BrowseSearch;
}

/** One quadrant in words: what it means, its most rated tools, and the way to all of them. */
function Field({ kind, entries, search }: FieldProps) {
  const { t } = useI18n();
  const named = entries.toSorted((a, b) => b.ratingCount - a.ratingCount).slice(0, NAMED);
  return (
    <li className="flex flex-col gap-3 rounded-xl border border-line p-4">
      <div>
        <h3 className="font-semibold">{t.insights.quadrants[kind]}</h3>
        <p className="text-sm text-muted">{t.insights.quadrantHints[kind]}</p>
      </div>
      <ul className="grid grid-cols-1 gap-1 text-sm empty:hidden">
        {named.map(({ toolId, name }) => (
          <li key={toolId} className="truncate">
            <ToolName id={toolId} name={name} />
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <ButtonLink size="small" to="/" search={search}>
          {t.insights.seeTools(entries.length)}
        </ButtonLink>
      </div>
    </li>
  );
}
