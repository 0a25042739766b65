// Above a list of records: a search box, further filters, and how many records are left.
import type { ReactNode } from 'react';
import { controlLook } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { useI18n } from '../lib/i18n.tsx';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** How many are left of how many; announced when it changes. */
  found: number;
  total: number;
  countOf: (total: number) => string;
  children?: ReactNode;
}

export function FilterBar({ label, value, onChange, found, total, countOf, children }: Props) {
  const { t, format } = useI18n();
  return (
    <div role="search" data-no-print className="mb-4 flex flex-wrap items-center gap-2">
      <div className="relative w-full sm:w-72">
        <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
          <Icon name="search" size={16} />
        </span>
        <input
          type="search"
          id="search"
          aria-label={label}
          placeholder={label}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
          className={`${controlLook} pl-9`}
        />
      </div>
      {children}
      <p role="status" className="ml-auto text-sm text-muted">
        {found === total ? countOf(total) : t.states.shownOf(format.whole(found), format.whole(total))}
      </p>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  /** What the choice of no filter is called. */
  all: string;
  options: readonly (readonly [T, string])[];
  value: T | '';
  onChange: (value: T | '') => void;
}

/** A filter with a few known values. */
export function FilterChoice<T extends string>({ label, all, options, value, onChange }: ChoiceProps<T>) {
  return (
    <div className="max-sm:flex-1">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as T | '')}
        className={controlLook}
      >
        <option value="">{all}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Whether every word of a query occurs in one of the texts, whatever its case. */
export function matches(query: string, ...texts: (string | null)[]): boolean {
  const text = texts.join('\n').toLocaleLowerCase();
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
