// The charts' common frame: a caption, the drawing, and the same figures as a table.
import { type ReactNode, useState } from 'react';
import { useI18n } from '../lib/i18n.tsx';

interface Props {
  title: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
}

/** The drawing is hidden from screen readers: the table says the same, and exactly. */
export function Chart({ title, head, rows, children }: Props) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  return (
    <figure className="grid grid-cols-1 gap-3">
      <figcaption className="text-sm font-medium">{title}</figcaption>
      <div aria-hidden="true">{children}</div>
      <details className="text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit rounded text-muted underline decoration-dotted underline-offset-4">
          {t.actions.showTable}
        </summary>
        {open && <DataTable caption={title} head={head} rows={rows} />}
      </details>
    </figure>
  );
}

export function DataTable({ caption, head, rows }: { caption: string } & Pick<Props, 'head' | 'rows'>) {
  return (
    <div className="relative mt-2 max-h-80 overflow-auto" tabIndex={0} role="region" aria-label={caption}>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr>
            {head.map((text, index) => (
              <th
                key={text}
                scope="col"
                className={`py-1 font-medium text-muted ${index === 0 ? 'text-left' : 'text-right'}`}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...rest]) => (
            <tr key={first} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                <bdi>{first}</bdi>
              </th>
              {rest.map((text, index) => (
                <td key={index} className="py-1 text-right">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
