// A plain table of records. In a narrow window each record becomes a card, its values under the names of their columns.
import type { ComponentProps, ReactNode } from 'react';
import type { Sorting } from '../lib/sorting.ts';
import { Icon } from './icon.tsx';
import { ScrollRegion } from './page.tsx';

export interface Column {
  label: ReactNode;
  numeric?: boolean;
  /** Makes the heading a button that sorts by this column. */
  sort?: Sorting;
  /** Whether a narrow window shows the heading too, though the values beneath are cards. */
  kept?: boolean;
}

interface Props {
  caption: string;
  head: readonly (string | Column)[];
  children: ReactNode;
}

const headLook = 'px-3 py-2 font-medium whitespace-nowrap';

export function SimpleTable({ caption, head, children }: Props) {
  return (
    <ScrollRegion label={caption}>
      <table className="w-full text-sm max-md:block">
        <thead className="bg-sunken text-muted max-md:block">
          <tr className="max-md:flex max-md:flex-wrap">
            {head.map((column, index) => (
              <HeadCell key={index} column={typeof column === 'string' ? { label: column } : column} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

function HeadCell({ column: { label, numeric, sort, kept } }: { column: Column }) {
  const side = numeric ? 'text-right' : 'text-left';
  if (!sort) {
    return (
      <th scope="col" className={`${headLook} ${side} ${kept ? '' : 'max-md:sr-only'}`}>
        {label}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={sort.direction ?? 'none'} className={`${headLook} ${side}`}>
      <button
        type="button"
        onClick={sort.toggle}
        className={`group inline-flex items-center gap-1 rounded font-medium hover:text-ink ${sort.direction ? 'text-ink' : ''}`}
      >
        {label}
        <span className={sort.direction ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}>
          <Icon name={sort.direction === 'ascending' ? 'up' : 'chevron'} size={14} />
        </span>
      </button>
    </th>
  );
}

/** One record. */
export const Row = ({ className = '', ...rest }: ComponentProps<'tr'>) => (
  <tr {...rest} className={`max-md:grid max-md:gap-2 max-md:px-1 max-md:py-3 md:hover:bg-sunken/50 ${className}`} />
);

interface CellProps extends ComponentProps<'td'> {
  /** The name of the column, for the card; left out where the value speaks for itself. */
  label?: string;
  numeric?: boolean;
}

export function Cell({ label, numeric = false, className = '', children, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={`px-3 align-middle md:py-2.5 ${label ? 'max-md:col-span-full max-md:grid max-md:grid-cols-[7rem_1fr] max-md:items-center max-md:gap-3' : 'max-md:block'} ${numeric ? 'tabular-nums md:text-right md:whitespace-nowrap' : ''} ${className}`}
    >
      {label && (
        <span aria-hidden="true" className="text-xs text-muted md:hidden">
          {label}
        </span>
      )}
      <div className="min-w-0">{children}</div>
    </td>
  );
}
