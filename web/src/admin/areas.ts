// The pages that manage the service, and who may open each.
import type { AuthUser } from '@toolscore/contract/schemas';
import { can, isAdmin } from '../lib/session.ts';
import type { Messages } from '../messages/en.ts';

export type AreaName = keyof Messages['admin']['pages'];

interface Area {
  to: `/manage/${string}`;
  mayOpen: (user: AuthUser | undefined) => boolean;
}

export const areas = {
  users: { to: '/manage/users', mayOpen: isAdmin },
  trash: { to: '/manage/trash', mayOpen: (user) => can(user, 'trash') },
  audit: { to: '/manage/audit', mayOpen: isAdmin },
  import: { to: '/manage/import', mayOpen: (user) => can(user, 'tool-import') },
  costs: { to: '/manage/costs', mayOpen: (user) => can(user, 'costs') },
  redundancy: { to: '/manage/redundancy', mayOpen: isAdmin },
} as const satisfies Record<AreaName, Area>;

export const openAreas = (user: AuthUser | undefined) =>
  (Object.keys(areas) as AreaName[]).filter((name) => areas[name].mayOpen(user));
