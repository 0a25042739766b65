// A tool's tags and features, each a link to the tools that share it.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useI18n } from '../lib/i18n.tsx';

const ChipLink = createLink((props: ComponentProps<'a'>) => (
  <a
    {...props}
    className="inline-block max-w-full truncate rounded-full border border-line bg-surface px-2.5 py-0.5 text-sm hover:border-line-strong hover:bg-sunken"
  />
));

export function Labels({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  return (
    <dl className="mt-6 grid grid-cols-1 gap-3 text-sm">
      {tool.tags.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <dt className="w-24 text-muted">{t.browse.tags}</dt>
          {tool.tags.map((tag) => (
            <dd key={tag} className="max-w-full min-w-0">
              <ChipLink to="/" search={{ tag: [tag] }}>
                <bdi>{tag}</bdi>
              </ChipLink>
            </dd>
          ))}
        </div>
      )}
      {tool.features.length > 0 && (
        <div className="flex flex-wrap items-center gap-1.5">
          <dt className="w-24 text-muted">{t.browse.features}</dt>
          {tool.features.map((feature) => (
            <dd key={feature} className="max-w-full min-w-0">
              <ChipLink to="/" search={{ feature: [feature] }}>
                <bdi>{feature}</bdi>
              </ChipLink>
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}
