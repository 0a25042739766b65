// Ties the keys to what they open and do; sits once on every page.
import { lazy, Suspense, useCallback, useState } from 'react';
import { MOST, toggleCompared } from '../compare/selection.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';
import { useWatchlist } from '../watchlist/watchlist.ts';
import { useShortcuts } from './shortcuts.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await import('./help.tsx')).ShortcutHelp }));

export type Overlay = 'palette' | 'help' | undefined;

export function useKeyboard() {
  const { t } = useI18n();
  const [overlay, setOverlay] = useState<Overlay>();
  const { user } = useMe();
  const { allowed, toggle } = useWatchlist();
  const openPalette = useCallback(() => setOverlay('palette'), []);
  const openHelp = useCallback(() => setOverlay('help'), []);
  const watch = (id: number) => (allowed ? toggle(id) : notifyFailure(t.watchlist.needs));
  const compare = (id: number) => {
    if (!can(user, 'compare')) notifyFailure(t.compare.needs);
    else if (!toggleCompared(id)) notifyFailure(t.compare.full(MOST));
  };
  useShortcuts({ openPalette, openHelp, watch, compare });
  const close = useCallback(() => setOverlay(undefined), []);
  const overlays = (
    <Suspense>
      {overlay === 'palette' && <Palette close={close} openHelp={openHelp} watch={watch} compare={compare} />}
      {overlay === 'help' && <ShortcutHelp close={close} />}
    </Suspense>
  );
  return { overlays, openPalette, openHelp };
}
