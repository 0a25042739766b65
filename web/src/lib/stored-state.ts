// A choice kept in this browser that several parts of a page follow at once.
import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

export function createStoredState<T>(key: string, fallback: T) {
  let value = readStored(key, fallback);
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  const set = (next: T) => {
    value = next;
    writeStored(key, next);
    for (const listener of listeners) listener();
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}
