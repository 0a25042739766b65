// Costs, similar tools, relations, and redundancy.
import { type Static, Type } from 'typebox';
import { Choice, DateTime, Day, Id, Labels, MAX_ID, Nullable, NullableInteger, NullableString } from './parts.ts';
import { ToolWithStats } from './tools.ts';

export const costPeriods = ['monthly', 'yearly', 'once'] as const;
const Money = Type.String({ description: 'Exact decimal number with the decimals of its currency' });
export const YearlyCost = Type.Object({ currency: Type.String(), yearlyAmount: Money }, { title: 'YearlyCost' });
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
