// How pages talk to the service: one typed client, one query cache, and one way to read anything.
import { ApiError, type Call, createClient, type Input, type Result } from '@toolscore/contract/client';
import { MutationCache, QueryClient, queryOptions } from '@tanstack/react-query';

export const api = createClient();

const MINUTE = 60_000;
const isLasting = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Whether something has changed since the last time that everything was asked for again. */
let isOutdated = false;

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    // Offline, what is read or changed should fail and say so, not wait silently for the network.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: MINUTE,
      retry: (failures, error) => !isLasting(error) && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
  // Any change may alter any figure; only what is on screen is fetched again, the rest when it is next shown. While other
  // changes are on their way, what the service would answer does not have them yet: the last one fetches.
  mutationCache: new MutationCache({
    onSuccess: () => {
      isOutdated = true;
    },
    onSettled: () => {
      if (!isOutdated || queryClient.isMutating() > 1) return;
      isOutdated = false;
      void queryClient.invalidateQueries();
    },
  }),
});

type Read = Extract<Call, `GET ${string}`>;

/** The cached answer of a reading operation: `useQuery(read('GET /tools/:id', { params: { id } }))`. */
export function read<C extends Read>(call: C, input?: Input<C>) {
  return queryOptions<Result<C>>({
    queryKey: [call, input ?? {}],
    queryFn: ({ signal }) => api(call, { ...(input as object), signal } as Input<C> & { signal: AbortSignal }),
  });
}

/** Whether a question is being asked for the first time: neither answered nor failed before. */
export const isOnItsWay = ({ isFetching, isFetched }: { isFetching: boolean; isFetched: boolean }) =>
  isFetching && !isFetched;

/** The whole catalogue in the service's own default ranking, from which the pages filter and sort. */
export const allTools = read('GET /tools', { query: { sort: 'bayesian' } });

export const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : undefined);
