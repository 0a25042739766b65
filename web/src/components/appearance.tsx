// Theme and language, as two native groups of choices.
import { useState } from 'react';
import { type Language, languages, useI18n } from '../lib/i18n.tsx';
import { applyTheme, storedTheme, themes } from '../lib/theme.ts';

interface ChoiceProps<T extends string> {
  legend: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

export function Choices<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="grid content-start gap-0.5 p-1">
      <legend className="px-2 pb-1 text-xs font-medium text-muted">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-center gap-2 rounded-lg px-2 py-1.5 text-sm hover:bg-sunken"
        >
          <input type="radio" name={legend} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

export function Appearance() {
  const { t, language, setLanguage } = useI18n();
  const [theme, setTheme] = useState(storedTheme);
  // Shown as chosen at once, though its texts may still be on their way.
  const [chosenLanguage, setChosenLanguage] = useState(language);
  return (
    <>
      <Choices
        legend={t.theme.label}
        options={themes.map((value) => ({ value, label: t.theme.names[value] }))}
        value={theme}
        onChange={(chosen) => {
          applyTheme(chosen);
          setTheme(chosen);
        }}
      />
      <Choices
        legend={t.language}
        options={(Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value] }))}
        value={chosenLanguage}
        onChange={(chosen) => {
          setChosenLanguage(chosen);
          setLanguage(chosen);
        }}
      />
    </>
  );
}
