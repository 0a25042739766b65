// Every rated tool as a dot between useful and usable. Its four fields can be clicked; for keyboards and screen readers, the
// cards and the table beside it do and say the same.
import type { QuadrantEntry } from '@toolscore/contract/schemas';
import type { Quadrant } from '../catalogue/quadrants.ts';
import { useI18n } from '../lib/i18n.tsx';

const [SIZE, PAD] = [400, 34];
const [START, END] = [PAD, SIZE - PAD];
const place = (score: number) => PAD + ((score - 1) / 4) * (SIZE - 2 * PAD);

interface Props {
  entries: readonly QuadrantEntry[];
  /** The thresholds, drawn as lines. */
  usefulness: number;
  usability: number;
  choose: (quadrant: Quadrant) => void;
}

export function Scatter({ entries, usefulness, usability, choose }: Props) {
  const { t } = useI18n();
  const [x, y] = [place(usability), SIZE - place(usefulness)];
  const fields = [
    { kind: 'improve', left: START, right: x, top: START, bottom: y },
    { kind: 'invest', left: x, right: END, top: START, bottom: y },
    { kind: 'retire', left: START, right: x, top: y, bottom: END },
    { kind: 'tolerate', left: x, right: END, top: y, bottom: END },
  ] as const;
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} className="mx-auto w-full max-w-lg text-muted" fontSize="12">
      {fields.map(({ kind, left, right, top, bottom }) => (
        <rect
          key={kind}
          x={left}
          y={top}
          width={right - left}
          height={bottom - top}
          onClick={() => choose(kind)}
          className="cursor-pointer fill-transparent transition-colors hover:fill-tint"
        />
      ))}
      <g pointerEvents="none">
        <rect x={START} y={START} width={END - START} height={END - START} fill="none" stroke="var(--line)" />
        <line x1={x} x2={x} y1={START} y2={END} stroke="var(--line-strong)" strokeDasharray="4 4" />
        <line x1={START} x2={END} y1={y} y2={y} stroke="var(--line-strong)" strokeDasharray="4 4" />
        {entries.map(({ toolId, avgUsefulness, avgUsability, ratingCount }) => (
          <circle
            key={toolId}
            cx={place(avgUsability)}
            cy={SIZE - place(avgUsefulness)}
            r={2 + Math.min(6, Math.sqrt(ratingCount) / 3)}
            fill="var(--accent)"
            fillOpacity="0.4"
          />
        ))}
        <g stroke="var(--surface)" strokeWidth="4" paintOrder="stroke" fill="var(--ink)" fontWeight="600">
          {fields.map(({ kind, left, right, top, bottom }) => (
            <text
              key={kind}
              x={left === START ? left + 8 : right - 8}
              y={top === START ? top + 18 : bottom - 10}
              textAnchor={left === START ? 'start' : 'end'}
            >
              {t.insights.quadrants[kind]}
            </text>
          ))}
        </g>
        <text x={SIZE / 2} y={SIZE - 10} textAnchor="middle" fill="currentColor">
          {t.score.usability} →
        </text>
        <text transform={`translate(20 ${SIZE / 2}) rotate(-90)`} textAnchor="middle" fill="currentColor">
          {t.score.usefulness} →
        </text>
      </g>
    </svg>
  );
}
