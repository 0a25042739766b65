// One tool of the list: as a card of the grid, and as a row.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { RatingCount, ScoreBadge } from '../components/score.tsx';
import { ToolActions } from '../components/tool-actions.tsx';
import { Named } from '../components/text.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';

export interface ItemProps {
  tool: ToolWithStats;
  words: readonly string[];
  compact: boolean;
}

/** The name is the link; its clickable area is the whole item that is `relative` around it. */
export const ItemLink = createLink((props: ComponentProps<'a'>) => (
  <a
    {...props}
    className="font-medium outline-none after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
  />
));

export function ToolLink({ tool, words }: Pick<ItemProps, 'tool' | 'words'>) {
  return (
    <ItemLink to="/tools/$toolId" params={{ toolId: String(tool.id) }} data-tool-id={tool.id}>
      <Named words={words}>{tool.name}</Named>
    </ItemLink>
  );
}

export function ToolCard({ tool, words, compact }: ItemProps) {
  return (
    <article className="relative flex h-full flex-col gap-2.5 overflow-hidden rounded-xl border border-line bg-surface p-4 transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-sm">
      <div className="flex items-start gap-3">
        <ToolIcon name={tool.name} url={tool.iconUrl} size={compact ? 32 : 40} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate leading-tight">
            <ToolLink tool={tool} words={words} />
          </h2>
          <p className="mt-0.5 truncate text-sm text-muted">
            <Named words={words}>{tool.category}</Named>
          </p>
        </div>
        <ScoreBadge value={tool.avgCombined} />
      </div>
      {!compact && (
        <>
          <p dir="auto" className="line-clamp-2 shrink-0 text-sm text-muted">
            <Named words={words}>{tool.description}</Named>
          </p>
          <CardLabels tool={tool} words={words} />
        </>
      )}
      <div className="mt-auto -mr-2 -mb-1 flex h-8 items-center">
        <span className="mr-auto">
          <RatingCount count={tool.ratingCount} />
        </span>
        <span className="relative z-10 flex gap-0.5">
          <ToolActions id={tool.id} name={tool.name} small />
        </span>
      </div>
    </article>
  );
}

const MOST_LABELS = 4;

/** As many tags and features as fit one line; those that were searched for come first. */
function CardLabels({ tool, words }: Pick<ItemProps, 'tool' | 'words'>) {
  const labels = [...new Set([...tool.tags, ...tool.features])].filter((label) => label !== tool.category);
  const isFound = (label: string) => words.some((word) => label.toLowerCase().includes(word));
  const sorted = labels.toSorted((a, b) => Number(isFound(b)) - Number(isFound(a)));
  return (
    <p className="flex h-5.5 shrink-0 flex-wrap gap-1.5 overflow-hidden">
      {sorted.slice(0, MOST_LABELS).map((label) => (
        <span key={label} className="max-w-full truncate rounded-md bg-sunken px-1.5 text-xs/5.5 text-muted">
          <Named words={words}>{label}</Named>
        </span>
      ))}
    </p>
  );
}

export function ToolRow({ tool, words, compact }: ItemProps) {
  return (
    <article className="relative flex h-full items-center gap-3 px-2 transition-colors hover:bg-sunken sm:gap-4">
      <ToolIcon name={tool.name} url={tool.iconUrl} size={compact ? 28 : 40} />
      <div className={`min-w-0 flex-1 ${compact ? 'flex items-baseline gap-3' : ''}`}>
        <h2 className={`truncate ${compact ? 'max-w-[60%] shrink-0' : ''}`}>
          <ToolLink tool={tool} words={words} />
        </h2>
        <p dir="auto" className="truncate text-sm text-muted">
          <Named words={words}>{tool.description}</Named>
        </p>
      </div>
      <span className="w-44 truncate text-sm text-muted max-lg:hidden">
        <Named words={words}>{tool.category}</Named>
      </span>
      <span className="w-40 text-right max-md:hidden">
        <RatingCount count={tool.ratingCount} />
      </span>
      <ScoreBadge value={tool.avgCombined} />
      <span className="relative z-10 flex gap-0.5 empty:hidden max-sm:hidden">
        <ToolActions id={tool.id} name={tool.name} small />
      </span>
    </article>
  );
}
