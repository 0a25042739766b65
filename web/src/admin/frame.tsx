// What the pages of the management area share: their navigation, and the check whether one may be there.
import { createLink } from '@tanstack/react-router';
import type { AuthUser } from '@toolscore/contract/schemas';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Page } from '../components/page.tsx';
import { LoadingTable, NotAllowed } from '../components/states.tsx';
import { useAdminI18n } from './i18n.ts';
import { useI18n } from '../lib/i18n.tsx';
import { useMe } from '../lib/session.ts';
import { type AreaName, areas, openAreas } from './areas.ts';

const TabLink = createLink((props: ComponentProps<'a'>) => (
  <a
    {...props}
    className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
  />
));

const barLook = '-mt-2 mb-6 border-b border-line';

/** Where the tabs do not all fit, the one that is open is scrolled into sight. */
function Tabs({ user }: { user: AuthUser }) {
  const { t } = useI18n();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const [nav, current] = [ref.current, ref.current?.querySelector<HTMLElement>('[aria-current]')];
    if (nav && current) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.clientWidth) / 2;
  }, []);
  return (
    <nav
      ref={ref}
      aria-label={t.manage.title}
      className={`${barLook} relative flex overflow-x-auto [scrollbar-width:none]`}
    >
      {openAreas(user).map((area) => (
        <TabLink key={area} to={areas[area].to} activeOptions={{ includeSearch: false }}>
          {t.manage.pages[area]}
        </TabLink>
      ))}
    </nav>
  );
}

export function ManagePage({ name, actions, children }: { name: AreaName; actions?: ReactNode; children: ReactNode }) {
  const { t } = useAdminI18n();
  const { user, isPending } = useMe();
  const allowed = areas[name].mayOpen(user);
  return (
    <>
      {user ? <Tabs user={user} /> : isPending && <div className={`${barLook} h-[2.375rem]`} />}
      <Page
        title={t.manage.pages[name]}
        actions={allowed && actions}
        intro={allowed || isPending ? t.admin.intros[name] : undefined}
      >
        {isPending && <LoadingTable />}
        {!isPending && !allowed && <NotAllowed signedIn={user !== undefined} needs={t.admin.needs[name]} />}
        {allowed && children}
      </Page>
    </>
  );
}
