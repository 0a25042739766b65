// Shows the notices in a corner, announces them, and takes them away again unless someone is at them.
import { useEffect, useState } from 'react';
import { useI18n } from '../lib/i18n.tsx';
import { dismiss, type Notice, useNotices } from '../lib/notify.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 6000;
const WITH_UNDO_MS = 12_000;

export function Notices() {
  const notices = useNotices();
  return (
    <div
      role="status"
      data-no-print
      className="pointer-events-none fixed right-4 bottom-4 z-40 grid w-[min(24rem,calc(100vw-2rem))] gap-2"
    >
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice: { id, text, failed, undo } }: { notice: Notice }) {
  const { t } = useI18n();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismiss(id), undo ? WITH_UNDO_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, id, undo]);
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-center gap-3 rounded-xl border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-lg"
    >
      <p dir="auto" className={`min-w-0 flex-1 ${failed ? 'text-danger' : ''}`}>
        {text}
      </p>
      {undo && (
        <Button
          size="small"
          onClick={() => {
            dismiss(id);
            undo.run();
          }}
        >
          {undo.label}
        </Button>
      )}
      <Button variant="quiet" size="icon" aria-label={t.actions.close} onClick={() => dismiss(id)}>
        <Icon name="close" size={16} />
      </Button>
    </div>
  );
}
