// Choosing a tool of the catalogue by typing its name, with the browser's own suggestions.
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useId, useMemo, useState } from 'react';
import { allTools } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { TextField } from './field.tsx';

interface Props {
  label: string;
  /** Tools that may not be chosen. */
  exclude?: readonly number[];
  onPick: (id: number | undefined) => void;
}

const NONE: readonly number[] = [];

export function ToolPicker({ label, exclude = NONE, onPick }: Props) {
  const { t } = useI18n();
  const list = useId();
  const { data } = useQuery(allTools);
  const [text, setText] = useState('');
  // Names alone may repeat; with the category and, at worst, the number, each choice is one tool.
  const choices = useMemo(() => {
    const byLabel = new Map<string, number>();
    for (const { id, name, category } of data ?? []) {
      if (exclude.includes(id)) continue;
      const usual = `${name} (${category})`;
      byLabel.set(byLabel.has(usual) ? `${usual} #${id}` : usual, id);
    }
    return byLabel;
  }, [data, exclude]);
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    onPick(choices.get(target.value));
  };
  return (
    <>
      <TextField
        label={label}
        list={list}
        value={text}
        onChange={type}
        autoComplete="off"
        error={text !== '' && !choices.has(text) ? t.tool.pickFromList : undefined}
      />
      <datalist id={list}>
        {[...choices.keys()].map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    </>
  );
}
