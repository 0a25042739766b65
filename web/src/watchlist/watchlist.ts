// The tools someone watches, in their order; kept by the service with the other preferences. One tool is added, moved or
// removed at a time, so that changes that cross each other, from this page or another, lose nothing.
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';
import { placed } from './order.ts';

const saved = read('GET /auth/me/preferences');
const NONE: number[] = [];

interface Change {
  id: number;
  watch: boolean;
  /** Place in the saved order; a new tool without one comes last. */
  position?: number;
  /** Told when the service has taken it; moves and undoing speak for themselves. */
  told?: { text: string; undo: Change };
}

const request = ({ id, watch, position }: Change) =>
  watch
    ? api('PUT /auth/me/watchlist/:id', { params: { id }, body: { position } })
    : api('DELETE /auth/me/watchlist/:id', { params: { id } });

/** The latest change of each tool: the next one of the same tool follows it, those of others need not wait. */
const underway = new Map<number, Promise<unknown>>();

function send(change: Change) {
  const before = underway.get(change.id);
  const sent = before ? before.then(() => request(change)) : request(change);
  const settled = sent.then(
    () => undefined,
    () => undefined,
  );
  underway.set(change.id, settled);
  void settled.then(() => underway.get(change.id) === settled && underway.delete(change.id));
  return sent;
}

export function useWatchlist() {
  const { t } = useI18n();
  const { user } = useMe();
  const allowed = can(user, 'watchlist');
  const { data } = useQuery({ ...saved, enabled: allowed });
  const ids = data?.watchlist ?? NONE;
  const { mutate } = useMutation({
    mutationFn: send,
    onMutate: async ({ id, watch, position }) => {
      queryClient.setQueryData(saved.queryKey, (before) => ({
        ...before,
        watchlist: placed(before?.watchlist ?? NONE, id, watch ? (position ?? 'last') : 'gone'),
      }));
      await queryClient.cancelQueries(saved);
    },
    onSuccess: (_preferences, { told }) => {
      if (told) notify(told.text, { label: t.actions.undo, run: () => mutate(told.undo) });
    },
    onError: (error) => {
      notifyFailure(explain(error, t));
      void queryClient.invalidateQueries(saved);
    },
  });
  /** Watches or stops watching, with a way back. Does nothing until it is known which of the two is meant. */
  const toggle = (id: number) => {
    const now = queryClient.getQueryData(saved.queryKey);
    if (now === undefined) return;
    const position = (now.watchlist ?? NONE).indexOf(id);
    if (position === -1) mutate({ id, watch: true, told: { text: t.watchlist.added, undo: { id, watch: false } } });
    else mutate({ id, watch: false, told: { text: t.watchlist.removed, undo: { id, watch: true, position } } });
  };
  /** Moves a tool to the place of another one. */
  const move = (id: number, target: number) => mutate({ id, watch: true, position: ids.indexOf(target) });
  return { allowed, isKnown: data !== undefined, ids, toggle, move };
}
