// Ratings, and what the statistics and scores make of them.
import { type Static, Type } from 'typebox';
import { Choice, Count, DateTime, Nullable, NullableNumber, NullableString, Score } from './parts.ts';
import { YearlyCost } from './portfolio.ts';
import { ToolWithStats } from './tools.ts';

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
