// What an audit entry changed, field by field, as people read it.
import { useI18n } from '../lib/i18n.tsx';

interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an entry; empty when its text is not of the known form. */
export function parseChanges(text: string | null): Change[] {
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) return [];
    return Object.entries(parsed).map(([field, change]) =>
      isRecord(change) && 'to' in change
        ? { field, from: change['from'], to: change['to'] }
        : { field, from: null, to: change },
    );
  } catch {
    return [];
  }
}

function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) return value.map(show).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function Changes({ text }: { text: string | null }) {
  const { t } = useI18n();
  const changes = parseChanges(text).filter(({ from, to }) => show(from) !== '' || show(to) !== '');
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, from, to }) => (
        <div key={field} className="grid grid-cols-[7rem_1fr] gap-2">
          <dt className="truncate text-muted">{field}</dt>
          <dd dir="auto" className="line-clamp-4">
            {show(from) !== '' && (
              <del className="mr-1 text-danger">
                <span className="sr-only">{t.admin.audit.before} </span>
                {show(from)}
              </del>
            )}
            {show(to) !== '' && (
              <ins className="text-good no-underline">
                <span className="sr-only">{t.admin.audit.after} </span>
                {show(to)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
