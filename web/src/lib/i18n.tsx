// The language people read: its texts (messages/) and its way of writing numbers and dates. English is part of the first
// load; any other language is fetched when chosen.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { en, type Messages } from '../messages/en.ts';
import { createFormats, type Formats } from './format.ts';
import { readStored, writeStored } from './storage.ts';

const loaders = {
  en: async () => en,
  de: async () => (await import('../messages/de.ts')).de,
} satisfies Record<string, () => Promise<Messages>>;
export type Language = keyof typeof loaders;

/** Every language under the name its readers know it by. */
export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch' };

interface I18n {
  language: Language;
  t: Messages;
  format: Formats;
  setLanguage: (language: Language) => void;
}

const isLanguage = (name: string): name is Language => name in loaders;

function preferredLanguage(): Language {
  const stored = readStored('language', '');
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/** The browser's own variant of a language where there is one (en-GB writes dates unlike en-US). */
const localeOf = (language: Language) => navigator.languages.find((tag) => tag.startsWith(language)) ?? language;

const Context = createContext<I18n | undefined>(undefined);

export function I18nProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(preferredLanguage);
  const [loaded, setLoaded] = useState<{ language: Language; t: Messages } | undefined>(
    language === 'en' ? { language, t: en } : undefined,
  );
  useEffect(() => {
    let current = true;
    void loaders[language]()
      .catch(() => en)
      .then((t) => current && setLoaded({ language, t }));
    return () => {
      current = false;
    };
  }, [language]);
  useEffect(() => {
    if (loaded) document.documentElement.lang = loaded.language;
  }, [loaded]);
  const value = useMemo(
    () =>
      loaded && {
        ...loaded,
        format: createFormats(localeOf(loaded.language)),
        setLanguage: (next: Language) => {
          writeStored('language', next);
          setLanguage(next);
        },
      },
    [loaded],
  );
  return value && <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  const value = use(Context);
  if (!value) throw new Error('useI18n is used outside of I18nProvider');
  return value;
}
