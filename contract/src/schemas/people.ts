// Accounts, signing in, API tokens, preferences, and the audit log.
import { type Static, Type } from 'typebox';
import { Choice, DateTime, Id, MAX_ID, Nullable, NullableInteger, NullableString, Text } from './parts.ts';

export const roles = ['admin', 'user'] as const;
export const tiers = ['free', 'premium', 'enterprise'] as const;
export const entitlements = ['compare', 'watchlist', 'trash', 'costs', 'tool-import'] as const;
export type Role = (typeof roles)[number];
export type Tier = (typeof tiers)[number];
export type Entitlement = (typeof entitlements)[number];

/** Passwords are limited in UTF-8 bytes by the server; the character limit here only bounds the work. */
const NewPassword = Type.String({ minLength: 6, maxLength: 1024 });
const AnyPassword = Type.String({ minLength: 1, maxLength: 1024 });
const Email = Type.String({ maxLength: 320, pattern: '^([^\\s@]+@[^\\s@]+)?$', description: 'Empty counts as none' });

export const User = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    email: NullableString,
    role: Choice(roles),
    tier: Choice(tiers),
    authProvider: Choice(['local', 'oidc']),
    createdAt: DateTime,
  },
  { title: 'User' },
);
export type User = Static<typeof User>;

export const UserCreateInput = Type.Object(
  {
    username: Type.String({ minLength: 2, maxLength: 100 }),
    password: NewPassword,
    email: Type.Optional(Nullable(Email)),
    role: Type.Optional(Choice(roles, { default: 'user' })),
    tier: Type.Optional(Choice(tiers, { default: 'free' })),
  },
  { title: 'UserCreateInput' },
);
export type UserCreateInput = Static<typeof UserCreateInput>;

export const UserRoleUpdate = Type.Object(
  { role: Type.Optional(Choice(roles)), tier: Type.Optional(Choice(tiers)) },
  { title: 'UserRoleUpdate' },
);
export type UserRoleUpdate = Static<typeof UserRoleUpdate>;

export const ChangePasswordInput = Type.Object(
  { currentPassword: AnyPassword, newPassword: NewPassword },
  { title: 'ChangePasswordInput' },
);
export const SetPasswordInput = Type.Object({ password: NewPassword }, { title: 'SetPasswordInput' });

export const AuthMode = Type.Object({ mode: Choice(['oidc', 'local']) }, { title: 'AuthMode' });
export const CsrfToken = Type.Object({ token: Type.String() }, { title: 'CsrfToken' });
export const LocalLoginInput = Type.Object(
  { username: Type.String({ maxLength: 1000 }), password: Type.String({ maxLength: 100_000 }) },
  { title: 'LocalLoginInput' },
);
export const PasswordRedirect = Type.Object({ url: NullableString }, { title: 'PasswordRedirect' });
export const LogoutResult = Type.Object({ url: NullableString }, { title: 'LogoutResult' });

export const AuthUser = Type.Object(
  {
    sub: Type.String(),
    email: NullableString,
    name: NullableString,
    preferredUsername: NullableString,
    role: Choice(roles),
    tier: Choice(tiers),
    entitlements: Type.Array(Type.String()),
    isLocal: Type.Boolean(),
  },
  { title: 'AuthUser' },
);
export type AuthUser = Static<typeof AuthUser>;

/** Each includes the ones before it. */
export const tokenScopes = ['read', 'rate', 'manage'] as const;
export type TokenScope = (typeof tokenScopes)[number];
export const tokenDays = { least: 1, usual: 90, most: 366 } as const;

const tokenFields = {
  id: Type.Integer(),
  name: Type.String(),
  scope: Choice(tokenScopes),
  hint: Type.String({ description: 'The last four characters of the secret' }),
  createdAt: DateTime,
  expiresAt: DateTime,
  lastUsedAt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'To the minute; null while never used',
  }),
};
export const ApiToken = Type.Object(tokenFields, { title: 'ApiToken' });
export type ApiToken = Static<typeof ApiToken>;
export const NewApiToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The secret, for `Authorization: Bearer`' }) },
  { title: 'NewApiToken' },
);
export type NewApiToken = Static<typeof NewApiToken>;
export const OwnedApiToken = Type.Object(
  { ...tokenFields, userId: Type.Integer(), username: Type.String() },
  { title: 'OwnedApiToken' },
);
export type OwnedApiToken = Static<typeof OwnedApiToken>;
export const ApiTokenInput = Type.Object(
  {
    name: Text(100),
    scope: Choice(tokenScopes),
    expiresInDays: Type.Optional(
      Type.Integer({ minimum: tokenDays.least, maximum: tokenDays.most, default: tokenDays.usual }),
    ),
  },
  { title: 'ApiTokenInput' },
);
export type ApiTokenInput = Static<typeof ApiTokenInput>;

/** Ids of a watchlist. */
export const WATCHLIST_MOST = 1000;

export const UserPreferences = Type.Object(
  {
    view: Type.Optional(Choice(['grid', 'table', 'rows'])),
    density: Type.Optional(Choice(['cozy', 'compact'])),
    watchlist: Type.Optional(Type.Array(Id, { maxItems: WATCHLIST_MOST })),
  },
  { title: 'UserPreferences' },
);
export type UserPreferences = Static<typeof UserPreferences>;

export const WatchInput = Type.Object(
  {
    position: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Place in the saved order, from 0; left out, a new tool comes last' }),
    ),
  },
  { title: 'WatchInput' },
);
export type WatchInput = Static<typeof WatchInput>;

export const AuditLog = Type.Object(
  {
    id: Type.Integer(),
    entityType: Type.String(),
    entityId: NullableInteger,
    action: Type.String(),
    userId: Type.String(),
    username: Type.String(),
    changes: NullableString,
    createdAt: DateTime,
  },
  { title: 'AuditLog' },
);
export type AuditLog = Static<typeof AuditLog>;

export const AuditFilters = Type.Object({
  entityType: Type.Optional(Type.String({ maxLength: 100 })),
  entityId: Type.Optional(Id),
  action: Type.Optional(Type.String({ maxLength: 100 })),
  user: Type.Optional(Type.String({ maxLength: 100, description: 'Username, whatever its case' })),
  from: Type.Optional(Type.String({ format: 'iso-date-time', description: 'Inclusive; a day or a date-time' })),
  to: Type.Optional(Type.String({ format: 'iso-date-time', description: 'Exclusive; a day means its end' })),
});
export type AuditFilters = Static<typeof AuditFilters>;
export const AuditPaging = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'Clamped to 1..500', default: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ID })),
});
