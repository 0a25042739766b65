// The filters that are set, each as a chip that takes it off again.
import { Icon } from '../components/icon.tsx';
import { useI18n } from '../lib/i18n.tsx';
import type { BrowseSearch } from './filters.ts';

export type Change = (part: { [K in keyof BrowseSearch]?: BrowseSearch[K] | undefined }) => void;

const NONE: readonly string[] = [];

/** A list without one of its labels; nothing at all when it was the last. */
export function without(list: readonly string[] = NONE, label: string): string[] | undefined {
  const rest = list.filter((own) => own !== label);
  return rest.length > 0 ? rest : undefined;
}

export function ActiveFilters({ search, change, clear }: { search: BrowseSearch; change: Change; clear: () => void }) {
  const { t, format } = useI18n();
  const { category, tag = NONE, feature = NONE, min, quadrant, votes } = search;
  const chips: { label: string; part: Parameters<Change>[0] }[] = [
    ...tag.map((label) => ({ label, part: { tag: without(tag, label) } })),
    ...feature.map((label) => ({ label, part: { feature: without(feature, label) } })),
  ];
  if (category !== undefined) chips.unshift({ label: category, part: { category: undefined } });
  if (min !== undefined) chips.push({ label: t.browse.atLeast(format.score(min)), part: { min: undefined } });
  if (quadrant)
    chips.push({
      label: t.insights.quadrants[quadrant],
      part: { quadrant: undefined, useful: undefined, usable: undefined },
    });
  if (votes !== undefined) chips.push({ label: t.browse.votes(votes), part: { votes: undefined } });
  if (chips.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-1.5" aria-label={t.browse.filters}>
      {chips.map(({ label, part }, index) => (
        <li key={`${label}-${index}`} className="max-w-full">
          <button
            type="button"
            aria-label={t.browse.removeFilter(label)}
            onClick={() => change(part)}
            className="flex h-7 max-w-full items-center gap-1 rounded-full bg-tint pr-1.5 pl-3 text-sm text-accent-strong transition-colors hover:bg-sunken hover:text-ink"
          >
            <bdi className="truncate">{label}</bdi>
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={clear}
          className="h-7 rounded-lg px-2 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          {t.browse.clear}
        </button>
      </li>
    </ul>
  );
}
