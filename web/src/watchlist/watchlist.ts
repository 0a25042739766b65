// The tools someone watches, in their order; kept by the service with the other preferences.
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';

const saved = read('GET /auth/me/preferences');
const NONE: number[] = [];

export function useWatchlist() {
  const { t } = useI18n();
  const { user } = useMe();
  const allowed = can(user, 'watchlist');
  const { data } = useQuery({ ...saved, enabled: allowed });
  const ids = data?.watchlist ?? NONE;
  const { mutate } = useMutation({
    mutationFn: (watchlist: number[]) => api('PUT /auth/me/preferences', { body: { watchlist } }),
    onMutate: async (watchlist) => {
      await queryClient.cancelQueries(saved);
      queryClient.setQueryData(saved.queryKey, (before) => ({ ...before, watchlist }));
    },
    onError: (error) => {
      notifyFailure(explain(error, t));
      void queryClient.invalidateQueries(saved);
    },
  });
  /** Watches or stops watching, with a way back. Does nothing until the list is known, which it would overwrite. */
  const toggle = (id: number) => {
    if (data === undefined) return;
    const next = ids.includes(id) ? ids.filter((own) => own !== id) : [...ids, id];
    mutate(next);
    const text = ids.includes(id) ? t.watchlist.removed : t.watchlist.added;
    notify(text, { label: t.actions.undo, run: () => mutate(ids) });
  };
  return { allowed, ids, toggle, save: mutate };
}
