// Every shape that crosses the wire, named as in the interface specification (part 2) or as the additions to it.
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** The largest identifier a JSON number carries exactly: 2^53 - 1. */
export const MAX_ID = Number.MAX_SAFE_INTEGER;

const Nullable = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

const Choice = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

const DateTime = Type.String({ format: 'date-time' });
const Day = Type.String({ format: 'date', description: 'Calendar day, YYYY-MM-DD' });
const NullableString = Nullable(Type.String());
const NullableNumber = Nullable(Type.Number());
const NullableInteger = Nullable(Type.Integer());
const Count = Type.Integer({ minimum: 0 });
const Labels = Type.Array(Type.String());

/** Text that is trimmed by the server; blank after trimming counts as missing. Lengths are in characters. */
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const Url = Type.String({ maxLength: 2048 });
/** A description is kept as it was written. */
const Description = Type.String({ minLength: 1, maxLength: 10_000 });
const LabelsInput = Type.Array(Text(100), { maxItems: 100 });
const Score = Type.Integer({ minimum: 1, maximum: 5 });

export const Id = Type.Integer({ minimum: 1, maximum: MAX_ID });
export const IdParams = Type.Object({ id: Id });

export const ErrorResponse = Type.Object({ error: Type.String() }, { title: 'ErrorResponse' });

// Tools

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

export const Paging = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ID })),
});
export type Paging = Static<typeof Paging>;

/** One query string made of several groups of parameters. */
export const Query = <A extends TProperties, B extends TProperties>(
  a: ReturnType<typeof Type.Object<A>>,
  b: ReturnType<typeof Type.Object<B>>,
) => Type.Object({ ...a.properties, ...b.properties });

export const TrashToolsInput = Type.Object(
  { ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) },
  { title: 'TrashToolsInput' },
);

// Ratings

export const Rating = Type.Object(
  {
    id: Type.Integer(),
    toolId: Type.Integer(),
    usefulness: Score,
    usability: Score,
    comment: NullableString,
    reviewerName: NullableString,
    createdAt: DateTime,
  },
  { title: 'Rating' },
);
export type Rating = Static<typeof Rating>;

export const RatingInput = Type.Object(
  {
    usefulness: Score,
    usability: Score,
    comment: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
    reviewerName: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  },
  { title: 'RatingInput' },
);
export type RatingInput = Static<typeof RatingInput>;

export const RatingHistoryItem = Type.Object(
  {
    date: DateTime,
    usefulness: Type.Number(),
    usability: Type.Number(),
    combined: Type.Number(),
    count: Count,
  },
  { title: 'RatingHistoryItem' },
);
export type RatingHistoryItem = Static<typeof RatingHistoryItem>;

// Analytics

export const AnalyticsSummary = Type.Object(
  {
    totalTools: Count,
    totalRatings: Count,
    avgUsefulness: NullableNumber,
    avgUsability: NullableNumber,
    avgCombined: NullableNumber,
    categoriesCount: Count,
    mostRatedTool: Type.Optional(ToolWithStats),
  },
  { title: 'AnalyticsSummary' },
);
export type AnalyticsSummary = Static<typeof AnalyticsSummary>;

export const TopToolsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'Clamped to 1..100', default: 10 })),
  metric: Type.Optional(Choice(['usefulness', 'usability', 'combined'], { default: 'combined' })),
  ranking: Type.Optional(Choice(['mean', 'bayesian'], { default: 'mean' })),
});
export type TopToolsQuery = Static<typeof TopToolsQuery>;

export const TopToolEntry = Type.Object(
  { tool: ToolWithStats, score: Type.Number(), ratingCount: Count },
  { title: 'TopToolEntry' },
);
export type TopToolEntry = Static<typeof TopToolEntry>;

export const CategoryStats = Type.Object(
  {
    category: Type.String(),
    toolCount: Count,
    totalRatings: Count,
    avgUsefulness: NullableNumber,
    avgUsability: NullableNumber,
  },
  { title: 'CategoryStats' },
);
export type CategoryStats = Static<typeof CategoryStats>;

const ScoreBucket = Type.Object({ score: Score, count: Count }, { title: 'ScoreBucket' });
export const RatingDistribution = Type.Object(
  { usefulness: Type.Array(ScoreBucket), usability: Type.Array(ScoreBucket) },
  { title: 'RatingDistribution' },
);
export type RatingDistribution = Static<typeof RatingDistribution>;

// People

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

// Health

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

// API tokens

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

// Import and export

