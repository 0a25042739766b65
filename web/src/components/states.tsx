// What a page shows while, or when, there is nothing to show: loading, empty, failed, not allowed.
import type { ReactNode } from 'react';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { Button, ButtonLink } from './button.tsx';

export const Skeleton = ({ className = '' }: { className?: string }) => (
  <div aria-hidden="true" className={`animate-pulse rounded-md bg-sunken ${className}`} />
);

/** A block of grey lines in place of a text or a list that is on its way. */
export function LoadingLines({ lines = 4 }: { lines?: number }) {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t.states.loading} className="grid gap-3 py-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="h-5" />
      ))}
    </div>
  );
}

/** Grey rows of the height that those to come will have. */
export function LoadingRows({ rows, height }: { rows: number; height: number }) {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t.states.loading} className="grid max-w-4xl gap-2">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} style={{ height }}>
          <Skeleton className="h-full rounded-xl" />
        </div>
      ))}
    </div>
  );
}

/** In place of a table of records that is on its way. */
export function LoadingTable({ rows = 8 }: { rows?: number }) {
  const { t } = useI18n();
  return (
    <div
      role="status"
      aria-label={t.states.loading}
      className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
    >
      <div className="h-9 bg-sunken" />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-14 items-center gap-4 px-3">
          <Skeleton className="size-7 shrink-0 rounded-full" />
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/3 max-sm:hidden" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  );
}

/** In place of a list of cards that is on its way. */
export function LoadingCards({ cards = 4 }: { cards?: number }) {
  const { t } = useI18n();
  return (
    <div role="status" aria-label={t.states.loading} className="grid gap-4">
      {Array.from({ length: cards }, (_, card) => (
        <div key={card} className="grid gap-4 rounded-xl border border-line bg-surface p-5">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
        </div>
      ))}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-xl border border-dashed border-line px-6 py-14 text-center">
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}

/** What happened and how to go on. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useI18n();
  return (
    <div role="alert" className="grid justify-items-center gap-3 rounded-xl border border-line px-6 py-8 text-center">
      <p className="font-medium">{t.states.failed}</p>
      <p className="max-w-prose text-sm text-muted">{explain(error, t)}</p>
      {retry && <Button onClick={retry}>{t.states.retry}</Button>}
    </div>
  );
}

/** In place of a page that asks for signing in, or for a right the account does not have. */
export function NotAllowed({ signedIn, needs }: { signedIn: boolean; needs: string }) {
  const { t } = useI18n();
  return (
    <Empty title={signedIn ? t.states.notYours : t.states.signInFirst}>
      <p className="max-w-prose text-sm text-muted">{signedIn ? t.states.askAdmin(needs) : needs}</p>
      {!signedIn && (
        <ButtonLink variant="primary" to="/sign-in" search={{ returnTo: location.pathname + location.search }}>
          {t.nav.signIn}
        </ButtonLink>
      )}
    </Empty>
  );
}
