// Entering a list of labels: each becomes a chip on Enter or comma; what the catalogue already uses is suggested.
import { type KeyboardEvent, useId, useState } from 'react';
import { TextField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { useI18n } from '../lib/i18n.tsx';

interface Props {
  label: string;
  /** Under which the form holds what is typed but not yet a chip. */
  name: string;
  value: readonly string[];
  known: readonly string[];
  onChange: (labels: string[]) => void;
}

/** The labels in a text as people type them. */
export const splitLabels = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function LabelsField({ label, name, value, known, onChange }: Props) {
  const { t } = useI18n();
  const list = useId();
  const [draft, setDraft] = useState('');
  const add = () => {
    onChange([...new Set([...value, ...splitLabels(draft)])]);
    setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== ',' && (event.key !== 'Enter' || draft.trim() === '')) return;
    event.preventDefault();
    add();
  };
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        hint={t.form.labelsHint}
        name={name}
        list={list}
        value={draft}
        maxLength={1000}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={onKeyDown}
      />
      <datalist id={list}>
        {known.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      <ul className="flex flex-wrap gap-1.5">
        {value.map((text) => (
          <li
            key={text}
            className="flex max-w-full items-center gap-1 rounded-full border border-line bg-sunken py-0.5 pr-1 pl-2.5 text-sm"
          >
            <bdi className="truncate">{text}</bdi>
            <button
              type="button"
              aria-label={`${t.actions.remove}: ${text}`}
              className="rounded-full p-0.5 text-muted hover:text-ink"
              onClick={() => onChange(value.filter((own) => own !== text))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
