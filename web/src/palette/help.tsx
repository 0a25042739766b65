// What the keys do.
import { Dialog } from '../components/dialog.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { shortcutsOn } from './shortcuts-switch.ts';

export function ShortcutHelp({ close }: { close: () => void }) {
  const { t } = useI18n();
  return (
    <Dialog title={t.nav.shortcuts} onClose={close}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5 text-sm">
        {Object.entries(t.palette.keys).map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-sunken px-2 py-0.5 font-sans">{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" checked={shortcutsOn.use()} onChange={({ target }) => shortcutsOn.set(target.checked)} />
        {t.account.shortcuts}
      </label>
    </Dialog>
  );
}