export const importFormats = ['csv', 'json', 'yaml'] as const;
export const ImportQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false })),
  mode: Type.Optional(Choice(['create', 'upsert'], { default: 'create' })),
  rows: Type.Optional(Choice(['failed', 'all'], { default: 'failed' })),
  progress: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Answer in JSON Lines while it runs: {done, total} rows, and at last {result}, or {error}',
    }),
  ),
});
export const ImportBody = Type.Object(
  { content: Type.String(), format: Type.Optional(Choice(importFormats)) },
  { title: 'ImportBody' },
);
export const ImportResult = Type.Object(
  {
    format: Choice(importFormats),
    delimiter: Type.Optional(Type.String()),
    encoding: Choice(['utf-8', 'utf-16', 'windows-1252']),
    dryRun: Type.Boolean(),
    importId: NullableInteger,
    created: Count,
    updated: Count,
    unchanged: Count,
    failed: Count,
    columns: Type.Array(Type.Object({ column: Type.String(), field: NullableString }), {
      description: 'Columns or fields of the file, each with the field of a tool that it means; null: it means nothing',
    }),
    unknownColumns: Type.Array(Type.String(), { description: 'Those that mean nothing' }),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Number of the data row, from 1' }),
        line: Type.Integer({ description: 'Line of the file on which it begins, from 1' }),
        status: Choice(['created', 'updated', 'unchanged', 'failed']),
        id: Type.Optional(Type.Integer()),
        name: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'ImportResult' },
);
export type ImportResult = Static<typeof ImportResult>;
export const ExportFormat = Type.Object({ format: Choice(importFormats) });
export const RecordExportFormat = Type.Object({ format: Choice(['csv', 'jsonl']) });

// Portfolio

export const costPeriods = ['monthly', 'yearly', 'once'] as const;
const Money = Type.String({ description: 'Exact decimal number with the decimals of its currency' });
const YearlyCost = Type.Object({ currency: Type.String(), yearlyAmount: Money }, { title: 'YearlyCost' });
const MoneyInput = Type.String({
  maxLength: 30,
  description: 'Decimal number: at most 12 digits, and after a point at most as many decimals as the currency has',
});
const Currency = Type.String({ description: 'ISO 4217 code', pattern: '^[A-Z]{3}$' });

export const Cost = Type.Object(
  {
    id: Type.Integer(),
    toolId: Type.Integer(),
    amount: Money,
    currency: Currency,
    period: Choice(costPeriods),
    seats: NullableInteger,
    vendor: NullableString,
    note: NullableString,
    startsOn: Day,
    endsOn: Nullable(Day),
    renewsOn: Nullable(Day),
    yearlyAmount: Nullable(Type.String({ description: 'A year of it; null for what is paid once' })),
    costPerSeat: Nullable(
      Type.String({ description: 'One seat for a year, or its share of what is paid once; rounded half up' }),
    ),
    createdBy: NullableString,
    createdAt: DateTime,
  },
  { title: 'Cost' },
);
export type Cost = Static<typeof Cost>;

export const CostInput = Type.Object(
  {
    amount: MoneyInput,
    currency: Type.String({ description: 'ISO 4217 code, in capitals', minLength: 3, maxLength: 3 }),
    period: Choice(costPeriods),
    seats: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 }))),
    vendor: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    note: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
    startsOn: Day,
    endsOn: Type.Optional(Nullable(Day)),
    renewsOn: Type.Optional(Nullable(Day)),
  },
  { title: 'CostInput' },
);
export type CostInput = Static<typeof CostInput>;
export const CostUpdate = Type.Partial(CostInput, { title: 'CostUpdate' });
export type CostUpdate = Static<typeof CostUpdate>;

export const CurrencyTotal = Type.Object(
  { currency: Currency, yearlyAmount: Money, onceAmount: Money },
  { title: 'CurrencyTotal' },
);
export type CurrencyTotal = Static<typeof CurrencyTotal>;
export const CostAnalytics = Type.Object(
  {
    totals: Type.Array(CurrencyTotal),
    byCategory: Type.Array(Type.Object({ category: Type.String(), totals: Type.Array(CurrencyTotal) })),
    byTool: Type.Array(Type.Object({ toolId: Type.Integer(), name: Type.String(), totals: Type.Array(CurrencyTotal) })),
    renewals: Type.Array(
      Type.Object({
        costId: Type.Integer(),
        toolId: Type.Integer(),
        name: Type.String(),
        renewsOn: Day,
        amount: Money,
        currency: Currency,
      }),
    ),
  },
  { title: 'CostAnalytics' },
);
export type CostAnalytics = Static<typeof CostAnalytics>;

export const SimilarQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
});

export const SimilarTool = Type.Object(
  {
    ...ToolWithStats.properties,
    similarity: Type.Number({ minimum: 0, maximum: 1 }),
    sharedTags: Labels,
    sharedFeatures: Labels,
    sharedWords: Type.Array(Type.String(), { description: 'The rarest words that both names or descriptions have' }),
    sameCategory: Type.Boolean(),
    pinned: Type.Boolean({ description: 'Put first by a relation rather than by its labels' }),
  },
  { title: 'SimilarTool' },
);
export type SimilarTool = Static<typeof SimilarTool>;

