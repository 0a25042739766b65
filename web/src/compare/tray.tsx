// The bar at the foot of the window while tools are picked for a comparison.
import { Button, ButtonLink } from '../components/button.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { clearComparison, FEWEST, useComparison } from './selection.ts';

export function CompareTray() {
  const { t } = useI18n();
  const ids = useComparison();
  if (ids.length === 0) return null;
  return (
    <section
      aria-label={t.compare.title}
      data-no-print
      className="fixed inset-x-0 bottom-4 z-20 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 rounded-xl border border-line bg-surface px-4 py-2.5 shadow-lg"
    >
      <p role="status" className="text-sm">
        {t.compare.picked(ids.length)}
      </p>
      {ids.length >= FEWEST && (
        <ButtonLink variant="primary" size="small" to="/compare" search={{ ids: ids.join(',') }}>
          {t.compare.open}
        </ButtonLink>
      )}
      <Button size="small" variant="quiet" onClick={clearComparison}>
        {t.compare.clear}
      </Button>
    </section>
  );
}
