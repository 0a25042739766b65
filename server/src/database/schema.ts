// The rows of every table as the code sees them, the same on both engines: timestamps are ISO 8601 strings in UTC with
// milliseconds, identifiers are numbers, lists are JSON text.
import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface Tables {
  users: UsersTable;
  preferences: { user_id: number; view: string | null; density: string | null; watchlist: string | null };
  api_tokens: ApiTokensTable;
  sessions: { id_hash: string; data: string; expires_at: string };
  attempts: { key: string; count: number; resets_at: string };
  leases: { name: string; holder: string; expires_at: string };
  tools: ToolsTable;
  tool_labels: { tool_id: number; kind: 'tag' | 'feature'; label: string };
  /** What search looks at, by the tool's id: lower-cased name, description, category, tags and features, a line each. */
  tool_search: { rowid: number; search_text: string };
  category_totals: CategoryTotalsTable;
  /** How many active tools have a label. */
  label_totals: { kind: 'tag' | 'feature'; label: string; tool_count: number };
  ratings: RatingsTable;
  rating_days: { tool_id: number; day: string; rating_count: number; sum_usefulness: number; sum_usability: number };
  audit_logs: AuditLogsTable;
  imports: ImportsTable;
  costs: CostsTable;
  relations: RelationsTable;
  redundancy_decisions: RedundancyDecisionsTable;
}

interface UsersTable {
  id: Generated<number>;
  username: string;
  /** Lower-cased username, unique. */
  username_key: string;
  email: string | null;
  name: string | null;
  preferred_username: string | null;
  role: 'admin' | 'user';
  tier: 'free' | 'premium' | 'enterprise';
  auth_provider: 'local' | 'oidc';
  oidc_issuer: string | null;
  oidc_subject: string | null;
  password_hash: string | null;
  /** Raised when the password changes; sessions that carry an older one are no longer signed in. */
  credential_version: Generated<number>;
  created_at: string;
}

interface ApiTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scope: 'read' | 'rate' | 'manage';
  /** SHA-256 of the secret, which has 256 random bits and so needs no slower one. */
  token_hash: string;
  /** The last four characters of the secret. */
  hint: string;
  created_at: string;
  expires_at: string;
  /** To the minute. */
  last_used_at: string | null;
}

type Level = 1 | 2 | 3 | 4 | 5;
type ScoreColumn = `usefulness_${Level}` | `usability_${Level}`;
type ScoreCounts = { [K in ScoreColumn]: Generated<number> };

interface ToolsTable extends ScoreCounts {
  id: Generated<number>;
  name: string;
  /** Lower-cased name, for sorting. */
  name_key: string;
  description: string;
  category: string;
  website_url: string | null;
  icon_url: string | null;
  features: string;
  tags: string;
  /** Changes when category or labels do; see `labelsHash`. */
  labels_hash: number;
  /** Changes when name or description do; see `textHash`. */
  text_hash: number;
  created_by_id: number | null;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  deleted_by: string | null;
  /** The import that added the tool. */
  import_id: number | null;
  rating_count: GeneratedAlways<number>;
  sum_usefulness: GeneratedAlways<number>;
  sum_usability: GeneratedAlways<number>;
  avg_combined: GeneratedAlways<number | null>;
}

/** Active tools of a category and their scores, in a few rows each (see `slotOf`), so that raters seldom meet. */
type CategoryTotalsTable = { category: string; slot: number; tool_count: number } & { [K in ScoreColumn]: number };

interface RatingsTable {
  id: Generated<number>;
  tool_id: number;
  voter: string;
  usefulness: number;
  usability: number;
  comment: string | null;
  reviewer_name: string | null;
  created_at: string;
}

interface ImportsTable {
  id: Generated<number>;
  /** Who imported; null once their account is deleted, and for the command line. */
  user_id: number | null;
  created_at: string;
  /** Null while the import runs, and for good when it was cut off. */
  finished_at: string | null;
}

interface AuditLogsTable {
  id: Generated<number>;
  entity_type: string;
  entity_id: number | null;
  action: string;
  user_id: string;
  username: string;
  changes: string | null;
  created_at: string;
}

interface CostsTable {
  id: Generated<number>;
  tool_id: number;
  /** Exact decimal number with the decimals of its currency. */
  amount: string;
  currency: string;
  period: 'monthly' | 'yearly' | 'once';
  seats: number | null;
  vendor: string | null;
  note: string | null;
  starts_on: string;
  ends_on: string | null;
  renews_on: string | null;
  created_by_id: number | null;
  created_at: string;
}

interface RelationsTable {
  id: Generated<number>;
  tool_id: number;
  related_tool_id: number;
  kind: 'alternative' | 'complement' | 'integrates' | 'replaces' | 'recommended';
  /** The two tools, in one order where the kind means the same both ways; unique with the kind. */
  pair: string;
  note: string | null;
  created_by_id: number | null;
  created_at: string;
}

interface RedundancyDecisionsTable {
  id: Generated<number>;
  tool_id: number;
  related_tool_id: number;
  decision: 'duplicate' | 'overlap_accepted' | 'keep' | 'merge' | 'retire';
  keeper_id: number | null;
  note: string | null;
  due_on: string | null;
  /** `labels_hash` of the two tools when it was decided: the decision holds while both are the same. */
  tool_labels_hash: number;
  related_labels_hash: number;
  decided_by: string;
  created_at: string;
}

export type CostRow = Selectable<CostsTable>;
export type RelationRow = Selectable<RelationsTable>;
export type RedundancyDecisionRow = Selectable<RedundancyDecisionsTable>;
export type UserRow = Selectable<UsersTable>;
export type ToolRow = Selectable<ToolsTable>;
export type RatingRow = Selectable<RatingsTable>;
