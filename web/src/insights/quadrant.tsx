// Usefulness against usability: what to invest in, improve, tolerate or retire. Choosing a quadrant lists its tools.
import type { QuadrantEntry } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { Section } from '../components/page.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

const kinds = ['invest', 'improve', 'tolerate', 'retire'] as const satisfies QuadrantEntry['quadrant'][];
type Kind = (typeof kinds)[number];
const minimums = [1, 3, 5, 10];
const thresholds = [2, 2.5, 3, 3.5, 4];

export function Quadrant() {
  const { t } = useI18n();
  const [minRatings, setMinRatings] = useState(3);
  const [kind, setKind] = useState<Kind>();
  const [usefulness, setUsefulness] = useState(3);
  const [usability, setUsability] = useState(3);
  const query = { usefulness, usability, minRatings };
  const { data, error, refetch } = useQuery(read('GET /analytics/quadrant', { query }));
  return (
    <Section title={t.insights.quadrant}>
      <p className="mb-4 max-w-prose text-sm text-muted">{t.insights.quadrantIntro}</p>
      <div className="mb-4 grid max-w-2xl gap-4 sm:grid-cols-3">
        <Bound label={t.insights.minRatings} values={minimums} value={minRatings} onChange={setMinRatings} />
        <Bound label={t.insights.usefulFrom} values={thresholds} value={usefulness} onChange={setUsefulness} />
        <Bound label={t.insights.usableFrom} values={thresholds} value={usability} onChange={setUsability} />
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={10} />}
      {data?.length === 0 && <Empty title={t.insights.nothingRated} />}
      {data && data.length > 0 && (
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
          <div>
            <Scatter entries={data} chosen={kind} usefulness={usefulness} usability={usability} />
            <div className="mt-3 grid grid-cols-2 gap-2">
              {kinds.map((value) => (
                <Button
                  key={value}
                  aria-pressed={kind === value}
                  onClick={() => setKind(kind === value ? undefined : value)}
                >
                  {t.insights.quadrants[value]} ({data.filter(({ quadrant }) => quadrant === value).length})
                </Button>
              ))}
            </div>
          </div>
          <QuadrantTable entries={kind ? data.filter(({ quadrant }) => quadrant === kind) : data} />
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

const [SIZE, PAD] = [400, 34];
const place = (score: number) => PAD + ((score - 1) / 4) * (SIZE - 2 * PAD);

interface ScatterProps {
  entries: readonly QuadrantEntry[];
  chosen: Kind | undefined;
  /** The thresholds, drawn as lines. */
  usefulness: number;
  usability: number;
}

/** Hidden from screen readers: the table beside it says the same. */
function Scatter({ entries, chosen, usefulness, usability }: ScatterProps) {
  const { t } = useI18n();
  const [x, y] = [place(usability), SIZE - place(usefulness)];
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true" className="w-full max-w-lg text-muted" fontSize="12">
      <rect x={PAD} y={PAD} width={SIZE - 2 * PAD} height={SIZE - 2 * PAD} fill="none" stroke="var(--line)" />
      <line x1={x} x2={x} y1={PAD} y2={SIZE - PAD} stroke="var(--line-strong)" strokeDasharray="4 4" />
      <line x1={PAD} x2={SIZE - PAD} y1={y} y2={y} stroke="var(--line-strong)" strokeDasharray="4 4" />
      {entries.map(({ toolId, name, avgUsefulness, avgUsability, ratingCount, quadrant }) => (
        <circle
          key={toolId}
          cx={place(avgUsability)}
          cy={SIZE - place(avgUsefulness)}
          r={3 + Math.min(6, Math.sqrt(ratingCount) / 2)}
          fill="var(--accent)"
          fillOpacity={chosen === undefined || chosen === quadrant ? 0.55 : 0.08}
        >
          <title>{name}</title>
        </circle>
      ))}
      <text x={SIZE - PAD - 6} y={PAD + 16} textAnchor="end" fill="currentColor">
        {t.insights.quadrants.invest}
      </text>
      <text x={PAD + 6} y={PAD + 16} fill="currentColor">
        {t.insights.quadrants.improve}
      </text>
      <text x={SIZE - PAD - 6} y={SIZE - PAD - 8} textAnchor="end" fill="currentColor">
        {t.insights.quadrants.tolerate}
      </text>
      <text x={PAD + 6} y={SIZE - PAD - 8} fill="currentColor">
        {t.insights.quadrants.retire}
      </text>
      <text x={SIZE / 2} y={SIZE - 10} textAnchor="middle" fill="currentColor">
        {t.score.usability} →
      </text>
      <text transform={`translate(20 ${SIZE / 2}) rotate(-90)`} textAnchor="middle" fill="currentColor">
        {t.score.usefulness} →
      </text>
    </svg>
  );
}

function QuadrantTable({ entries }: { entries: readonly QuadrantEntry[] }) {
  const { t, format } = useI18n();
  return (
    <div className="relative max-h-[30rem] overflow-auto" tabIndex={0} role="region" aria-label={t.insights.quadrant}>
      <table className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th scope="col" className="py-2 text-left font-medium">
              {t.browse.columns.name}
            </th>
            <th scope="col" className="px-2 text-right font-medium">
              {t.score.usefulness}
            </th>
            <th scope="col" className="px-2 text-right font-medium">
              {t.score.usability}
            </th>
            <th scope="col" className="px-2 text-right font-medium">
              {t.browse.columns.ratings}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.toolId} className="border-t border-line">
              <th scope="row" className="max-w-60 truncate py-1.5 pr-3 text-left font-normal">
                <Link
                  to="/tools/$toolId"
                  params={{ toolId: String(entry.toolId) }}
                  className="underline-offset-4 hover:underline"
                >
                  <bdi>{entry.name}</bdi>
                </Link>
              </th>
              <td className="px-2 text-right">{format.score(entry.avgUsefulness)}</td>
              <td className="px-2 text-right">{format.score(entry.avgUsability)}</td>
              <td className="px-2 text-right">{format.whole(entry.ratingCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
