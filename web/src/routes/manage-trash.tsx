// Deleted tools: how long they are kept, bringing them back, and removing them for good.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ManagePage } from '../admin/frame.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { cellLook, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { isAdmin, useMe } from '../lib/session.ts';

/** The service takes this many at once. */
const MOST = 500;
const DAY_MS = 86_400_000;

export function TrashPage() {
  return (
    <ManagePage name="trash">
      <Trash />
    </ManagePage>
  );
}

function Trash() {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { data, error, refetch } = useQuery(read('GET /tools/trash'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  if (data.length === 0) return <Empty title={t.admin.trash.empty} />;
  const ids = data.map(({ id }) => id).slice(0, MOST);
  const picked = chosen.filter((id) => ids.includes(id));
  const toggle = (id: number) => setChosen(picked.includes(id) ? picked.filter((own) => own !== id) : [...picked, id]);
  const all = (
    <input
      type="checkbox"
      aria-label={t.admin.trash.all}
      checked={picked.length === ids.length}
      onChange={({ target }) => setChosen(target.checked ? ids : [])}
    />
  );
  return (
    <>
      <TrashActions ids={picked} done={() => setChosen([])} />
      <SimpleTable
        caption={t.admin.pages.trash}
        head={[all, t.browse.columns.name, t.browse.category, t.admin.trash.deleted, t.admin.trash.left]}
      >
        {data.map(({ id, name, category, deletedAt, deletedBy }) => (
          <tr key={id}>
            <td className={`${cellLook} w-10`}>
              <input type="checkbox" aria-label={name} checked={picked.includes(id)} onChange={() => toggle(id)} />
            </td>
            <td className={`${cellLook} font-medium`}>
              <bdi>{name}</bdi>
            </td>
            <td className={`${cellLook} text-muted`}>
              <bdi>{category}</bdi>
            </td>
            <td className={`${cellLook} text-muted`}>
              <DeletedAt at={deletedAt} by={deletedBy} />
            </td>
            <td className={`${cellLook} whitespace-nowrap`}>
              <TimeLeft deletedAt={deletedAt} />
            </td>
          </tr>
        ))}
      </SimpleTable>
    </>
  );
}

function DeletedAt({ at, by }: { at: string | null; by: string | null }) {
  const { format } = useI18n();
  return (
    <>
      {at !== null && format.dateTime(at)}
      {by !== null && (
        <>
          {' · '}
          <bdi>{by}</bdi>
        </>
      )}
    </>
  );
}

/** Until the hourly purge may take it. */
function TimeLeft({ deletedAt }: { deletedAt: string | null }) {
  const { t, format } = useI18n();
  const { data } = useQuery(read('GET /version'));
  const [now] = useState(Date.now);
  if (!data || deletedAt === null) return null;
  if (data.trashRetentionDays === 0) return t.admin.trash.forever;
  const until = Date.parse(deletedAt) + data.trashRetentionDays * DAY_MS;
  return until <= now ? t.admin.trash.soon : format.inDays(new Date(until).toISOString(), now);
}

function TrashActions({ ids, done }: { ids: readonly number[]; done: () => void }) {
  const { t } = useI18n();
  const { user } = useMe();
  const [asking, setAsking] = useState<'delete' | 'empty'>();
  const body = { ids: [...ids] };
  const onError = (error: Error) => notifyFailure(explain(error, t));
  const restore = useMutation({
    mutationFn: () => api('POST /tools/trash/restore', { body }),
    onSuccess: ({ restored = 0 }) => {
      done();
      notify(t.admin.trash.restored(restored));
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: async (what: 'delete' | 'empty') => {
      await (what === 'empty' ? api('POST /tools/trash/empty') : api('DELETE /tools/trash', { body }));
    },
    onSuccess: done,
    onError,
  });
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Button disabled={ids.length === 0} onClick={() => restore.mutate()}>
        {t.admin.trash.restore(ids.length)}
      </Button>
      {isAdmin(user) && (
        <>
          <Button variant="danger" disabled={ids.length === 0} onClick={() => setAsking('delete')}>
            {t.admin.trash.delete(ids.length)}
          </Button>
          <Button variant="danger" onClick={() => setAsking('empty')}>
            {t.admin.trash.emptyAll}
          </Button>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === 'empty' ? t.admin.trash.emptyAll : t.admin.trash.delete(ids.length)}
          text={t.admin.trash.deleteText}
          action={t.tool.deleteForGood}
          onConfirm={() => remove.mutate(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  );
}
