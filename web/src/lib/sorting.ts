// Sorting the rows of a table by its columns, as their headings ask.
import { useMemo, useState } from 'react';

/** What a heading needs to know: how its column is sorted now, and how to change that. */
export interface Sorting {
  direction: 'ascending' | 'descending' | undefined;
  toggle: () => void;
}

type Compare<T> = (a: T, b: T) => number;
interface Order<Key> {
  by: Key;
  falling: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
export const byText = (a: string, b: string) => collator.compare(a, b);

/** The rows in the chosen order, and the state of each column's heading. Choosing a column again turns its order round. */
export function useSorted<T, Key extends string>(
  rows: readonly T[],
  columns: Readonly<Record<Key, Compare<T>>>,
  first: Order<NoInfer<Key>>,
) {
  const [{ by, falling }, setOrder] = useState(first);
  const sorted = useMemo(() => {
    const compare = columns[by];
    return rows.toSorted(falling ? (a, b) => compare(b, a) : compare);
  }, [rows, columns, by, falling]);
  const sortingOf = (key: Key): Sorting => ({
    direction: key === by ? (falling ? 'descending' : 'ascending') : undefined,
    toggle: () => setOrder({ by: key, falling: key === by && !falling }),
  });
  return { sorted, sortingOf };
}
