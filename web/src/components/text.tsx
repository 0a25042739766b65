// Texts that other people wrote: isolated, so that their direction, length or addresses cannot disturb the page.
import type { ReactNode } from 'react';
import { hostOf, safeHref } from '../lib/urls.ts';
import { Icon } from './icon.tsx';

/** A name or other short text inside a line, with the searched words marked. */
export function Named({ children, words }: { children: string; words?: readonly string[] | undefined }) {
  return <bdi>{words && words.length > 0 ? <Marked text={children} words={words} /> : children}</bdi>;
}

/** A text with every occurrence of the given words marked, whatever their case. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  if (pattern === '') return text;
  // Splitting by a group keeps the separators: every odd part is a match.
  const parts = text.split(new RegExp(`(${pattern})`, 'gi'));
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

/** A longer text, in the direction of its own first letter, lines kept. */
export function Prose({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p dir="auto" className={`whitespace-pre-line ${className}`}>
      {children}
    </p>
  );
}

/** A tool's website: a link when the address may be one, otherwise the plain text. */
export function WebsiteLink({ url }: { url: string | null | undefined }) {
  const href = safeHref(url);
  if (href === undefined) return url ? <span className="text-muted">{url}</span> : null;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex items-center gap-1 text-accent underline-offset-4 hover:underline"
    >
      {hostOf(href)}
      <Icon name="external" size={14} />
    </a>
  );
}
