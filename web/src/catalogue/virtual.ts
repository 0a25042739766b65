// Draws only the rows of a long list that are near the window; empty space above and below stands in for the rest.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Where a list is on the page, in pixels. */
export interface Box {
  width: number;
  top: number;
}

/**
 * The place of an element that is there before the list is, so that the list is drawn once, as it stays; undefined in the
 * very first pass.
 */
export function useBox(ref: RefObject<HTMLElement | null>): Box | undefined {
  const [box, setBox] = useState<Box>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { width, top: top + window.scrollY };
      setBox((before) => (before?.width === next.width && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The page's height changes when something above the list grows, such as the filters that are set.
    for (const watched of [element, document.body]) observer.observe(watched);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}

/** How many columns of at least `minColumn` pixels fit. */
export const columnsIn = ({ width }: Box, minColumn: number) => Math.max(1, Math.floor(width / minColumn));

/** The part of `count` items to draw, in rows of equal height of `columns` each, below `top`. */
export function useVirtualRows(count: number, rowHeight: number, { top }: Box, columns = 1) {
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => rowHeight,
    scrollMargin: top,
    overscan: 4,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  });
  const rows = virtualizer.getVirtualItems();
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    from: (first?.index ?? 0) * columns,
    to: ((last?.index ?? -1) + 1) * columns,
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() + top - last.end : 0,
  };
}
