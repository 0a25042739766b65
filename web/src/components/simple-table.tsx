// A plain table of records, scrolling sideways by itself where the window is narrow.
import type { ReactNode } from 'react';

interface Props {
  caption: string;
  head: readonly ReactNode[];
  children: ReactNode;
}

export const cellLook = 'px-3 py-2.5 align-middle';

export function SimpleTable({ caption, head, children }: Props) {
  return (
    <div
      className="relative overflow-x-auto rounded-xl border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className="w-full text-sm">
        <thead className="bg-sunken text-muted">
          <tr>
            {head.map((text, index) => (
              <th key={index} scope="col" className="px-3 py-2.5 text-left font-medium whitespace-nowrap">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  );
}
