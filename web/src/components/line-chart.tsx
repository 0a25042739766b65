// Averages over time: one line per criterion, on the scale from 1 to 5.
import type { RatingHistoryItem } from '@toolscore/contract/schemas';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { inSteps } from '../tool/history.ts';
import { useI18n } from '../lib/i18n.tsx';
import { Chart } from './chart.tsx';

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [200, 20, 8, 10, 26];
const series = [
  { key: 'usefulness', color: 'var(--accent)', dash: undefined },
  { key: 'usability', color: 'var(--second)', dash: '6 4' },
] as const;

const y = (score: number) => TOP + ((5 - score) / 4) * (HEIGHT - TOP - BOTTOM);

export function HistoryChart({ items: days }: { items: readonly RatingHistoryItem[] }) {
  const { t, format } = useI18n();
  const { items, days: step } = useMemo(() => inSteps(days), [days]);
  if (items.length < 2) return <p className="text-sm text-muted">{t.tool.historyEmpty}</p>;
  return (
    <Chart
      title={t.tool.history(step)}
      head={[t.tool.dateColumn(step), t.score.usefulness, t.score.usability, t.browse.columns.ratings]}
      rows={items.map(({ date, usefulness, usability, count }) => [
        format.day(date),
        format.fineScore(usefulness),
        format.fineScore(usability),
        format.whole(count),
      ])}
    >
      <Lines items={items} />
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

/** As wide as there is room for, one unit a pixel, so that texts and lines have their size everywhere. */
function Lines({ items }: { items: readonly RatingHistoryItem[] }) {
  const { t, format } = useI18n();
  const place = useRef<SVGSVGElement>(null);
  const width = useWidth(place);
  const [start = 0, end = 1] = [items.at(0), items.at(-1)].map((item) => Date.parse(item?.date ?? ''));
  const x = (date: string) => LEFT + ((Date.parse(date) - start) / (end - start)) * (width - LEFT - RIGHT);
  return (
    <svg ref={place} width="100%" height={HEIGHT} className="text-muted" fontSize="12">
      {[1, 2, 3, 4, 5].map((score) => (
        <g key={score}>
          <line x1={LEFT} x2={width - RIGHT} y1={y(score)} y2={y(score)} stroke="var(--line)" />
          <text x={LEFT - 8} y={y(score) + 4} textAnchor="end" fill="currentColor">
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
            strokeLinejoin="round"
          />
          {items.map((item) => (
            <circle key={item.date} cx={x(item.date)} cy={y(item[key])} r="3.5" stroke="none">
              <title>{`${format.day(item.date)}: ${t.score[key]} ${format.fineScore(item[key])}`}</title>
            </circle>
          ))}
        </g>
      ))}
      {[items.at(0), items.at(-1)].map((item, index) => (
        <text
          key={index}
          x={index === 0 ? LEFT : width - RIGHT}
          y={HEIGHT - 6}
          textAnchor={index === 0 ? 'start' : 'end'}
          fill="currentColor"
        >
          {item && format.day(item.date)}
        </text>
      ))}
    </svg>
  );
}

const USUAL_WIDTH = 640;

function useWidth(ref: RefObject<Element | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.getBoundingClientRect().width || USUAL_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}
