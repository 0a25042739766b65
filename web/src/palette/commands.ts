// What the palette offers besides tools: pages, and actions; those on the tool at hand first.
import { useNavigate } from '@tanstack/react-router';
import { areas, openAreas } from '../admin/areas.ts';
import type { IconName } from '../components/icon.tsx';
import { type Language, languages, useI18n } from '../lib/i18n.tsx';
import { can, signOut, useMe } from '../lib/session.ts';
import { applyTheme, storedTheme, themes } from '../lib/theme.ts';

export interface Choice {
  label: string;
  icon?: IconName;
  /** The address of a tool's icon, where there is no other. */
  image?: string | null | undefined;
  /** To the right: where it belongs, or the keys that do the same. */
  hint?: string;
  run: () => unknown;
}

export interface Deeds {
  openHelp: () => void;
  watch: (toolId: number) => void;
  compare: (toolId: number) => void;
}

export function useCommands({ openHelp, watch, compare }: Deeds): {
  here: Choice[];
  pages: Choice[];
  actions: Choice[];
} {
  const { t, setLanguage, language } = useI18n();
  const { user } = useMe();
  const navigate = useNavigate();
  const go = (to: '/' | '/insights' | '/compare' | '/watchlist' | '/account' | '/sign-in', label: string) => ({
    label,
    run: () => navigate({ to }),
  });
  const pages: Choice[] = [
    { ...go('/', t.nav.browse), icon: 'grid' },
    { ...go('/insights', t.nav.insights), icon: 'chart' },
    ...(can(user, 'compare') ? [{ ...go('/compare', t.nav.compare), icon: 'compare' } as const] : []),
    ...(can(user, 'watchlist') ? [{ ...go('/watchlist', t.nav.watchlist), icon: 'eye' } as const] : []),
    { ...(user ? go('/account', t.nav.account) : go('/sign-in', t.nav.signIn)), icon: 'user' },
    ...openAreas(user).map((name) => ({
      label: t.manage.pages[name],
      icon: areas[name].icon,
      hint: t.manage.title,
      run: () => navigate({ to: areas[name].to }),
    })),
    { label: t.nav.api, icon: 'external', run: () => location.assign('/api/docs') },
  ];
  const others = (Object.keys(languages) as Language[]).filter((name) => name !== language);
  const actions: Choice[] = [
    ...(user ? [{ label: t.nav.addTool, icon: 'plus', run: () => navigate({ to: '/new-tool' }) } as const] : []),
    ...themes
      .filter((theme) => theme !== storedTheme())
      .map((theme) => ({
        label: `${t.theme.label}: ${t.theme.names[theme]}`,
        icon: 'settings' as const,
        run: () => applyTheme(theme),
      })),
    ...others.map((name) => ({
      label: `${t.language}: ${languages[name]}`,
      icon: 'settings' as const,
      run: () => setLanguage(name),
    })),
    { label: t.nav.shortcuts, icon: 'key', hint: '?', run: openHelp },
    ...(user ? [{ label: t.nav.signOut, icon: 'user', run: signOut } as const] : []),
  ];
  return { here: useToolActions({ watch, compare }), pages, actions };
}

/** What can be done with the tool whose page this is. */
function useToolActions({ watch, compare }: Pick<Deeds, 'watch' | 'compare'>): Choice[] {
  const { t } = useI18n();
  const { user } = useMe();
  const page = document.querySelector<HTMLElement>('[data-tool-page]');
  const id = Number(page?.dataset['toolId']);
  const name = page?.querySelector('h1')?.textContent;
  if (!id || !name) return [];
  return [
    ...(can(user, 'watchlist')
      ? [{ label: t.tool.watchNamed(name), icon: 'eye', hint: 'w', run: () => watch(id) } as const]
      : []),
    ...(can(user, 'compare')
      ? [{ label: t.tool.compareNamed(name), icon: 'compare', hint: 'c', run: () => compare(id) } as const]
      : []),
  ];
}
