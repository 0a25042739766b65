// A few choices of which one holds, side by side in one box.
import type { ReactNode } from 'react';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; name: string; face?: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
}

/** `face` is drawn in place of the name, which then is only said. */
export function Segments<T extends string>({ label, options, value, onChange, className = '' }: Props<T>) {
  return (
    <div role="group" aria-label={label} className={`flex h-9 gap-0.5 rounded-lg bg-sunken p-0.5 ${className}`}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.face ? option.name : undefined}
          title={option.face ? option.name : undefined}
          onClick={() => onChange(option.value)}
          className="grid min-w-8 place-items-center rounded-md px-2 text-sm font-medium text-muted transition-colors hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-sm"
        >
          {option.face ?? option.name}
        </button>
      ))}
    </div>
  );
}
