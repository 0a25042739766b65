// The one table of the interface: operation id → method, path, access and schemas. Read it beside part 4 of the
// specification. Each entry is a Fastify route without its handler: `app.route({ ...operations.createTool, handler })`.
import { Type } from 'typebox';
import * as s from './schemas.ts';
import { type Entitlement, IdParams, Query } from './schemas.ts';
import { table } from './table.ts';

export type { Access, Scope } from './table.ts';

const anyone = { who: 'anyone' } as const;
const voter = { who: 'voter' } as const;
const member = { who: 'member' } as const;
const editor = { who: 'editor' } as const;
const admin = { who: 'admin' } as const;
const adminOr403 = { who: 'admin', anonymous: 403 } as const;
const trashOr403 = { who: 'entitled', to: 'trash', anonymous: 403 } as const;
const entitled = (to: Entitlement) => ({ who: 'entitled', to }) as const;

const NoContent = Type.Null({ description: 'No content' });
const Strings = Type.Array(Type.String());
const counted = (name: string) => Type.Object({ [name]: Type.Integer({ minimum: 0 }) });

// One operation in four or five lines, so that the table reads beside the specification's.
// prettier-ignore
export const operations = table({
  // Health and version
  healthCheck: {
    method: 'GET', url: '/healthz', access: anyone, errors: [503],
    summary: 'Whether the service and its database answer',
    response: { 200: s.HealthStatus },
  },
  readyCheck: {
    method: 'GET', url: '/readyz', access: anyone, errors: [503],
    summary: 'Whether to send requests here; not while the service starts to stop or its database is away',
    response: { 200: s.HealthStatus },
  },
  getVersion: {
    method: 'GET', url: '/version', access: anyone, errors: [],
    summary: 'The running build',
    response: { 200: s.VersionInfo },
  },
  getOpenApi: {
    method: 'GET', url: '/openapi.json', access: anyone, errors: [],
    summary: 'This description, as OpenAPI 3.1',
    produces: ['application/json'], response: {},
  },
  getApiReference: {
    method: 'GET', url: '/docs', access: anyone, errors: [],
    summary: 'This description, as a page to read',
    produces: ['text/html'], response: {},
  },

  // Tools
  listTools: {
    method: 'GET', url: '/tools', access: anyone, cached: true, errors: [400],
    summary: 'Browse the catalogue',
    querystring: Query(s.ToolFilters, s.Paging),
    response: { 200: Type.Array(s.ToolWithStats) },
  },
  createTool: {
    method: 'POST', url: '/tools', access: editor, errors: [400, 401, 403],
    summary: 'Add a tool',
    body: s.ToolInput, response: { 201: s.Tool },
  },
  exportTools: {
    method: 'GET', url: '/tools/export', access: anyone, errors: [400],
    summary: 'Download the catalogue, in a form that can be imported again',
    querystring: Query(s.ToolFilters, s.ExportFormat),
    produces: ['text/csv', 'application/json', 'application/yaml'], response: {},
  },
  listCompareTools: {
    method: 'GET', url: '/compare', access: entitled('compare'), errors: [400, 401, 403],
    summary: 'Several tools side by side, in the requested order',
    querystring: Type.Object({ ids: Type.String({ maxLength: 2000, description: 'Comma-separated, at most 20' }) }),
    response: { 200: Type.Array(s.ToolWithStats) },
  },
  getToolRatingHistory: {
    method: 'GET', url: '/tools/:id/rating-history', access: anyone, cached: true, errors: [400],
    summary: 'Means per UTC day that has ratings, oldest first',
    params: IdParams, response: { 200: Type.Array(s.RatingHistoryItem) },
  },
  getTool: {
    method: 'GET', url: '/tools/:id', access: anyone, cached: true, errors: [404],
    summary: 'One tool with its statistics',
    params: IdParams, response: { 200: s.ToolWithStats },
  },
  updateTool: {
    method: 'PATCH', url: '/tools/:id', access: editor, errors: [400, 401, 403, 404],
    summary: 'Change a tool (its creator or an admin)',
    params: IdParams, body: s.ToolUpdate, response: { 200: s.Tool },
  },
  deleteTool: {
    method: 'DELETE', url: '/tools/:id', access: editor, errors: [401, 403, 404],
    summary: 'Trash a tool; without the trash entitlement, delete it for good',
    params: IdParams, response: { 204: NoContent },
  },
  listTrashedTools: {
    method: 'GET', url: '/tools/trash', access: trashOr403, errors: [400, 403],
    summary: 'Tools in the trash, latest first',
    querystring: Query(Type.Object({ search: Type.Optional(Type.String({ maxLength: 500 })) }), s.Paging),
    response: { 200: Type.Array(s.Tool) },
  },
  trashTools: {
    method: 'POST', url: '/tools/trash', access: adminOr403, errors: [400, 403],
    summary: 'Move tools to the trash',
    body: s.TrashToolsInput, response: { 200: counted('trashed') },
  },
  deleteTrashedTools: {
    method: 'DELETE', url: '/tools/trash', access: adminOr403, errors: [400, 403],
    summary: 'Delete trashed tools for good',
    body: s.TrashToolsInput, response: { 204: NoContent },
  },
  restoreTools: {
    method: 'POST', url: '/tools/trash/restore', access: trashOr403, errors: [400, 403],
    summary: 'Bring trashed tools back with all that belongs to them',
    body: s.TrashToolsInput, response: { 200: counted('restored') },
  },
  emptyTrash: {
    method: 'POST', url: '/tools/trash/empty', access: adminOr403, errors: [403],
    summary: 'Delete every trashed tool for good',
    response: { 200: counted('deleted') },
  },
  listCategories: {
    method: 'GET', url: '/categories', access: anyone, cached: true, errors: [],
    summary: 'Distinct categories', response: { 200: Strings },
  },
  listAllFeatures: {
    method: 'GET', url: '/features/all', access: anyone, cached: true, errors: [],
    summary: 'Distinct features', response: { 200: Strings },
  },
  listAllTags: {
    method: 'GET', url: '/tags/all', access: anyone, cached: true, errors: [],
    summary: 'Distinct tags', response: { 200: Strings },
  },

  // Ratings
  listToolRatings: {
    method: 'GET', url: '/tools/:id/ratings', access: anyone, cached: true, errors: [400],
    summary: 'Ratings of a tool, newest first',
    params: IdParams, querystring: s.Paging, response: { 200: Type.Array(s.Rating) },
  },
  createRating: {
    method: 'POST', url: '/tools/:id/ratings', access: voter, scope: 'rate', errors: [400, 401, 403, 404, 409, 429],
    summary: 'Rate a tool; one rating per voter and tool',
    params: IdParams, body: s.RatingInput, response: { 201: s.Rating },
  },
  getMyRating: {
    method: 'GET', url: '/tools/:id/ratings/mine', access: voter, errors: [401, 404],
    summary: "The caller's own rating of a tool",
    params: IdParams, response: { 200: s.Rating },
  },
  updateMyRating: {
    method: 'PUT', url: '/tools/:id/ratings/mine', access: voter, scope: 'rate', errors: [400, 401, 403, 404],
    summary: "Replace the caller's own rating of a tool",
    params: IdParams, body: s.RatingInput, response: { 200: s.Rating },
  },
  deleteMyRating: {
    method: 'DELETE', url: '/tools/:id/ratings/mine', access: voter, scope: 'rate', errors: [401, 403, 404],
    summary: "Withdraw the caller's own rating of a tool",
    params: IdParams, response: { 204: NoContent },
  },
  exportRatings: {
    method: 'GET', url: '/admin/ratings/export', access: admin, errors: [400, 401, 403],
    summary: 'Download all ratings of active tools, without voters',
    querystring: s.RecordExportFormat, produces: ['text/csv', 'application/jsonl'], response: {},
  },

  // Analytics
  getAnalyticsSummary: {
    method: 'GET', url: '/analytics/summary', access: anyone, cached: true, errors: [],
    summary: 'Figures of the whole catalogue', response: { 200: s.AnalyticsSummary },
  },
  getTopTools: {
    method: 'GET', url: '/analytics/top-tools', access: anyone, cached: true, errors: [400],
    summary: 'The best rated tools by a metric',
    querystring: s.TopToolsQuery, response: { 200: Type.Array(s.TopToolEntry) },
  },
  getAnalyticsByCategory: {
    method: 'GET', url: '/analytics/by-category', access: anyone, cached: true, errors: [],
    summary: 'Figures of each category', response: { 200: Type.Array(s.CategoryStats) },
  },
  getRatingDistribution: {
    method: 'GET', url: '/analytics/rating-distribution', access: anyone, cached: true, errors: [400],
    summary: 'How many ratings gave each score, for all tools or one',
    querystring: Type.Object({ toolId: Type.Optional(s.Id) }), response: { 200: s.RatingDistribution },
  },
  getCostAnalytics: {
    method: 'GET', url: '/analytics/costs', access: entitled('costs'), errors: [401, 403],
    summary: 'Current costs per currency, category and tool', response: { 200: s.CostAnalytics },
  },
  getToolScore: {
    method: 'GET', url: '/tools/:id/score', access: anyone, cached: true, errors: [404],
    summary: 'What the Bayesian score of a tool is made of, and how far to trust it',
    params: IdParams, response: { 200: s.ToolScore },
  },
  getQuadrant: {
    method: 'GET', url: '/analytics/quadrant', access: anyone, errors: [400],
    summary: 'Usefulness against usability: what to invest in, improve, tolerate or retire',
    querystring: s.QuadrantQuery, response: { 200: Type.Array(s.QuadrantEntry) },
  },

  // Authentication and current user
  getAuthMode: {
    method: 'GET', url: '/auth/mode', access: anyone, errors: [],
    summary: 'How people sign in here', response: { 200: s.AuthMode },
  },
  getCsrfToken: {
    method: 'GET', url: '/auth/csrf', access: anyone, scope: 'session', errors: [],
    summary: 'The token that every non-safe request carries in X-CSRF-Token', response: { 200: s.CsrfToken },
  },
  localLogin: {
    method: 'POST', url: '/auth/login', access: anyone, scope: 'session', errors: [400, 401, 403, 429],
    summary: 'Sign in with username and password',
    body: s.LocalLoginInput, response: { 200: s.AuthUser },
  },
  logout: {
    method: 'POST', url: '/auth/logout', access: anyone, scope: 'session', errors: [403],
    summary: 'Sign out', response: { 200: s.LogoutResult },
  },
  oidcLogin: {
    method: 'GET', url: '/auth/oidc/login', access: anyone, scope: 'session', errors: [404],
    summary: 'Start signing in with the identity provider',
    querystring: Type.Object({ returnTo: Type.Optional(Type.String({ maxLength: 2048 })) }),
    produces: ['text/html'], response: {},
  },
  oidcCallback: {
    method: 'GET', url: '/auth/oidc/callback', access: anyone, scope: 'session', errors: [404],
    summary: 'Where the identity provider sends people back to',
    produces: ['text/html'], response: {},
  },
  getMe: {
    method: 'GET', url: '/auth/me', access: member, errors: [401],
    summary: 'Who is signed in', response: { 200: s.AuthUser },
  },
  changeMyPassword: {
    method: 'POST', url: '/auth/me/password', access: member, scope: 'session', errors: [400, 401, 403, 422, 429],
    summary: "Change one's own password",
    body: s.ChangePasswordInput, response: { 204: NoContent },
  },
  getPasswordRedirect: {
    method: 'GET', url: '/auth/password-redirect', access: anyone, errors: [],
    summary: 'Where the identity provider manages passwords; null in local mode',
    response: { 200: s.PasswordRedirect },
  },
  getMePreferences: {
    method: 'GET', url: '/auth/me/preferences', access: member, errors: [401],
    summary: 'Browse preferences', response: { 200: s.UserPreferences },
  },
  updateMePreferences: {
    method: 'PUT', url: '/auth/me/preferences', access: member, errors: [400, 401, 403],
    summary: 'Change browse preferences; a field left out keeps its value',
    body: s.UserPreferences, response: { 200: s.UserPreferences },
  },
  getMeWatchlist: {
    method: 'GET', url: '/auth/me/watchlist', access: entitled('watchlist'), errors: [401, 403],
    summary: 'Watched tools in saved order', response: { 200: Type.Array(s.ToolWithStats) },
  },
  watchTool: {
    method: 'PUT', url: '/auth/me/watchlist/:id', access: entitled('watchlist'), errors: [400, 401, 403, 404, 409],
    summary: 'Watch one tool, or move it in the saved order, whatever else changes at the same time',
    params: IdParams, body: s.WatchInput, response: { 200: s.UserPreferences },
  },
  unwatchTool: {
    method: 'DELETE', url: '/auth/me/watchlist/:id', access: entitled('watchlist'), errors: [400, 401, 403],
    summary: 'Stop watching one tool; one that is not watched changes nothing',
    params: IdParams, response: { 200: s.UserPreferences },
  },

  // API tokens
  listTokens: {
    method: 'GET', url: '/auth/me/tokens', access: member, scope: 'session', errors: [401, 403],
    summary: "One's own API tokens, newest first, without their secrets", response: { 200: Type.Array(s.ApiToken) },
  },
  createToken: {
    method: 'POST', url: '/auth/me/tokens', access: member, scope: 'session', errors: [400, 401, 403, 409],
    summary: 'Make an API token; its secret is in this answer and never again',
    body: s.ApiTokenInput, response: { 201: s.NewApiToken },
  },
  deleteToken: {
    method: 'DELETE', url: '/auth/me/tokens/:id', access: member, scope: 'session', errors: [401, 403, 404],
    summary: 'Revoke one of the own API tokens', params: IdParams, response: { 204: NoContent },
  },
  listAllTokens: {
    method: 'GET', url: '/tokens', access: admin, scope: 'session', errors: [401, 403],
    summary: 'The API tokens of everybody, newest first', response: { 200: Type.Array(s.OwnedApiToken) },
  },
  revokeToken: {
    method: 'DELETE', url: '/tokens/:id', access: admin, scope: 'session', errors: [401, 403, 404],
    summary: "Revoke anybody's API token", params: IdParams, response: { 204: NoContent },
  },

  // Users
  listUsers: {
    method: 'GET', url: '/users', access: admin, errors: [400, 401, 403],
    summary: 'All accounts', querystring: s.Paging, response: { 200: Type.Array(s.User) },
  },
  createUser: {
    method: 'POST', url: '/users', access: admin, errors: [400, 401, 403, 409],
    summary: 'Add a local account', body: s.UserCreateInput, response: { 201: s.User },
  },
  updateUser: {
    method: 'PATCH', url: '/users/:id', access: admin, errors: [400, 401, 403, 404, 409],
    summary: "Change an account's role and tier",
    params: IdParams, body: s.UserRoleUpdate, response: { 200: s.User },
  },
  deleteUser: {
    method: 'DELETE', url: '/users/:id', access: admin, errors: [400, 401, 403, 409],
    summary: 'Delete an account; its tools stay', params: IdParams, response: { 204: NoContent },
  },
  setUserPassword: {
    method: 'PATCH', url: '/users/:id/password', access: admin, scope: 'session', errors: [400, 401, 403, 404, 422, 429],
    summary: "Set an account's password",
    params: IdParams, body: s.SetPasswordInput, response: { 204: NoContent },
  },

  // Audit
  listAuditLogs: {
    method: 'GET', url: '/audit-logs', access: admin, errors: [400, 401, 403],
    summary: 'Who changed what, newest first',
    querystring: Query(s.AuditFilters, s.AuditPaging), response: { 200: Type.Array(s.AuditLog) },
  },
  exportAuditLogs: {
    method: 'GET', url: '/audit-logs/export', access: admin, errors: [400, 401, 403],
    summary: 'Download the audit log',
    querystring: Query(s.AuditFilters, s.RecordExportFormat),
    produces: ['text/csv', 'application/jsonl'], response: {},
  },

  // Import
  importTools: {
    method: 'POST', url: '/admin/tools/import', access: entitled('tool-import'), errors: [400, 401, 403, 413, 415],
    summary: 'Import a CSV, JSON or YAML catalogue',
    querystring: s.ImportQuery,
    consumes: ['application/json', 'text/csv', 'application/yaml', 'text/plain', 'multipart/form-data'],
    produces: ['application/json', 'application/x-ndjson'], response: { 200: s.ImportResult },
  },
  undoImport: {
    method: 'DELETE', url: '/admin/tools/import/:id', access: entitled('tool-import'), errors: [401, 403, 404],
    summary: 'Send what an import created to the trash',
    params: IdParams, response: { 200: counted('trashed') },
  },

  // Portfolio
  listToolCosts: {
    method: 'GET', url: '/tools/:id/costs', access: entitled('costs'), errors: [401, 403, 404],
    summary: 'Costs of a tool with their history', params: IdParams, response: { 200: Type.Array(s.Cost) },
  },
  createCost: {
    method: 'POST', url: '/tools/:id/costs', access: admin, errors: [400, 401, 403, 404],
    summary: 'Record a cost', params: IdParams, body: s.CostInput, response: { 201: s.Cost },
  },
  updateCost: {
    method: 'PATCH', url: '/costs/:id', access: admin, errors: [400, 401, 403, 404],
    summary: 'Correct a cost record', params: IdParams, body: s.CostUpdate, response: { 200: s.Cost },
  },
  deleteCost: {
    method: 'DELETE', url: '/costs/:id', access: admin, errors: [401, 403, 404],
    summary: 'Delete a cost record', params: IdParams, response: { 204: NoContent },
  },
  listSimilarTools: {
    method: 'GET', url: '/tools/:id/similar', access: anyone, errors: [400, 404],
    summary: 'Tools that share features, tags and category, with the reasons; those that relations name first',
    params: IdParams, querystring: s.SimilarQuery, response: { 200: Type.Array(s.SimilarTool) },
  },
  listToolRelations: {
    method: 'GET', url: '/tools/:id/relations', access: anyone, errors: [404],
    summary: 'How a tool relates to others', params: IdParams, response: { 200: Type.Array(s.Relation) },
  },
  createRelation: {
    method: 'POST', url: '/tools/:id/relations', access: member, errors: [400, 401, 403, 404, 409],
    summary: 'Relate a tool to another', params: IdParams, body: s.RelationInput, response: { 201: s.Relation },
  },
  deleteRelation: {
    method: 'DELETE', url: '/relations/:id', access: member, errors: [401, 403, 404],
    summary: 'Delete a relation (its creator or an admin)', params: IdParams, response: { 204: NoContent },
  },
  getRedundancy: {
    method: 'GET', url: '/admin/redundancy', access: admin, cached: true, errors: [400, 401, 403],
    summary: 'Clusters of overlapping tools, and what was decided',
    querystring: s.RedundancyQuery, response: { 200: s.Redundancy },
  },
  decideRedundancy: {
    method: 'POST', url: '/admin/redundancy', access: admin, errors: [400, 401, 403, 404],
    summary: 'Decide about two overlapping tools', body: s.RedundancyInput, response: { 201: s.RedundancyDecision },
  },
});

export type Operations = typeof operations;
export type OperationId = keyof Operations;
