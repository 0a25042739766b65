// How people like to browse: kept by the service when signed in, and in this browser in any case.
import type { UserPreferences } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient, read } from './api.ts';
import { explain } from './errors.ts';
import { useI18n } from './i18n.tsx';
import { notifyFailure } from './notify.ts';
import { useMe } from './session.ts';
import { readStored, writeStored } from './storage.ts';

const KEY = 'preferences';
const saved = read('GET /auth/me/preferences');

/** The preferences, and a way to change some of them that shows at once. */
export function usePreferences() {
  const { t } = useI18n();
  const { user } = useMe();
  const { data } = useQuery({ ...saved, enabled: user !== undefined });
  const [local, setLocal] = useState(() => readStored<UserPreferences>(KEY, {}));
  const { mutate } = useMutation({
    mutationFn: (change: UserPreferences) => api('PUT /auth/me/preferences', { body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries(saved);
      queryClient.setQueryData(saved.queryKey, (before) => ({ ...before, ...change }));
    },
    onError: (error) => {
      notifyFailure(explain(error, t));
      void queryClient.invalidateQueries(saved);
    },
  });
  const change = (part: UserPreferences) => {
    const next = { ...readStored<UserPreferences>(KEY, local), ...part };
    setLocal(next);
    writeStored(KEY, next);
    if (user) mutate(part);
  };
  // Until the service has answered, the last choice made in this browser is the best guess: nothing jumps.
  const { view = 'grid', density = 'cozy' } = data ?? local;
  return { view, density, change };
}
