// Ties the keys to what they open and do; sits once on every page.
import { lazy, Suspense, useCallback, useState } from 'react';
import { MOST, toggleCompared } from '../compare/selection.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';
import { useWatchlist } from '../watchlist/watchlist.ts';
import { useShortcuts } from './shortcuts.ts';

const code = { palette: () => import('./palette.tsx'), help: () => import('./help.tsx') };
const Palette = lazy(async () => ({ default: (await code.palette()).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await code.help()).ShortcutHelp }));

export function useKeyboard() {
  const { t } = useI18n();
  const [overlay, setOverlay] = useState<keyof typeof code>();
  const { user } = useMe();
  const { allowed, toggle } = useWatchlist();
  // Drawn only once its code is there: a failure to fetch it would otherwise take the place of the whole page.
  const open = useCallback(
    (name: keyof typeof code) =>
      void code[name]().then(
        () => setOverlay(name),
        () => notifyFailure(t.errors.offline),
      ),
    [t],
  );
  const openPalette = useCallback(() => open('palette'), [open]);
  const openHelp = useCallback(() => open('help'), [open]);
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
