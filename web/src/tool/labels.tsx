// A tool's tags and features, each a link to the tools that share it.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useI18n } from '../lib/i18n.tsx';

const ChipLink = createLink((props: ComponentProps<'a'>) => (
  <a
    {...props}
    className="block max-w-full truncate rounded-full border border-line bg-surface px-2.5 py-0.5 transition-colors hover:border-line-strong hover:bg-sunken"
  />
));

export function Labels({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  const groups = [
    { name: t.browse.tags, labels: tool.tags, searchFor: (label: string) => ({ tag: [label] }) },
    { name: t.browse.features, labels: tool.features, searchFor: (label: string) => ({ feature: [label] }) },
  ].filter(({ labels }) => labels.length > 0);
  if (groups.length === 0) return null;
  return (
    <dl className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-3 text-sm">
      {groups.map(({ name, labels, searchFor }) => (
        <div key={name} className="contents">
          <dt className="py-0.5 text-muted">{name}</dt>
          <dd className="flex flex-wrap gap-1.5">
            {labels.map((label) => (
              <ChipLink key={label} to="/" search={searchFor(label)}>
                <bdi>{label}</bdi>
              </ChipLink>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
