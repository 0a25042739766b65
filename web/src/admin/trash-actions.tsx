// What can be done with the chosen tools of the trash, and with all of it.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { api } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useAdminI18n } from './i18n.ts';
import { notify, notifyFailure } from '../lib/notify.ts';
import { isAdmin, useMe } from '../lib/session.ts';

/** The service takes this many at once. */
const MOST = 500;

/** Does something with many tools, as many at a time as the service takes; the sum of what it answers. */
async function inPortions(ids: readonly number[], act: (body: { ids: number[] }) => Promise<number>): Promise<number> {
  let sum = 0;
  for (let start = 0; start < ids.length; start += MOST) sum += await act({ ids: ids.slice(start, start + MOST) });
  return sum;
}

interface Props {
  ids: readonly number[];
  /** How many tools the trash holds. */
  total: number;
  done: () => void;
}

export function TrashActions({ ids, total, done }: Props) {
  const { t } = useAdminI18n();
  const { user } = useMe();
  const [asking, setAsking] = useState<'delete' | 'empty'>();
  const onError = (error: Error) => notifyFailure(explain(error, t));
  const trashAgain = useMutation({
    mutationFn: (again: readonly number[]) =>
      inPortions(again, async (body) => (await api('POST /tools/trash', { body })).trashed ?? 0),
    onError,
  });
  const restore = useMutation({
    mutationFn: (chosen: readonly number[]) =>
      inPortions(chosen, async (body) => (await api('POST /tools/trash/restore', { body })).restored ?? 0),
    onSuccess: (restored, chosen) => {
      done();
      const undo = { label: t.actions.undo, run: () => trashAgain.mutate(chosen) };
      notify(t.admin.trash.restored(restored), isAdmin(user) ? undo : undefined);
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: async (what: 'delete' | 'empty') => {
      if (what === 'empty') return (await api('POST /tools/trash/empty')).deleted ?? 0;
      return inPortions(ids, async (body) => {
        await api('DELETE /tools/trash', { body });
        return body.ids.length;
      });
    },
    onSuccess: (deleted) => {
      done();
      notify(t.admin.trash.deletedForGood(deleted));
    },
    onError,
  });
  const busy = restore.isPending || remove.isPending;
  const count = asking === 'empty' ? total : ids.length;
  return (
    <div
      data-no-print
      className="sticky top-14 z-10 -mx-1 mb-3 flex flex-wrap items-center gap-2 bg-canvas/95 px-1 py-2 backdrop-blur"
    >
      <Button
        variant={ids.length > 0 ? 'primary' : 'secondary'}
        disabled={ids.length === 0 || busy}
        onClick={() => restore.mutate(ids)}
      >
        <Icon name="undo" size={16} />
        {t.admin.trash.restore(ids.length)}
      </Button>
      {isAdmin(user) && (
        <>
          <Button variant="danger" disabled={ids.length === 0 || busy} onClick={() => setAsking('delete')}>
            <Icon name="trash" size={16} />
            {t.admin.trash.delete(ids.length)}
          </Button>
          <Button variant="quiet" className="ml-auto" disabled={busy} onClick={() => setAsking('empty')}>
            {t.admin.trash.emptyAll}
          </Button>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={t.admin.trash.deleteTitle(count)}
          text={t.admin.trash.deleteText}
          action={t.tool.deleteForGood}
          onConfirm={() => remove.mutate(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
