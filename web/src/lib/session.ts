// Who is signed in, and what they may do.
import type { AuthUser, Entitlement } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient, read, statusOf } from './api.ts';
import { readStored, writeStored } from './storage.ts';

/**
 * A hint, no proof: this browser signed in before. Without it the service is not even asked, because its 401 would show
 * up as an error in every visitor's console.
 */
const HINT = 'signedIn';

const me = read('GET /auth/me');

export const rememberSignIn = () => writeStored(HINT, true);

export function useMe(): { user: AuthUser | undefined; isPending: boolean } {
  const enabled = readStored(HINT, false);
  const { data, error, isPending } = useQuery({ ...me, enabled, staleTime: 5 * 60_000 });
  return { user: statusOf(error) === 401 ? undefined : data, isPending: enabled && isPending };
}

export async function signIn(username: string, password: string): Promise<void> {
  const user = await api('POST /auth/login', { body: { username, password } });
  rememberSignIn();
  // The client needs a new token, and everything that was read as a visitor may differ for this user.
  await queryClient.resetQueries();
  queryClient.setQueryData(me.queryKey, user);
}

/** Signs out here and, where there is one, at the identity provider; the page starts afresh, with nothing remembered. */
export async function signOut(): Promise<void> {
  const { url } = await api('POST /auth/logout');
  writeStored(HINT, false);
  location.assign(url ?? '/');
}

export const isAdmin = (user: AuthUser | undefined) => user?.role === 'admin';

export const can = (user: AuthUser | undefined, entitlement: Entitlement) =>
  isAdmin(user) || (user?.entitlements.includes(entitlement) ?? false);
