// The caller's own rating of a tool: read, given, changed and withdrawn, with the figures on the page following at once.
// What is told as done has been acknowledged by the service.
import type { Rating, RatingInput, ToolWithStats } from '@toolscore/contract/schemas';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, isOnItsWay, queryClient, read, statusOf } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { useState } from 'react';
import { useMe } from '../lib/session.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { withRating } from './figures.ts';

/**
 * Whether this browser has voted without signing in. Only then is the service asked for a visitor's own rating: its 404
 * would be an error in the console of everybody else.
 */
const VOTED = 'voted';

/** What was on the page before a change, to be put back when it fails. */
interface Before {
  tool: ToolWithStats | undefined;
  rating: Rating | undefined;
}

/** The answer that there is no rating is an answer, not a failure to be asked about again. */
function ownRating(id: number) {
  const { queryKey } = read('GET /tools/:id/ratings/mine', { params: { id } });
  const queryFn = ({ signal }: { signal: AbortSignal }): Promise<Rating | null> =>
    api('GET /tools/:id/ratings/mine', { params: { id }, signal }).catch((error) => {
      if (statusOf(error) === 404) return null;
      throw error;
    });
  return queryOptions({ queryKey: [...queryKey, 'or none'], queryFn });
}

/** The rating that is there already; `isLoading` until it is known whether there is one. */
export function useOwnRating(id: number) {
  const { user, isPending } = useMe();
  // Looked up once: a vote in another tab must not take away the form that someone is filling in here.
  const [hasVoted] = useState(() => readStored(VOTED, false));
  const enabled = user !== undefined || hasVoted;
  const result = useQuery({ ...ownRating(id), enabled });
  const isLoading = isPending || (enabled && isOnItsWay(result));
  return { mine: result.data ?? undefined, isLoading, refetch: result.refetch };
}

export function useMyRating(id: number) {
  const { t } = useI18n();
  const query = ownRating(id);
  const { mine, refetch } = useOwnRating(id);
  const toolQuery = read('GET /tools/:id', { params: { id } });
  const follow = async (after: RatingInput | undefined): Promise<Before> => {
    const tool = queryClient.getQueryData(toolQuery.queryKey);
    if (tool) queryClient.setQueryData(toolQuery.queryKey, withRating(tool, mine, after));
    await queryClient.cancelQueries(toolQuery);
    return { tool, rating: mine };
  };
  const putBack = (before: Before | undefined) => queryClient.setQueryData(toolQuery.queryKey, before?.tool);
  const params = { id };
  const save = useMutation({
    mutationFn: (body: RatingInput) =>
      mine ? api('PUT /tools/:id/ratings/mine', { params, body }) : api('POST /tools/:id/ratings', { params, body }),
    onMutate: follow,
    onError: (_error, _input, before) => putBack(before),
    onSuccess: (rating, _input, { rating: earlier }) => {
      writeStored(VOTED, true);
      queryClient.setQueryData(query.queryKey, rating);
      notify(earlier ? t.rate.changed : t.rate.thanks);
    },
  });
  const withdraw = useMutation({
    mutationFn: (_none: undefined) => api('DELETE /tools/:id/ratings/mine', { params }),
    onMutate: follow,
    onError: (failure, _none, before) => {
      putBack(before);
      notifyFailure(explain(failure, t));
    },
    onSuccess: (_none, _input, { rating: earlier }) => {
      queryClient.setQueryData(query.queryKey, null);
      const undo = earlier && { label: t.actions.undo, run: () => giveBack.mutate(earlier) };
      notify(t.rate.withdrawn, undo);
    },
  });
  const giveBack = useMutation({
    mutationFn: ({ usefulness, usability, comment, reviewerName }: Rating) =>
      api('POST /tools/:id/ratings', { params, body: { usefulness, usability, comment, reviewerName } }),
    onSuccess: (rating) => {
      queryClient.setQueryData(query.queryKey, rating);
      notify(t.rate.restored);
    },
    onError: (failure) => notifyFailure(explain(failure, t)),
  });
  return { mine, refetch, save, withdraw };
}
