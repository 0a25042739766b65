// The frame of a page's content: its heading, what can be done there, and the title of the browser's tab.
import type { ReactNode } from 'react';
import { useI18n } from '../lib/i18n.tsx';

interface Props {
  title: string;
  /** Beside the heading. */
  actions?: ReactNode;
  intro?: ReactNode;
  /** `hidden` where the page explains itself to the eye, `own` where its content brings the heading. */
  heading?: 'shown' | 'hidden' | 'own';
  children: ReactNode;
}

export function Page({ title, actions, intro, heading = 'shown', children }: Props) {
  const { t } = useI18n();
  return (
    <>
      <title>{`${title} · ${t.app}`}</title>
      {heading === 'hidden' && <h1 className="sr-only">{title}</h1>}
      {heading === 'shown' && (
        <div className="mb-6 flex min-h-9 flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl font-semibold tracking-tight">
            <bdi>{title}</bdi>
          </h1>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {intro && <p className="-mt-3 mb-6 max-w-prose text-pretty text-muted">{intro}</p>}
      {children}
    </>
  );
}

/** A titled part of a page. */
export function Section({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-10 first:mt-0">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

export const Card = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`rounded-xl border border-line bg-surface p-5 ${className}`}>{children}</div>
);

interface ScrollProps {
  label: string;
  children: ReactNode;
  className?: string;
}

/** A frame around what may be wider than the window: scrolls sideways, with the keyboard too. */
export const ScrollRegion = ({ label, children, className = 'overflow-x-auto' }: ScrollProps) => (
  <div
    className={`relative rounded-xl border border-line bg-surface ${className}`}
    tabIndex={0}
    role="region"
    aria-label={label}
  >
    {children}
  </div>
);
