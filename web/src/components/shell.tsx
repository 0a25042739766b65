// What surrounds every page: the header with its navigation, the main landmark and the notices.
import { createLink, Outlet, useLocation } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useRef } from 'react';
import { useI18n } from '../lib/i18n.tsx';
import { api } from '../lib/api.ts';
import { can, signOut, useMe } from '../lib/session.ts';
import { areas, openAreas } from '../admin/areas.ts';
import { CompareTray } from '../compare/tray.tsx';
import { useKeyboard } from '../palette/keyboard.tsx';
import { Appearance } from './appearance.tsx';
import { ButtonLink } from './button.tsx';
import { Disclosure } from './disclosure.tsx';
import { Icon } from './icon.tsx';
import { Notices } from './notices.tsx';

const itemLook =
  'rounded-lg px-3 py-1.5 text-sm font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink text-left';
const NavLink = createLink((props: ComponentProps<'a'>) => <a {...props} className={itemLook} />);
const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const triggerLook = 'grid size-9 place-items-center rounded-lg text-muted hover:bg-sunken hover:text-ink';

export function Shell() {
  const { t } = useI18n();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const { overlays, openPalette, openHelp } = useKeyboard();
  const { user } = useMe();
  useEffect(() => {
    // With the token at hand, what someone changes is on its way even if they leave the page at once.
    if (user) api.prepare();
  }, [user]);
  useEffect(() => {
    // A new page starts at its content for keyboards and screen readers, as a full load would.
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        {t.skip}
      </a>
      <Header openPalette={openPalette} openHelp={openHelp} />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-[100rem] px-4 pt-6 pb-24 outline-none sm:px-6"
      >
        <Outlet />
      </main>
      <CompareTray />
      {overlays}
      <Notices />
    </>
  );
}

interface HeaderProps {
  openPalette: () => void;
  openHelp: () => void;
}

function Header({ openPalette, openHelp }: HeaderProps) {
  const { t } = useI18n();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas/95 backdrop-blur">
      <div className="mx-auto flex h-14 max-w-[100rem] items-center gap-2 px-4 sm:px-6">
        <NavHome />
        <nav aria-label={t.nav.main} className="ml-4 hidden gap-1 md:flex">
          <NavItems />
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <button
            type="button"
            onClick={openPalette}
            className="mr-1 flex h-9 items-center gap-2 rounded-lg border border-line px-2.5 text-sm text-muted hover:bg-sunken hover:text-ink"
          >
            <Icon name="search" size={16} />
            <span className="sr-only">{t.nav.palette}</span>
            <kbd className="font-sans text-xs max-lg:hidden">{onMac ? '⌘ K' : t.palette.keysToOpen}</kbd>
          </button>
          <Disclosure label={<Icon name="settings" />} className={triggerLook} name={t.nav.settings}>
            <Appearance />
            <div className="grid border-t border-line pt-1">
              <button type="button" onClick={openHelp} className={`${itemLook} max-sm:hidden`}>
                {t.nav.shortcuts}
              </button>
              <a href="/api/docs" className={itemLook}>
                {t.nav.api}
              </a>
            </div>
          </Disclosure>
          <Account />
          <div className="md:hidden">
            <Disclosure label={<Icon name="menu" />} className={triggerLook} name={t.nav.menu}>
              <nav aria-label={t.nav.main} className="grid gap-1">
                <NavItems />
              </nav>
            </Disclosure>
          </div>
        </div>
      </div>
    </header>
  );
}

const HomeLink = createLink((props: ComponentProps<'a'>) => (
  <a {...props} className="flex items-center gap-2 rounded-lg font-semibold tracking-tight" />
));

function NavHome() {
  const { t } = useI18n();
  return (
    <HomeLink to="/">
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <span className="max-[24rem]:sr-only">{t.app}</span>
    </HomeLink>
  );
}

function NavItems() {
  const { t } = useI18n();
  const { user } = useMe();
  const { pathname } = useLocation();
  const [firstArea] = openAreas(user);
  return (
    <>
      <NavLink to="/" activeOptions={{ includeSearch: false }}>
        {t.nav.browse}
      </NavLink>
      <NavLink to="/insights">{t.nav.insights}</NavLink>
      {can(user, 'watchlist') && <NavLink to="/watchlist">{t.nav.watchlist}</NavLink>}
      {can(user, 'compare') && <NavLink to="/compare">{t.nav.compare}</NavLink>}
      {firstArea && (
        <NavLink to={areas[firstArea].to} aria-current={pathname.startsWith('/manage/') ? 'page' : undefined}>
          {t.manage.title}
        </NavLink>
      )}
    </>
  );
}

function Account() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  if (isPending) return <div className="size-9" />;
  if (!user) {
    return (
      <ButtonLink variant="primary" to="/sign-in" search={{}}>
        {t.nav.signIn}
      </ButtonLink>
    );
  }
  const name = user.preferredUsername ?? user.name ?? user.sub;
  return (
    <Disclosure label={<Icon name="user" />} className={triggerLook} name={`${t.nav.account}: ${name}`}>
      <p className="truncate border-b border-line px-3 pt-1 pb-2 text-sm">
        <bdi className="font-medium">{name}</bdi>
      </p>
      <NavLink to="/account">{t.nav.account}</NavLink>
      <NavLink to="/new-tool">{t.nav.addTool}</NavLink>
      <button type="button" className={itemLook} onClick={() => void signOut()}>
        {t.nav.signOut}
      </button>
    </Disclosure>
  );
}
