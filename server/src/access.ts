// Who is calling and what they may do. The rule of each operation stands in the contract's table; it is checked here, once.
import type { Access } from '@toolscore/contract';
import type { Entitlement, Role, Tier } from '@toolscore/contract/schemas';
import type { Config } from './config.ts';
import type { UserRow } from './database/schema.ts';
import { HttpError } from './errors.ts';

/** The signed-in user of a request, read from the database for each request. */
export interface Viewer {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly preferredUsername: string | null;
  readonly role: Role;
  readonly tier: Tier;
  readonly authProvider: 'local' | 'oidc';
  readonly oidcSubject: string | null;
}

/** The columns of a user that a viewer is made of. */
export const viewerColumns = [
  'id',
  'username',
  'email',
  'name',
  'preferred_username',
  'role',
  'tier',
  'auth_provider',
  'oidc_subject',
] as const satisfies (keyof UserRow)[];

export const toViewer = (user: Pick<UserRow, (typeof viewerColumns)[number]>): Viewer => ({
  id: user.id,
  username: user.username,
  email: user.email,
  name: user.name,
  preferredUsername: user.preferred_username,
  role: user.role,
  tier: user.tier,
  authProvider: user.auth_provider,
  oidcSubject: user.oidc_subject,
});

const paid: readonly Entitlement[] = ['compare', 'watchlist', 'trash', 'costs', 'tool-import'];
const entitlementsOfTier: Record<Tier, readonly Entitlement[]> = { free: [], premium: paid, enterprise: paid };

/** The feature flags of a role and tier (specification, part 5): admins have all of them whatever their tier. */
export function entitlementsOf({ role, tier }: Pick<Viewer, 'role' | 'tier'>): readonly Entitlement[] {
  return role === 'admin' ? paid : entitlementsOfTier[tier];
}

export function isEntitled(viewer: Viewer, entitlement: Entitlement): boolean {
  return entitlementsOf(viewer).includes(entitlement);
}

export const signInFirst = () => new HttpError(401, 'Sign in first');

function allows(access: Access, viewer: Viewer, config: Config): boolean {
  if (access.who === 'admin') return viewer.role === 'admin';
  if (access.who === 'entitled') return isEntitled(viewer, access.to);
  if (access.who === 'editor') return config.catalogueEditors === 'members' || viewer.role === 'admin';
  return true;
}

/**
 * The one check of who may call an operation.
 * @throws HttpError 401 for those not signed in, 403 for those without the right
 */
export function requireAccess(access: Access, viewer: Viewer | null, config: Config): void {
  if (access.who === 'anyone' || (access.who === 'voter' && config.anonymousVoting)) return;
  const forbidden = new HttpError(
    403,
    access.who === 'entitled'
      ? `This needs the ${access.to} feature, which your account does not have`
      : 'Only admins may do this',
  );
  if (!viewer) throw 'anonymous' in access ? forbidden : signInFirst();
  if (!allows(access, viewer, config)) throw forbidden;
}

/** The signed-in user of an operation whose access rule insists on one. */
export function viewerOf({ viewer }: { viewer: Viewer | null }): Viewer {
  if (!viewer) throw signInFirst();
  return viewer;
}
