// Tools like this one, each with the reasons.
import type { SimilarTool } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { ToolLink } from '../catalogue/tool-card.tsx';
import { Section } from '../components/page.tsx';
import { ScoreBadge } from '../components/score.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';

const SHOWN = 6;

export function SimilarTools({ toolId }: { toolId: number }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(read('GET /tools/:id/similar', { params: { id: toolId } }));
  return (
    <Section title={t.tool.similar}>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={3} />}
      {data?.length === 0 && <p className="text-sm text-muted">{t.tool.noSimilar}</p>}
      <ul className="grid gap-3 sm:grid-cols-2">
        {data?.slice(0, SHOWN).map((tool) => (
          <li
            key={tool.id}
            className="relative flex items-start gap-3 rounded-xl border border-line bg-surface p-4 hover:border-line-strong"
          >
            <ToolIcon name={tool.name} url={tool.iconUrl} size={32} />
            <div className="min-w-0 flex-1">
              <ToolLink tool={tool} words={[]} />
              <Reasons tool={tool} />
            </div>
            <ScoreBadge value={tool.avgCombined} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reasons({ tool }: { tool: SimilarTool }) {
  const { t } = useI18n();
  const shared = [...tool.sharedTags, ...tool.sharedFeatures];
  const reasons = [
    ...(tool.pinned ? [t.tool.pinned] : []),
    ...(tool.sameCategory ? [t.tool.sameCategory] : []),
    ...(shared.length > 0 ? [t.tool.shares(shared.slice(0, 4))] : []),
    ...(tool.sharedWords.length > 0 ? [t.tool.bothMention(tool.sharedWords)] : []),
  ];
  return (
    <p dir="auto" className="mt-1 text-sm text-muted">
      {reasons.join(' · ')}
    </p>
  );
}
