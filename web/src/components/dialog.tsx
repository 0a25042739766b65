// A modal dialog on the browser's own <dialog>: focus stays inside, Escape and the backdrop close it, focus returns.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useI18n } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Open as long as it is rendered. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useI18n();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => target === ref.current && onClose()}
      className="w-[min(34rem,calc(100vw-2rem))] rounded-2xl text-base font-normal whitespace-normal border border-line bg-surface p-0 shadow-2xl"
    >
      <div className="grid gap-4 p-6">
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          <Button variant="quiet" size="icon" aria-label={t.actions.close} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  text: ReactNode;
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before what cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmProps) {
  const { t } = useI18n();
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted">{text}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.actions.cancel}</Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}

interface ButtonsProps {
  /** What the form does, as the button that sends it says. */
  label: string;
  busy: boolean;
  onCancel: () => void;
}

/** The end of a form in a dialog. */
export function DialogButtons({ label, busy, onCancel }: ButtonsProps) {
  const { t } = useI18n();
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{t.actions.cancel}</Button>
      <Button type="submit" variant="primary" disabled={busy}>
        {label}
      </Button>
    </div>
  );
}
