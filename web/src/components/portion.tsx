// The beginning of a long list, with a button for more of it.
import { type ReactNode, useState } from 'react';
import { useI18n } from '../lib/i18n.tsx';
import { Button } from './button.tsx';

/** As many items as asked for so far, in portions of `step`, and the button that asks for more (when there are more). */
export function usePortion<T>(items: readonly T[], step: number): { shown: readonly T[]; more: ReactNode } {
  const { t, format } = useI18n();
  const [limit, setLimit] = useState(step);
  const rest = items.length - limit;
  const more = rest > 0 && (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button onClick={() => setLimit(limit + step)}>{t.tool.moreRatings}</Button>
      <span className="text-sm text-muted">{t.states.shownOf(format.whole(limit), format.whole(items.length))}</span>
    </div>
  );
  return { shown: items.slice(0, limit), more };
}
