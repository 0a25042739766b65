// Averages over time: one line per criterion, on the scale from 1 to 5.
import type { RatingHistoryItem } from '@toolscore/contract/schemas';
import { useI18n } from '../lib/i18n.tsx';
import { Chart } from './chart.tsx';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 200, 28, 8, 10, 26];
const series = [
  { key: 'usefulness', color: 'var(--accent)', dash: undefined },
  { key: 'usability', color: 'var(--second)', dash: '6 4' },
] as const;

const y = (score: number) => TOP + ((5 - score) / 4) * (HEIGHT - TOP - BOTTOM);

export function HistoryChart({ items }: { items: readonly RatingHistoryItem[] }) {
  const { t, format } = useI18n();
  const [first, last] = [items.at(0), items.at(-1)];
  if (!first || !last || items.length < 2) return <p className="text-sm text-muted">{t.tool.historyEmpty}</p>;
  const start = Date.parse(first.date);
  const span = Date.parse(last.date) - start;
  const x = (date: string) => LEFT + ((Date.parse(date) - start) / span) * (WIDTH - LEFT - RIGHT);
  return (
    <Chart
      title={t.tool.history}
      head={[t.tool.dateColumn, t.score.usefulness, t.score.usability, t.browse.columns.ratings]}
      rows={items.map(({ date, usefulness, usability, count }) => [
        format.day(date),
        format.fineScore(usefulness),
        format.fineScore(usability),
        format.whole(count),
      ])}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full text-muted" fontSize="12">
        {[1, 2, 3, 4, 5].map((score) => (
          <g key={score}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(score)} y2={y(score)} stroke="var(--line)" />
            <text x={LEFT - 10} y={y(score) + 4} textAnchor="end" fill="currentColor">
              {score}
            </text>
          </g>
        ))}
        {series.map(({ key, color, dash }) => (
          <g key={key} stroke={color} fill={color}>
            <polyline
              points={items.map((item) => `${x(item.date)},${y(item[key])}`).join(' ')}
              fill="none"
              strokeWidth="2"
              strokeDasharray={dash}
            />
            {items.length <= 60 &&
              items.map((item) => <circle key={item.date} cx={x(item.date)} cy={y(item[key])} r="3" stroke="none" />)}
          </g>
        ))}
        <text x={LEFT} y={HEIGHT - 6} fill="currentColor">
          {format.day(first.date)}
        </text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end" fill="currentColor">
          {format.day(last.date)}
        </text>
      </svg>
      <p className="mt-1 flex gap-5 text-sm text-muted">
        {series.map(({ key, color, dash }) => (
          <span key={key} className="flex items-center gap-2">
            <svg width="24" height="4">
              <line x2="24" y1="2" y2="2" stroke={color} strokeWidth="2" strokeDasharray={dash} />
            </svg>
            {t.score[key]}
          </span>
        ))}
      </p>
    </Chart>
  );
}
