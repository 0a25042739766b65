// The line above the list: how many tools, in which order and why, and how they are shown.
import type { UserPreferences } from '@toolscore/contract/schemas';
import { Button } from '../components/button.tsx';
import { controlLook } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { Skeleton } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';
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
  change: (part: { [K in keyof BrowseSearch]?: BrowseSearch[K] | undefined }) => void;
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
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="mr-auto text-sm font-medium">
          {shown === undefined && <Skeleton className="h-5 w-24" />}
          {shown !== undefined && (shown === all ? t.browse.results(all) : t.browse.ofAll(shown, all))}
        </p>
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
        <LookChoice look={look} choose={choose} />
      </div>
      <details className="text-sm text-muted">
        <summary className="w-fit rounded underline decoration-dotted underline-offset-4">{t.browse.ranking}</summary>
        <p className="mt-2 max-w-prose">{t.browse.rankings[sort]}</p>
      </details>
    </div>
  );
}

function LookChoice({ look, choose }: { look: Look; choose: (part: Partial<Look>) => void }) {
  const { t } = useI18n();
  return (
    <>
      <div className="flex gap-1" role="group" aria-label={t.browse.view}>
        {views.map((view) => (
          <Button
            key={view}
            size="icon"
            variant="quiet"
            aria-pressed={look.view === view}
            aria-label={t.browse.views[view]}
            title={t.browse.views[view]}
            onClick={() => choose({ view })}
          >
            <Icon name={view} />
          </Button>
        ))}
      </div>
      <div className="flex gap-1 max-sm:hidden" role="group" aria-label={t.browse.density}>
        {densities.map((density) => (
          <Button
            key={density}
            variant="quiet"
            aria-pressed={look.density === density}
            onClick={() => choose({ density })}
          >
            {t.browse.densities[density]}
          </Button>
        ))}
      </div>
    </>
  );
}
