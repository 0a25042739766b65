// Which tools are picked for a comparison, in this browser.
import { createStoredState } from '../lib/stored-state.ts';

export const MOST = 6;
export const FEWEST = 2;

const picked = createStoredState<number[]>('compare', []);

export const useComparison = picked.use;
export const clearComparison = () => picked.set([]);

/** Adds or removes a tool; false when the comparison is full. */
export function toggleCompared(id: number): boolean {
  const ids = picked.get();
  if (!ids.includes(id) && ids.length >= MOST) return false;
  picked.set(ids.includes(id) ? ids.filter((own) => own !== id) : [...ids, id]);
  return true;
}
