// Buttons and links that look like buttons.
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface border-line hover:bg-sunken',
  quiet: 'border-transparent text-muted hover:text-ink hover:bg-sunken aria-pressed:border-transparent',
  danger: 'bg-surface border-line text-danger hover:bg-danger-tint',
} as const;

interface Look {
  variant?: keyof typeof variants;
  size?: 'small' | 'normal' | 'icon' | 'small-icon';
}

const sizes = {
  small: 'h-8 px-2.5 text-sm',
  normal: 'h-9 px-3.5 text-sm',
  icon: 'size-9',
  'small-icon': 'size-8',
} as const;

const look = ({ variant = 'secondary', size = 'normal' }: Look, className = '') =>
  `inline-flex shrink-0 items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-40 aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent-strong ${variants[variant]} ${sizes[size]} ${className}`;

export function Button({ variant, size, className, ...rest }: Look & ComponentProps<'button'>) {
  return <button type="button" {...rest} className={look({ variant, size }, className)} />;
}

export function ButtonAnchor({ variant, size, className, children, ...rest }: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={look({ variant, size }, className)}>
      {children}
    </a>
  );
}

export const ButtonLink = createLink(ButtonAnchor);
