// Draws only the rows of a long list that are near the window; empty space above and below stands in for the rest.
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

/** Rows of equal height, each with as many columns as fit `minColumn` pixels (one when it is not given). */
export function useVirtualRows<E extends HTMLElement>(count: number, rowHeight: number, minColumn?: number) {
  const ref = useRef<E>(null);
  const [{ width, top }, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => {
      const box = element.getBoundingClientRect();
      setBox({ width: box.width, top: box.top + window.scrollY });
    };
    measure();
    const observer = new ResizeObserver(measure);
    // The page's height changes when something above the list grows, such as an opened explanation.
    for (const watched of [element, document.body]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  const columns = minColumn === undefined ? 1 : Math.max(1, Math.floor(width / minColumn));
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
    ref,
    columns,
    from: (first?.index ?? 0) * columns,
    to: ((last?.index ?? -1) + 1) * columns,
    before: first ? first.start - top : 0,
    after: last ? virtualizer.getTotalSize() + top - last.end : 0,
  };
}
