// The caller's own rating of a tool: read, given, changed and withdrawn, with the figures on the page following at once.
import type { Rating, RatingInput, ToolWithStats } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient, read, statusOf } from '../lib/api.ts';
import { useMe } from '../lib/session.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { withRating } from './figures.ts';

/**
 * Whether this browser has voted without signing in. Only then is the service asked for a visitor's own rating: its 404
 * would be an error in the console of everybody else.
 */
const VOTED = 'voted';

export function useMyRating(id: number) {
  const { user } = useMe();
  const query = read('GET /tools/:id/ratings/mine', { params: { id } });
  const { data, error, refetch } = useQuery({ ...query, enabled: user !== undefined || readStored(VOTED, false) });
  const mine = statusOf(error) === 404 ? undefined : data;

  const toolQuery = read('GET /tools/:id', { params: { id } });
  const optimistic = {
    onMutate: async (after: RatingInput | undefined): Promise<{ tool: ToolWithStats | undefined }> => {
      await queryClient.cancelQueries(toolQuery);
      const tool = queryClient.getQueryData(toolQuery.queryKey);
      if (tool) queryClient.setQueryData(toolQuery.queryKey, withRating(tool, mine, after));
      return { tool };
    },
    onError: (_error: Error, _after: unknown, before: { tool: ToolWithStats | undefined } | undefined) => {
      queryClient.setQueryData(toolQuery.queryKey, before?.tool);
    },
    onSuccess: (rating: Rating | undefined) => {
      writeStored(VOTED, true);
      if (rating) queryClient.setQueryData(query.queryKey, rating);
      else queryClient.removeQueries(query);
    },
  };
  const params = { id };
  const save = useMutation({
    ...optimistic,
    mutationFn: (body: RatingInput) =>
      mine ? api('PUT /tools/:id/ratings/mine', { params, body }) : api('POST /tools/:id/ratings', { params, body }),
  });
  const withdraw = useMutation({
    ...optimistic,
    mutationFn: async (_none: undefined): Promise<undefined> => {
      await api('DELETE /tools/:id/ratings/mine', { params });
    },
  });
  return { mine, refetch, save, withdraw };
}
