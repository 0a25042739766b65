// The roles and tiers an account may have, in the order people are offered them.
import type { User } from '@toolscore/contract/schemas';

export const roles = ['user', 'admin'] as const satisfies User['role'][];
export const tiers = ['free', 'premium', 'enterprise'] as const satisfies User['tier'][];
