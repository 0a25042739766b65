// Health and version.
import { Type } from 'typebox';
import { NullableString } from './parts.ts';

export const HealthStatus = Type.Object({ status: Type.String() }, { title: 'HealthStatus' });
export const VersionInfo = Type.Object(
  {
    version: Type.String(),
    commitSha: NullableString,
    buildDate: NullableString,
    trashRetentionDays: Type.Integer(),
  },
  { title: 'VersionInfo' },
);
