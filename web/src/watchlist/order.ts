// The order of a watchlist after one change, as the service will have it.

/** The list with one tool at a place, last unless it is there already, or gone. */
export function placed(ids: readonly number[], id: number, where: number | 'last' | 'gone'): number[] {
  if (where === 'last' && ids.includes(id)) return [...ids];
  const others = ids.filter((own) => own !== id);
  if (where === 'gone') return others;
  return others.toSpliced(where === 'last' ? others.length : where, 0, id);
}
