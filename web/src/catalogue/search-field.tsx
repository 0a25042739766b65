// The search box. It keeps its own text, so that typing never waits for the page, and follows the address otherwise.
import { useEffect, useRef, useState } from 'react';
import { controlLook } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { useI18n } from '../lib/i18n.tsx';

export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useI18n();
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Only a change that did not come from here (Back, a cleared filter) replaces what is being typed.
    if (value !== sent.current) setDraft(value);
    sent.current = value;
  }, [value]);
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-muted">
        <Icon name="search" />
      </span>
      <input
        type="search"
        id="search"
        aria-label={t.browse.search}
        placeholder={t.browse.searchHint}
        value={draft}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setDraft(target.value);
          sent.current = target.value;
          onChange(target.value);
        }}
        className={`${controlLook} h-11 pl-10 text-base`}
      />
    </div>
  );
}
