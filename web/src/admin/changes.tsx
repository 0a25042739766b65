// What an audit entry changed, field by field, as people read it: lists by what came and went, long texts word by word.
import type { ReactNode } from 'react';
import { useAdminI18n } from './i18n.ts';
import { diffWords, type Part } from '../lib/word-diff.ts';
import { fieldNames, type WriteValue } from './fields.ts';

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields of an entry that hold something; empty when its text is not of the known form. */
export function parseChanges(text: string | null): Change[] {
  if (text === null) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed)) return [];
    return Object.entries(parsed)
      .map(([field, change]) =>
        isRecord(change) && 'to' in change
          ? { field, from: change['from'], to: change['to'] }
          : { field, from: null, to: change },
      )
      .filter(({ from, to }) => !isNothing(from) || !isNothing(to));
  } catch {
    return [];
  }
}

/** More fields than this of something that came or went as a whole are folded away. */
const MOST_OPEN = 3;

export function Changes({ changes, write }: { changes: readonly Change[]; write: WriteValue }) {
  const { t } = useAdminI18n();
  const isWhole = changes.every(({ from }) => isNothing(from)) || changes.every(({ to }) => isNothing(to));
  const list = <ChangeList changes={changes} write={write} />;
  if (!isWhole || changes.length <= MOST_OPEN) return list;
  return (
    <details>
      <summary className="w-fit rounded text-muted underline decoration-dotted underline-offset-4 hover:text-ink">
        {t.admin.audit.showFields(changes.length)}
      </summary>
      <div className="mt-2">{list}</div>
    </details>
  );
}

function ChangeList({ changes, write }: { changes: readonly Change[]; write: WriteValue }) {
  const { t } = useAdminI18n();
  const names = fieldNames(t);
  return (
    <dl className="grid gap-1">
      {changes.map((change) => (
        <div key={change.field} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
          <dt className="truncate text-muted">{names[change.field] ?? change.field}</dt>
          <dd dir="auto" className="line-clamp-6">
            <Difference change={change} write={write} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** From here on two texts are compared word by word. */
const LONG = 40;

function Difference({ change: { field, from, to }, write }: { change: Change; write: WriteValue }) {
  if (Array.isArray(from) || Array.isArray(to)) {
    const [before, after] = [items(from, field, write), items(to, field, write)];
    return (
      <>
        {before.map((item) => !after.includes(item) && <Removed key={`-${item}`}>{item}</Removed>)}
        {after.map((item) => !before.includes(item) && <Added key={`+${item}`}>{item}</Added>)}
      </>
    );
  }
  const [before, after] = [write(field, from), write(field, to)];
  if (before.length >= LONG && after.length >= LONG) return <Words parts={diffWords(before, after)} />;
  return (
    <>
      {before !== '' && <Removed>{before}</Removed>}
      {after !== '' && <Added>{after}</Added>}
    </>
  );
}

const items = (value: unknown, field: string, write: WriteValue) =>
  Array.isArray(value) ? value.map((item) => write(field, item)) : [];

const Words = ({ parts }: { parts: readonly Part[] }) =>
  parts.map(({ kind, text }, index) => {
    if (kind === 'removed') return <Removed key={index}>{text}</Removed>;
    return kind === 'added' ? <Added key={index}>{text}</Added> : <span key={index}>{shortened(text)}</span>;
  });

const CONTEXT = 60;

/** Enough of an unchanged stretch to see where one is. */
const shortened = (text: string) =>
  text.length <= CONTEXT * 2 ? text : `${text.slice(0, CONTEXT)} … ${text.slice(-CONTEXT)}`;

function Removed({ children }: { children: ReactNode }) {
  const { t } = useAdminI18n();
  return (
    <del className="mr-1 rounded bg-danger-tint px-1 text-danger">
      <span className="sr-only">{t.admin.audit.before} </span>
      <bdi>{children}</bdi>
    </del>
  );
}

function Added({ children }: { children: ReactNode }) {
  const { t } = useAdminI18n();
  return (
    <ins className="mr-1 rounded bg-good-tint px-1 text-good no-underline">
      <span className="sr-only">{t.admin.audit.after} </span>
      <bdi>{children}</bdi>
    </ins>
  );
}
