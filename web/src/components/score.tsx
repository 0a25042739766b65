// Scores as people read them. A tool without ratings has no score: it says so in words, and never looks like a low one.
import { useI18n } from '../lib/i18n.tsx';

/** Below this many ratings an average says little, and the pages say so. */
const FEW = 5;
export const isFew = (count: number) => count > 0 && count < FEW;

/** The combined average as a badge. */
export function ScoreBadge({ value, large = false }: { value: number | null; large?: boolean }) {
  const { t, format } = useI18n();
  const size = large ? 'min-w-14 px-3 py-1.5 text-2xl' : 'min-w-10 px-2 py-0.5 text-sm';
  if (value === null) {
    return (
      <span
        className={`inline-block rounded-lg border border-dashed border-line-strong text-center text-muted ${size}`}
      >
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t.score.unrated}</span>
      </span>
    );
  }
  return (
    <span
      className={`inline-block rounded-lg bg-tint text-center font-semibold text-accent-strong tabular-nums ${size}`}
    >
      <span className="sr-only">{t.score.combined} </span>
      {format.score(value)}
    </span>
  );
}

/** One criterion: its name, a bar over the range 1 to 5, and the figure. */
export function ScoreBar({ label, value }: { label: string; value: number | null }) {
  const { format } = useI18n();
  if (value === null) return null;
  return (
    <div className="grid grid-cols-[5.5rem_1fr_2rem] items-center gap-2 text-sm">
      <span className="truncate text-muted">{label}</span>
      <span className="h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${(value / 5) * 100}%` }} />
      </span>
      <span className="text-right tabular-nums">{format.score(value)}</span>
    </div>
  );
}

/** How many ratings stand behind a score, with a hint while they are few. */
export function RatingCount({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <span className="text-sm whitespace-nowrap text-muted">
      {count === 0 ? t.score.unrated : t.score.ratings(count)}
      {isFew(count) && <span title={t.score.fewHint}> · {t.score.few}</span>}
    </span>
  );
}
