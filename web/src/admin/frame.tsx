// What the pages of the management area share: their navigation, and the check whether one may be there.
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Page } from '../components/page.tsx';
import { LoadingLines, NotAllowed } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { useMe } from '../lib/session.ts';
import { type AreaName, areas, openAreas } from './areas.ts';

const TabLink = createLink((props: ComponentProps<'a'>) => (
  <a
    {...props}
    className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
  />
));

export function ManagePage({ name, actions, children }: { name: AreaName; actions?: ReactNode; children: ReactNode }) {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  const allowed = areas[name].mayOpen(user);
  return (
    <>
      {user && (
        <nav aria-label={t.admin.title} className="-mt-2 mb-6 flex overflow-x-auto border-b border-line">
          {openAreas(user).map((area) => (
            <TabLink key={area} to={areas[area].to}>
              {t.admin.pages[area]}
            </TabLink>
          ))}
        </nav>
      )}
      <Page title={t.admin.pages[name]} actions={allowed && actions} intro={allowed ? t.admin.intros[name] : undefined}>
        {isPending && <LoadingLines lines={6} />}
        {!isPending && !allowed && <NotAllowed signedIn={user !== undefined} needs={t.admin.needs[name]} />}
        {allowed && children}
      </Page>
    </>
  );
}
