// The pages that manage the service, and who may open each.
import type { AuthUser } from '@toolscore/contract/schemas';
import type { IconName } from '../components/icon.tsx';
import { can, isAdmin } from '../lib/session.ts';
import type { Messages } from '../messages/en.ts';

export type AreaName = keyof Messages['manage']['pages'];

interface Area {
  to: `/manage/${string}`;
  icon: IconName;
  mayOpen: (user: AuthUser | undefined) => boolean;
}

export const areas = {
  users: { to: '/manage/users', icon: 'user', mayOpen: isAdmin },
  trash: { to: '/manage/trash', icon: 'trash', mayOpen: (user) => can(user, 'trash') },
  audit: { to: '/manage/audit', icon: 'table', mayOpen: isAdmin },
  import: { to: '/manage/import', icon: 'upload', mayOpen: (user) => can(user, 'tool-import') },
  costs: { to: '/manage/costs', icon: 'coins', mayOpen: (user) => can(user, 'costs') },
  redundancy: { to: '/manage/redundancy', icon: 'copy', mayOpen: isAdmin },
} as const satisfies Record<AreaName, Area>;

export const openAreas = (user: AuthUser | undefined) =>
  (Object.keys(areas) as AreaName[]).filter((name) => areas[name].mayOpen(user));
