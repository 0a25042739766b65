// How far a tool's average can be trusted: where it will probably end up, and whether people disagree.
import { useQuery } from '@tanstack/react-query';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

export function Confidence({ toolId }: { toolId: number }) {
  const { t, format } = useI18n();
  const { data } = useQuery(read('GET /tools/:id/score', { params: { id: toolId } }));
  const { low, high } = data?.combined ?? {};
  if (!data || low == null || high == null) return null;
  return (
    <p className="w-full text-sm text-muted">
      <span title={t.score.rangeHint}>{t.score.range(format.score(low), format.score(high))}</span>
      {data.polarised && ` · ${t.score.polarised}`}
    </p>
  );
}
