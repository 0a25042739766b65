// The filters, each value with the number of tools it leaves: beside the list on wide windows, in a fold on narrow ones.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useMemo, useState } from 'react';
import { Button } from '../components/button.tsx';
import { controlLook } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { type BrowseSearch, countLabels, type Facet } from './filters.ts';

interface Props {
  search: BrowseSearch;
  selection: { anyCategory: readonly ToolWithStats[]; results: readonly ToolWithStats[] };
  change: (part: { [K in keyof BrowseSearch]?: BrowseSearch[K] | undefined }) => void;
  clear: () => void;
}

const thresholds = [3, 3.5, 4, 4.5];

const countActive = ({ category, tag = [], feature = [], min }: BrowseSearch) =>
  (category === undefined ? 0 : 1) + (min === undefined ? 0 : 1) + tag.length + feature.length;

const toggled = (list: readonly string[] = [], label: string) => {
  const next = list.includes(label) ? list.filter((own) => own !== label) : [...list, label];
  return next.length > 0 ? next : undefined;
};

export function Filters(props: Props) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const active = countActive(props.search);
  return (
    <section
      aria-label={t.browse.filters}
      className="lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto lg:pr-2"
    >
      <Button className="w-full lg:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="filter" />
        {active === 0 ? t.browse.filters : t.browse.activeFilters(active)}
      </Button>
      <div className={`grid gap-6 max-lg:mt-4 ${open ? '' : 'max-lg:hidden'}`}>
        <FilterGroups {...props} />
        {active > 0 && <Button onClick={props.clear}>{t.browse.clear}</Button>}
      </div>
    </section>
  );
}

function FilterGroups({ search, selection, change }: Props) {
  const { t, format } = useI18n();
  const { anyCategory, results } = selection;
  const categories = useMemo(() => countLabels(anyCategory, ({ category }) => [category]), [anyCategory]);
  const tags = useMemo(() => countLabels(results, (tool) => tool.tags), [results]);
  const features = useMemo(() => countLabels(results, (tool) => tool.features), [results]);
  return (
    <>
      <label className="grid gap-1.5 text-sm font-medium">
        {t.browse.minRating}
        <select
          className={controlLook}
          value={search.min ?? 0}
          onChange={({ target }) => change({ min: Number(target.value) || undefined })}
        >
          {[0, ...new Set([...thresholds, ...(search.min ? [search.min] : [])])].map((value) => (
            <option key={value} value={value}>
              {value === 0 ? t.browse.anyRating : t.browse.atLeast(format.score(value))}
            </option>
          ))}
        </select>
      </label>
      <FacetGroup
        legend={t.browse.category}
        facets={categories}
        chosen={search.category === undefined ? [] : [search.category]}
        toggle={(label) => change({ category: label === search.category ? undefined : label })}
      />
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

interface GroupProps {
  legend: string;
  facets: readonly Facet[];
  chosen: readonly string[];
  toggle: (label: string) => void;
}

const SHORT = 6;

/** The most frequent values, or all of them to search through; chosen ones come first and never disappear. */
function FacetGroup({ legend, facets, chosen, toggle }: GroupProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const [find, setFind] = useState('');
  const known = new Map(facets.map((facet) => [facet.label, facet]));
  const picked = chosen.map((label) => known.get(label) ?? { label, count: 0 });
  const rest = facets.filter(({ label }) => !chosen.includes(label));
  const matching = open ? rest.filter(({ label }) => label.toLowerCase().includes(find.toLowerCase())) : rest;
  const shown = open ? matching : matching.slice(0, Math.max(0, SHORT - picked.length));
  if (facets.length === 0 && chosen.length === 0) return null;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {open && (
        <input
          type="search"
          aria-label={t.browse.findIn(legend)}
          placeholder={t.browse.findIn(legend)}
          className={controlLook}
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
      )}
      <div className={`min-w-0 ${open ? 'max-h-64 overflow-y-auto' : ''}`}>
        {[...picked, ...shown].map(({ label, count }) => (
          <FacetOption
            key={label}
            {...{ label, count }}
            checked={chosen.includes(label)}
            toggle={() => toggle(label)}
          />
        ))}
      </div>
      {facets.length > SHORT && (
        <button
          type="button"
          aria-expanded={open}
          className="w-fit rounded px-1 text-sm text-accent underline-offset-4 hover:underline"
          onClick={() => setOpen(!open)}
        >
          {open ? t.browse.showFewer : t.browse.showAll(facets.length)}
        </button>
      )}
    </fieldset>
  );
}

function FacetOption({ label, count, checked, toggle }: Facet & { checked: boolean; toggle: () => void }) {
  const { format } = useI18n();
  return (
    <label className="flex cursor-pointer items-center gap-2 rounded-md px-1 py-1 text-sm hover:bg-sunken">
      <input type="checkbox" checked={checked} onChange={toggle} className="size-4 shrink-0" />
      <bdi className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </bdi>
      <span className="text-xs text-muted tabular-nums">{format.whole(count)}</span>
    </label>
  );
}
