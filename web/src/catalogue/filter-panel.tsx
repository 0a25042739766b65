// The filters, each value with the number of tools it leaves: beside the list on wide windows, in a fold on narrow ones.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useMemo, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Skeleton } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { type Change, without } from './active-filters.tsx';
import { FacetGroup, FacetOption } from './facets.tsx';
import { type BrowseSearch, countFrom, countLabels, thresholds } from './filters.ts';

interface Props {
  search: BrowseSearch;
  selection: Record<'anyCategory' | 'anyRating' | 'results', readonly ToolWithStats[]>;
  change: Change;
  /** Whether there is something to count. */
  isReady: boolean;
}

const countActive = ({ category, tag = [], feature = [], min, quadrant, votes }: BrowseSearch) =>
  [category, min, quadrant, votes, ...tag, ...feature].filter((value) => value !== undefined).length;

const toggled = (list: readonly string[] = [], label: string) =>
  list.includes(label) ? without(list, label) : [...list, label];

export function Filters(props: Props) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const active = countActive(props.search);
  return (
    <section
      aria-label={t.browse.filters}
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pr-2"
    >
      <Button className="w-full lg:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="filter" />
        {active === 0 ? t.browse.filters : t.browse.activeFilters(active)}
      </Button>
      <div className={`grid gap-6 max-lg:mt-4 ${open ? '' : 'max-lg:hidden'}`}>
        {props.isReady ? <FilterGroups {...props} /> : <FiltersSkeleton />}
      </div>
    </section>
  );
}

const FiltersSkeleton = () => (
  <div className="grid gap-3">
    {Array.from({ length: 20 }, (_, line) => (
      <Skeleton key={line} className={line % 7 === 0 ? 'mt-3 h-4 w-1/3' : 'h-4'} />
    ))}
  </div>
);

function FilterGroups({ search, selection, change }: Omit<Props, 'isReady'>) {
  const { t } = useI18n();
  const { anyCategory, anyRating, results } = selection;
  const categories = useMemo(() => countLabels(anyCategory, ({ category }) => [category]), [anyCategory]);
  const tags = useMemo(() => countLabels(results, (tool) => tool.tags), [results]);
  const features = useMemo(() => countLabels(results, (tool) => tool.features), [results]);
  return (
    <>
      <FacetGroup
        legend={t.browse.category}
        facets={categories}
        chosen={search.category === undefined ? [] : [search.category]}
        toggle={(label) => change({ category: label === search.category ? undefined : label })}
      />
      <MinRating least={search.min} tools={anyRating} choose={(min) => change({ min })} />
      <FacetGroup
        legend={t.browse.tags}
        facets={tags}
        chosen={search.tag ?? []}
        toggle={(label) => change({ tag: toggled(search.tag, label) })}
      />
      <FacetGroup
        legend={t.browse.features}
        facets={features}
        chosen={search.feature ?? []}
        toggle={(label) => change({ feature: toggled(search.feature, label) })}
      />
    </>
  );
}

interface MinRatingProps {
  least: number | undefined;
  tools: readonly ToolWithStats[];
  choose: (least: number | undefined) => void;
}

/** The usual thresholds, and the one of the address when it is another. */
function MinRating({ least, tools, choose }: MinRatingProps) {
  const { t, format } = useI18n();
  const steps = [...new Set([...thresholds, ...(least === undefined ? [] : [least])])].toSorted((a, b) => b - a);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{t.browse.minRating}</legend>
      {steps.map((step) => (
        <FacetOption
          key={step}
          kind="radio"
          label={t.browse.atLeast(format.score(step))}
          count={countFrom(tools, step)}
          checked={least === step}
          toggle={() => choose(step)}
        />
      ))}
      <FacetOption
        kind="radio"
        label={t.browse.anyRating}
        count={tools.length}
        checked={least === undefined}
        toggle={() => choose(undefined)}
      />
    </fieldset>
  );
}
