// The line above the list: how many tools, in which order and why, and how they are shown.
import type { UserPreferences } from '@toolscore/contract/schemas';
import { Disclosure } from '../components/disclosure.tsx';
import { controlLook } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { Segments } from '../components/segments.tsx';
import { Skeleton } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';
import type { Change } from './active-filters.tsx';
import {
  type BrowseSearch,
  DEFAULT_SORT,
  type Density,
  densities,
  type Sort,
  sorts,
  type View,
  views,
} from './filters.ts';

export interface Look {
  view: View;
  density: Density;
}

interface Props {
  search: BrowseSearch;
  look: Look;
  change: Change;
  remember: (part: UserPreferences) => void;
  shown: number | undefined;
  all: number;
}

export function Toolbar({ search, look, change, remember, shown, all }: Props) {
  const { t } = useI18n();
  const sort = search.sort ?? DEFAULT_SORT;
  /** What is chosen here becomes the preference, and leaves the address of whoever chose otherwise before. */
  const choose = (part: Partial<Look>) => {
    remember(part);
    change({ view: undefined, density: undefined });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" className="min-w-24 text-sm font-medium sm:min-w-30">
        {shown === undefined && <Skeleton className="h-5 w-24" />}
        {shown !== undefined && (shown === all ? t.browse.results(all) : t.browse.ofAll(shown, all))}
      </p>
      <div className="mr-auto">
        <Disclosure
          align="left"
          label={t.browse.ranking}
          className="rounded text-sm text-muted underline decoration-dotted underline-offset-4 hover:text-ink"
        >
          <p className="p-2 text-sm">{t.browse.rankings[sort]}</p>
        </Disclosure>
      </div>
      <label className="flex items-center gap-2 text-sm">
        <span className="whitespace-nowrap text-muted max-sm:sr-only">{t.browse.sort}</span>
        <select
          value={sort}
          onChange={({ target }) =>
            change({ sort: target.value === DEFAULT_SORT ? undefined : (target.value as Sort) })
          }
          className={`${controlLook} w-auto`}
        >
          {sorts.map((value) => (
            <option key={value} value={value}>
              {t.browse.sorts[value]}
            </option>
          ))}
        </select>
      </label>
      <Segments
        label={t.browse.view}
        options={views.map((value) => ({ value, name: t.browse.views[value], face: <Icon name={value} /> }))}
        value={look.view}
        onChange={(view) => choose({ view })}
      />
      <Segments
        label={t.browse.density}
        options={densities.map((value) => ({ value, name: t.browse.densities[value] }))}
        value={look.density}
        onChange={(density) => choose({ density })}
        className="max-sm:hidden"
      />
    </div>
  );
}
