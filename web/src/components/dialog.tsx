// A modal dialog on the browser's own <dialog>: focus stays inside, Escape and the backdrop close it, focus returns.
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useI18n } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Opens a dialog as long as it is rendered, with the focus on the first of what the selector finds (on the first thing that
 * takes it where there is none).
 */
export function useModal(first: string) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the dialog leaves the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(first)?.focus();
    return () => dialog?.close();
  }, [first]);
  return ref;
}

/** Open as long as it is rendered. */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useI18n();
  const ref = useModal('[data-first], form input, form select, form textarea');
  const id = useId();
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
        <Button data-first onClick={onClose}>
          {t.actions.cancel}
        </Button>
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
