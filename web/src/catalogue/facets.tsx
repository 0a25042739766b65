// The values of one filter, with the number of tools that each would leave.
import { useState } from 'react';
import { controlLook } from '../components/field.tsx';
import { useI18n } from '../lib/i18n.tsx';
import type { Facet } from './filters.ts';

interface GroupProps {
  legend: string;
  facets: readonly Facet[];
  chosen: readonly string[];
  toggle: (label: string) => void;
}

const SHORT = 6;

/** The most frequent values, or all of them to search through; chosen ones come first and never disappear. */
export function FacetGroup({ legend, facets, chosen, toggle }: GroupProps) {
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
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {open && (
        <input
          type="search"
          aria-label={t.browse.findIn(legend)}
          placeholder={t.browse.findIn(legend)}
          className={`${controlLook} mb-1`}
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
      )}
      <div className={`min-w-0 ${open ? 'max-h-64 overflow-y-auto' : ''}`}>
        {[...picked, ...shown].map(({ label, count }) => (
          <FacetOption
            key={label}
            kind="checkbox"
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
          className="mt-0.5 w-fit rounded px-1.5 py-1 text-sm text-accent underline-offset-4 hover:underline"
          onClick={() => setOpen(!open)}
        >
          {open ? t.browse.showFewer : t.browse.showAll(facets.length)}
        </button>
      )}
    </fieldset>
  );
}

interface OptionProps extends Facet {
  kind: 'checkbox' | 'radio';
  checked: boolean;
  toggle: () => void;
}

export function FacetOption({ kind, label, count, checked, toggle }: OptionProps) {
  const { format } = useI18n();
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 rounded-md px-1.5 text-sm transition-colors hover:bg-sunken has-checked:font-medium">
      <input type={kind} checked={checked} onChange={toggle} className="size-4 shrink-0" />
      <bdi className="min-w-0 flex-1 truncate" title={label}>
        {label}
      </bdi>
      <span className="text-xs font-normal text-muted tabular-nums">{format.whole(count)}</span>
    </label>
  );
}