export const relationKinds = ['alternative', 'complement', 'integrates', 'replaces', 'recommended'] as const;
export const Relation = Type.Object(
  {
    id: Type.Integer(),
    toolId: Type.Integer(),
    relatedToolId: Type.Integer(),
    kind: Choice(relationKinds),
    direction: Choice(['outgoing', 'incoming'], { description: 'Incoming: the other tool is related to this one' }),
    otherTool: Type.Object({ id: Type.Integer(), name: Type.String() }),
    note: NullableString,
    createdBy: NullableString,
    createdAt: DateTime,
  },
  { title: 'Relation' },
);
export type Relation = Static<typeof Relation>;
export const RelationInput = Type.Object(
  {
    relatedToolId: Id,
    kind: Choice(relationKinds),
    note: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
  },
  { title: 'RelationInput' },
);
export type RelationInput = Static<typeof RelationInput>;

export const redundancyDecisions = ['duplicate', 'overlap_accepted', 'keep', 'merge', 'retire'] as const;
export const RedundancyDecision = Type.Object(
  {
    id: Type.Integer(),
    toolId: Type.Integer(),
    relatedToolId: Type.Integer(),
    decision: Choice(redundancyDecisions),
    keeperId: NullableInteger,
    note: NullableString,
    dueOn: Nullable(Day),
    decidedBy: Type.String(),
    createdAt: DateTime,
    labelsUnchanged: Type.Boolean({ description: 'Whether both tools still have the labels it was decided upon' }),
  },
  { title: 'RedundancyDecision' },
);
export type RedundancyDecision = Static<typeof RedundancyDecision>;
export const RedundancyInput = Type.Object(
  {
    toolId: Id,
    relatedToolId: Id,
    decision: Choice(redundancyDecisions),
    keeperId: Type.Optional(Nullable(Id)),
    note: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
    dueOn: Type.Optional(Nullable(Day)),
  },
  { title: 'RedundancyInput' },
);
export type RedundancyInput = Static<typeof RedundancyInput>;
export const RedundancyQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 500, description: 'Clusters' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_ID })),
});
export const Redundancy = Type.Object(
  {
    total: Type.Integer({ minimum: 0, description: 'Clusters in all' }),
    clusters: Type.Array(
      Type.Object({
        tools: Type.Array(ToolWithStats),
        sharedTags: Labels,
        sharedFeatures: Labels,
        similarity: Type.Number({ description: 'Mean of all pairs' }),
        yearlyCosts: Type.Array(Type.Object({ toolId: Type.Integer(), currency: Currency, yearlyAmount: Money })),
        suggestedKeeperId: Type.Integer(),
        keeperBasis: Choice(['score', 'count', 'cost', 'age'], { description: 'What made it the suggestion' }),
        keeperReason: Type.String({ description: 'The same in words, with the figures' }),
        potentialSavings: Type.Array(YearlyCost, {
          description: 'At most: the yearly costs of all but the suggested keeper',
        }),
      }),
    ),
    decisions: Type.Array(RedundancyDecision),
  },
  { title: 'Redundancy' },
);
export type Redundancy = Static<typeof Redundancy>;

const ScoreExplanation = Type.Object(
  {
    mean: NullableNumber,
    standardDeviation: NullableNumber,
    priorMean: Type.Number({ description: 'Mean of all ratings, 3 while there are fewer than 10' }),
    priorWeight: Type.Number({ description: 'How many such ratings are added' }),
    score: Nullable(Type.Number({ description: '(priorMean * priorWeight + sum) / (priorWeight + ratingCount)' })),
    low: Nullable(Type.Number({ description: 'Lower end of the 95 % interval around the score' })),
    high: NullableNumber,
  },
  { title: 'ScoreExplanation' },
);
export const ToolScore = Type.Object(
  {
    toolId: Type.Integer(),
    ratingCount: Count,
    usefulness: ScoreExplanation,
    usability: ScoreExplanation,
    combined: ScoreExplanation,
    fewRatings: Type.Boolean({ description: 'Fewer than 5' }),
    polarised: Type.Boolean({ description: 'At least 5 ratings, and a standard deviation of 1.5 or more' }),
  },
  { title: 'ToolScore' },
);
export type ToolScore = Static<typeof ToolScore>;

export const quadrants = ['invest', 'improve', 'tolerate', 'retire'] as const;
export const QuadrantQuery = Type.Object({
  usefulness: Type.Optional(Type.Number({ minimum: 1, maximum: 5, default: 3 })),
  usability: Type.Optional(Type.Number({ minimum: 1, maximum: 5, default: 3 })),
  minRatings: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 3 })),
});
export const QuadrantEntry = Type.Object(
  {
    toolId: Type.Integer(),
    name: Type.String(),
    category: Type.String(),
    avgUsefulness: Type.Number(),
    avgUsability: Type.Number(),
    ratingCount: Count,
    fewRatings: Type.Boolean(),
    polarised: Type.Boolean(),
    yearlyCosts: Type.Array(YearlyCost, { description: 'Empty for those without the costs feature' }),
    quadrant: Choice(quadrants),
  },
  { title: 'QuadrantEntry' },
);
export type QuadrantEntry = Static<typeof QuadrantEntry>;
