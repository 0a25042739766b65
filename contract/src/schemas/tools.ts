// Tools, how they are filtered, and the trash.
import { type Static, Type } from 'typebox';
import { Choice, Count, DateTime, Id, Labels, Nullable, NullableNumber, NullableString, Text } from './parts.ts';

const Url = Type.String({ maxLength: 2048 });
/** A description is kept as it was written. */
const Description = Type.String({ minLength: 1, maxLength: 10_000 });
const LabelsInput = Type.Array(Text(100), { maxItems: 100 });

const toolFields = {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  websiteUrl: NullableString,
  iconUrl: NullableString,
  createdBy: NullableString,
  features: Labels,
  tags: Labels,
  createdAt: DateTime,
  updatedAt: DateTime,
};

export const Tool = Type.Object(
  { ...toolFields, deletedAt: Nullable(DateTime), deletedBy: NullableString },
  { title: 'Tool' },
);
export type Tool = Static<typeof Tool>;

const statistics = {
  ratingCount: Count,
  avgUsefulness: NullableNumber,
  avgUsability: NullableNumber,
  avgCombined: NullableNumber,
};

export const ToolWithStats = Type.Object({ ...toolFields, ...statistics }, { title: 'ToolWithStats' });
export type ToolWithStats = Static<typeof ToolWithStats>;

export const ToolInput = Type.Object(
  {
    name: Text(200),
    description: Description,
    category: Text(100),
    websiteUrl: Type.Optional(Nullable(Url)),
    iconUrl: Type.Optional(Nullable(Url)),
    features: Type.Optional(LabelsInput),
    tags: Type.Optional(LabelsInput),
  },
  { title: 'ToolInput' },
);
export type ToolInput = Static<typeof ToolInput>;

export const ToolUpdate = Type.Partial(
  Type.Object({
    ...ToolInput.properties,
    description: Type.String({ maxLength: 10_000 }),
    category: Type.String({ maxLength: 100, description: 'Blank counts as left out' }),
  }),
  { title: 'ToolUpdate' },
);
export type ToolUpdate = Static<typeof ToolUpdate>;

export const toolSorts = [
  'newest',
  'top_rated',
  'most_reviewed',
  'name_asc',
  'name_desc',
  'recently_updated',
  'bayesian',
] as const;

const LabelFilter = Type.Array(Type.String({ maxLength: 2000 }), {
  maxItems: 100,
  description: 'Comma-separated, or repeated for values that contain a comma; a tool must have all of them',
});
export const ToolFilters = Type.Object({
  category: Type.Optional(Type.String({ maxLength: 100 })),
  search: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Every word must occur in name, description, category, tags or features, whatever its case',
    }),
  ),
  sort: Type.Optional(Choice(toolSorts, { default: 'newest' })),
  tags: Type.Optional(LabelFilter),
  features: Type.Optional(LabelFilter),
  minRating: Type.Optional(Type.Number({ minimum: 0, maximum: 5 })),
});
export type ToolFilters = Static<typeof ToolFilters>;

export const TrashToolsInput = Type.Object(
  { ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) },
  { title: 'TrashToolsInput' },
);
