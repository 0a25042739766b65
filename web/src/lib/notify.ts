// Short notices after an action, with a way back where there is one. components/notices.tsx shows them.
import { useSyncExternalStore } from 'react';

export interface Notice {
  id: number;
  text: string;
  failed: boolean;
  undo: { label: string; run: () => void } | undefined;
}

let notices: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function add(notice: Omit<Notice, 'id'>): void {
  lastId += 1;
  // More than a few at once nobody reads.
  set([...notices, { ...notice, id: lastId }].slice(-3));
}

export const notify = (text: string, undo?: Notice['undo']) => add({ text, undo, failed: false });
export const notifyFailure = (text: string) => add({ text, undo: undefined, failed: true });
export const dismiss = (id: number) => set(notices.filter((notice) => notice.id !== id));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useNotices = () => useSyncExternalStore(subscribe, () => notices);
