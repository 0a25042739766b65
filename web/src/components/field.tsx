// Form fields: a visible label, an optional hint, and the error said where it belongs.
import { type ComponentProps, type ReactNode, useId } from 'react';

const box =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-sm text-ink placeholder:text-muted hover:border-line-strong';
export const controlLook = `${box} h-9`;

interface Labelled {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

function Frame({ label, hint, error, id, children }: Labelled & { id: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {(error ?? hint) !== undefined && (
        <p id={`${id}-note`} className={`text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

const describe = ({ hint, error }: Labelled, id: string) => ({
  id,
  'aria-describedby': (error ?? hint) === undefined ? undefined : `${id}-note`,
  'aria-invalid': error ? true : undefined,
});

export function TextField({ label, hint, error, ...rest }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Frame {...{ label, hint, error, id }}>
      <input {...rest} {...describe({ label, hint, error }, id)} className={controlLook} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, ...rest }: Labelled & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Frame {...{ label, hint, error, id }}>
      <textarea {...rest} {...describe({ label, hint, error }, id)} className={`${box} min-h-20 py-2`} />
    </Frame>
  );
}

export function SelectField({ label, hint, error, ...rest }: Labelled & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Frame {...{ label, hint, error, id }}>
      <select {...rest} {...describe({ label, hint, error }, id)} className={controlLook} />
    </Frame>
  );
}

/** What is wrong with a form as a whole, if anything. */
export const Problem = ({ children, className = '' }: { children: ReactNode; className?: string }) =>
  children && (
    <p role="alert" className={`text-sm text-danger ${className}`}>
      {children}
    </p>
  );
