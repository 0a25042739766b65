// A button that opens a small panel below itself; closes on Escape, on a click elsewhere and after a choice inside.
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  /** What screen readers call the button when its label is an icon. */
  name?: string;
  label: ReactNode;
  className: string;
  /** The edge of the button that the panel keeps to. */
  align?: 'left' | 'right';
  children: ReactNode;
}

export function Disclosure({ name, label, className, align = 'right', children }: Props) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (ref.current?.open && target instanceof Node && !ref.current.contains(target)) ref.current.open = false;
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !ref.current?.open) return;
      ref.current.open = false;
      ref.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);
  return (
    <details ref={ref} className="relative">
      <summary aria-label={name} className={`list-none ${className}`}>
        {label}
      </summary>
      <div
        className={`absolute z-30 mt-2 grid gap-1 rounded-xl border border-line bg-surface p-2 shadow-lg ${align === 'right' ? 'right-0 w-60' : 'left-0 w-80 max-w-[calc(100vw-2rem)]'}`}
      >
        {children}
      </div>
    </details>
  );
}
