// Keys that work anywhere on a page: Ctrl/Cmd-K always, single letters only where nobody is typing and no dialog is open.
import { useEffect } from 'react';
import { shortcutsOn } from './shortcuts-switch.ts';

interface Actions {
  openPalette: () => void;
  openHelp: () => void;
  /** On the tool that has the focus in a list, or whose page this is. */
  watch: (toolId: number) => void;
  compare: (toolId: number) => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null;

const toolIdOf = (element: Element | null) =>
  Number(element?.closest<HTMLElement>('[data-tool-id]')?.dataset['toolId']);

/** The tool a key is about; NaN when there is none. */
const currentTool = () => toolIdOf(document.activeElement) || toolIdOf(document.querySelector('[data-tool-page]'));

/** Moves the focus through the tools of a list. */
function focusNeighbour(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('a[data-tool-id]')];
  const index = links.findIndex((link) => link === document.activeElement);
  const next = index === -1 ? links.find((link) => link.getBoundingClientRect().top > 0) : links[index + step];
  next?.focus();
  next?.scrollIntoView({ block: 'center' });
}

export function useShortcuts({ openPalette, openHelp, watch, compare }: Actions): void {
  useEffect(() => {
    const single: Record<string, () => void> = {
      '/': () => {
        const search = document.querySelector<HTMLElement>('#search');
        if (search) search.focus();
        else openPalette();
      },
      '?': openHelp,
      j: () => focusNeighbour(1),
      k: () => focusNeighbour(-1),
      w: () => currentTool() && watch(currentTool()),
      c: () => currentTool() && compare(currentTool()),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const withCommand = event.ctrlKey || event.metaKey;
      if (withCommand && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      const action = single[event.key];
      if (!action || withCommand || event.altKey || !shortcutsOn.get() || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [openPalette, openHelp, watch, compare]);
}
