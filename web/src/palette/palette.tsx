// The command palette: tools, pages and actions by a few letters. Its code is fetched when it is first opened.
import { Command } from 'cmdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { areas, openAreas } from '../admin/areas.ts';
import { selectTools, toEntries } from '../catalogue/filters.ts';
import { allTools } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { signOut, useMe } from '../lib/session.ts';
import { applyTheme, themes } from '../lib/theme.ts';

const MOST_TOOLS = 8;
const itemLook =
  'flex cursor-pointer items-center justify-between gap-4 rounded-lg px-3 py-2 text-sm aria-selected:bg-tint aria-selected:text-accent-strong';
const groupLook =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted';

interface Choice {
  label: string;
  run: () => unknown;
}

export function Palette({ close }: { close: () => void }) {
  const { t } = useI18n();
  const ref = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // The dialog would give the focus to the list around the input.
    dialog?.querySelector('input')?.focus();
    return () => dialog?.close();
  }, []);
  const tools = useToolChoices(query);
  const { pages, actions } = useCommands();
  const fits = ({ label }: Choice) => label.toLowerCase().includes(query.trim().toLowerCase());
  const groups = [
    [t.nav.browse, tools],
    [t.palette.pages, pages.filter(fits)],
    [t.palette.actions, actions.filter(fits)],
  ] as const;
  return (
    <dialog
      ref={ref}
      aria-label={t.palette.title}
      onCancel={close}
      onClick={({ target }) => target === ref.current && close()}
      className="mt-[12vh] w-[min(38rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-0 shadow-2xl"
    >
      <Command shouldFilter={false} label={t.palette.title}>
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={t.nav.palette}
          className="w-full border-b border-line bg-transparent px-5 py-4 outline-none placeholder:text-muted"
        />
        <Command.List className="max-h-[50vh] overflow-y-auto p-2">
          <Command.Empty className="p-6 text-center text-sm text-muted">{t.palette.nothing}</Command.Empty>
          {groups.map(
            ([heading, choices]) =>
              choices.length > 0 && (
                <Command.Group key={heading} heading={heading} className={groupLook}>
                  {choices.map(({ label, run }, index) => (
                    <Command.Item
                      key={`${label}-${index}`}
                      value={`${heading}-${label}-${index}`}
                      className={itemLook}
                      onSelect={() => {
                        close();
                        run();
                      }}
                    >
                      <bdi className="truncate">{label}</bdi>
                    </Command.Item>
                  ))}
                </Command.Group>
              ),
          )}
        </Command.List>
      </Command>
    </dialog>
  );
}

function useToolChoices(query: string): Choice[] {
  const navigate = useNavigate();
  const { data } = useQuery(allTools);
  const entries = useMemo(() => toEntries(data ?? []), [data]);
  return useMemo(() => {
    if (query.trim() === '') return [];
    const { results } = selectTools(entries, { q: query });
    const inName = (name: string) => Number(name.toLowerCase().includes(query.trim().toLowerCase()));
    return results
      .toSorted((a, b) => inName(b.name) - inName(a.name))
      .slice(0, MOST_TOOLS)
      .map(({ id, name }) => ({
        label: name,
        run: () => navigate({ to: '/tools/$toolId', params: { toolId: String(id) } }),
      }));
  }, [entries, query, navigate]);
}

function useCommands(): { pages: Choice[]; actions: Choice[] } {
  const { t, setLanguage, language } = useI18n();
  const { user } = useMe();
  const navigate = useNavigate();
  const go = (
    to: '/' | '/insights' | '/compare' | '/watchlist' | '/account' | '/sign-in' | '/new-tool',
    label: string,
  ) => ({
    label,
    run: () => navigate({ to }),
  });
  const pages = [
    go('/', t.nav.browse),
    go('/insights', t.nav.insights),
    go('/compare', t.nav.compare),
    go('/watchlist', t.nav.watchlist),
    ...(user ? [go('/account', t.nav.account)] : [go('/sign-in', t.nav.signIn)]),
    ...openAreas(user).map((name) => ({
      label: `${t.admin.title}: ${t.admin.pages[name]}`,
      run: () => navigate({ to: areas[name].to }),
    })),
  ];
  const actions = [
    ...(user ? [go('/new-tool', t.nav.addTool), { label: t.nav.signOut, run: signOut }] : []),
    ...themes.map((theme) => ({ label: `${t.theme.label}: ${t.theme.names[theme]}`, run: () => applyTheme(theme) })),
    language === 'en'
      ? { label: 'Deutsch', run: () => setLanguage('de') }
      : { label: 'English', run: () => setLanguage('en') },
  ];
  return { pages, actions };
}
