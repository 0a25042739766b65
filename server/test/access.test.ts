// Who may call what, typed by hand from the specification (parts 4, 5 and 7) and the decisions. Imports nothing from the
// contract's table; only the list of operation ids comes from the published description, so that none is forgotten.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp, type TestClient } from './harness.ts';

const people = ['anonymous', 'free', 'premium', 'enterprise', 'admin', 'creator'] as const;
type Person = (typeof people)[number];
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Operation, request, body, and the status for: anonymous, free, premium, enterprise, admin, and (where it differs from
 * free) the free user who created the thing. In paths and bodies `{tool}` is a fresh tool, `{other}` another, `{rated}` one that
 * the creator rated, `{trashed}` a fresh trashed one, `{user}` a fresh account, `{import}` an admin's import, `{own import}` the
 * caller's, `{cost}` and `{relation}` what their names say.
 */
type Row = [string, Method, string, unknown, number, number, number, number, number, number?];

const tool = { name: 'N', description: 'D', category: 'C' };
const scores = { usefulness: 4, usability: 2 };
const cost = { amount: '1', currency: 'EUR', period: 'yearly', startsOn: '2020-01-01' };
const relation = (kind: string) => ({ relatedToolId: '{other}', kind });
const pair = { toolId: '{tool}', relatedToolId: '{other}' };

const matrix: Row[] = [
  ['healthCheck', 'GET', '/healthz', null, 200, 200, 200, 200, 200],
  ['readyCheck', 'GET', '/readyz', null, 200, 200, 200, 200, 200],
  ['getVersion', 'GET', '/version', null, 200, 200, 200, 200, 200],
  ['getOpenApi', 'GET', '/openapi.json', null, 200, 200, 200, 200, 200],
  ['getApiReference', 'GET', '/docs', null, 200, 200, 200, 200, 200],
  ['listTools', 'GET', '/tools', null, 200, 200, 200, 200, 200],
  ['createTool', 'POST', '/tools', tool, 401, 201, 201, 201, 201],
  ['listCompareTools', 'GET', '/compare?ids={tool}', null, 401, 403, 200, 200, 200],
  ['getToolRatingHistory', 'GET', '/tools/{tool}/rating-history', null, 200, 200, 200, 200, 200],
  ['getTool', 'GET', '/tools/{tool}', null, 200, 200, 200, 200, 200],
  ['updateTool', 'PATCH', '/tools/{tool}', { name: 'M' }, 401, 403, 403, 403, 200, 200],
  ['deleteTool', 'DELETE', '/tools/{tool}', null, 401, 403, 403, 403, 204, 204],
  ['listTrashedTools', 'GET', '/tools/trash', null, 403, 403, 200, 200, 200],
  ['trashTools', 'POST', '/tools/trash', { ids: ['{tool}'] }, 403, 403, 403, 403, 200],
  ['deleteTrashedTools', 'DELETE', '/tools/trash', { ids: ['{trashed}'] }, 403, 403, 403, 403, 204],
  ['restoreTools', 'POST', '/tools/trash/restore', { ids: ['{trashed}'] }, 403, 403, 200, 200, 200],
  ['emptyTrash', 'POST', '/tools/trash/empty', null, 403, 403, 403, 403, 200],
  ['listCategories', 'GET', '/categories', null, 200, 200, 200, 200, 200],
  ['listAllFeatures', 'GET', '/features/all', null, 200, 200, 200, 200, 200],
  ['listAllTags', 'GET', '/tags/all', null, 200, 200, 200, 200, 200],
  ['listToolRatings', 'GET', '/tools/{tool}/ratings', null, 200, 200, 200, 200, 200],
  ['createRating', 'POST', '/tools/{tool}/ratings', scores, 201, 201, 201, 201, 201],
  ['getMyRating', 'GET', '/tools/{rated}/ratings/mine', null, 404, 404, 404, 404, 404, 200],
  ['updateMyRating', 'PUT', '/tools/{rated}/ratings/mine', scores, 404, 404, 404, 404, 404, 200],
  ['deleteMyRating', 'DELETE', '/tools/{rated}/ratings/mine', null, 404, 404, 404, 404, 404, 204],
  ['getAnalyticsSummary', 'GET', '/analytics/summary', null, 200, 200, 200, 200, 200],
  ['getTopTools', 'GET', '/analytics/top-tools', null, 200, 200, 200, 200, 200],
  ['getAnalyticsByCategory', 'GET', '/analytics/by-category', null, 200, 200, 200, 200, 200],
  ['getRatingDistribution', 'GET', '/analytics/rating-distribution', null, 200, 200, 200, 200, 200],
  ['getAuthMode', 'GET', '/auth/mode', null, 200, 200, 200, 200, 200],
  ['getCsrfToken', 'GET', '/auth/csrf', null, 200, 200, 200, 200, 200],
  ['localLogin', 'POST', '/auth/login', { username: 'nobody', password: 'wrong' }, 401, 401, 401, 401, 401],
  ['logout', 'POST', '/auth/logout', null, 200, 200, 200, 200, 200],
  ['getMe', 'GET', '/auth/me', null, 401, 200, 200, 200, 200],
  [
    'changeMyPassword',
    'POST',
    '/auth/me/password',
    { currentPassword: 'wrong', newPassword: 'longer' },
    401,
    400,
    400,
    400,
    400,
  ],
  ['oidcLogin', 'GET', '/auth/oidc/login', null, 404, 404, 404, 404, 404],
  ['oidcCallback', 'GET', '/auth/oidc/callback?state=x&code=y', null, 404, 404, 404, 404, 404],
  ['getPasswordRedirect', 'GET', '/auth/password-redirect', null, 200, 200, 200, 200, 200],
  ['getMePreferences', 'GET', '/auth/me/preferences', null, 401, 200, 200, 200, 200],
  ['updateMePreferences', 'PUT', '/auth/me/preferences', { view: 'rows' }, 401, 200, 200, 200, 200],
  ['getMeWatchlist', 'GET', '/auth/me/watchlist', null, 401, 403, 200, 200, 200],
  ['watchTool', 'PUT', '/auth/me/watchlist/{tool}', {}, 401, 403, 200, 200, 200],
  ['unwatchTool', 'DELETE', '/auth/me/watchlist/{tool}', null, 401, 403, 200, 200, 200],
  ['listTokens', 'GET', '/auth/me/tokens', null, 401, 200, 200, 200, 200],
  ['createToken', 'POST', '/auth/me/tokens', { name: 'N', scope: 'read' }, 401, 201, 201, 201, 201],
  ['deleteToken', 'DELETE', '/auth/me/tokens/999999', null, 401, 404, 404, 404, 404],
  ['listAllTokens', 'GET', '/tokens', null, 401, 403, 403, 403, 200],
  ['revokeToken', 'DELETE', '/tokens/999999', null, 401, 403, 403, 403, 404],
  ['listUsers', 'GET', '/users', null, 401, 403, 403, 403, 200],
  ['createUser', 'POST', '/users', { username: '{fresh}', password: 'longer' }, 401, 403, 403, 403, 201],
  ['updateUser', 'PATCH', '/users/{user}', { tier: 'premium' }, 401, 403, 403, 403, 200],
  ['deleteUser', 'DELETE', '/users/{user}', null, 401, 403, 403, 403, 204],
  ['setUserPassword', 'PATCH', '/users/{user}/password', { password: 'longer' }, 401, 403, 403, 403, 204],
  ['getCostAnalytics', 'GET', '/analytics/costs', null, 401, 403, 200, 200, 200],
  ['getToolScore', 'GET', '/tools/{tool}/score', null, 200, 200, 200, 200, 200],
  ['getQuadrant', 'GET', '/analytics/quadrant', null, 200, 200, 200, 200, 200],
  ['listToolCosts', 'GET', '/tools/{tool}/costs', null, 401, 403, 200, 200, 200],
  ['createCost', 'POST', '/tools/{tool}/costs', cost, 401, 403, 403, 403, 201],
  ['updateCost', 'PATCH', '/costs/{cost}', { amount: '2' }, 401, 403, 403, 403, 200],
  ['deleteCost', 'DELETE', '/costs/{cost}', null, 401, 403, 403, 403, 204],
  ['listSimilarTools', 'GET', '/tools/{tool}/similar', null, 200, 200, 200, 200, 200],
  ['listToolRelations', 'GET', '/tools/{tool}/relations', null, 200, 200, 200, 200, 200],
  ['createRelation', 'POST', '/tools/{tool}/relations', relation('alternative'), 401, 201, 201, 201, 201],
  ['createRelation', 'POST', '/tools/{tool}/relations', relation('recommended'), 401, 403, 403, 403, 201],
  ['deleteRelation', 'DELETE', '/relations/{relation}', null, 401, 403, 403, 403, 204, 204],
  ['getRedundancy', 'GET', '/admin/redundancy', null, 401, 403, 403, 403, 200],
  ['decideRedundancy', 'POST', '/admin/redundancy', { ...pair, decision: 'keep' }, 401, 403, 403, 403, 201],
  ['listAuditLogs', 'GET', '/audit-logs', null, 401, 403, 403, 403, 200],
  ['exportTools', 'GET', '/tools/export?format=csv', null, 200, 200, 200, 200, 200],
  ['exportRatings', 'GET', '/admin/ratings/export?format=csv', null, 401, 403, 403, 403, 200],
  ['exportAuditLogs', 'GET', '/audit-logs/export?format=csv', null, 401, 403, 403, 403, 200],
  ['importTools', 'POST', '/admin/tools/import', [tool], 401, 403, 200, 200, 200],
  ['undoImport', 'DELETE', '/admin/tools/import/999999', null, 401, 403, 404, 404, 404],
  ['undoImport', 'DELETE', '/admin/tools/import/{import}', null, 401, 403, 403, 403, 200],
  ['undoImport', 'DELETE', '/admin/tools/import/{own import}', null, 401, 403, 200, 200, 200],
];

let started: TestApp;
let admin: TestClient;
let fresh = 0;

beforeAll(async () => {
  started = await startApp({ PASSWORD_ATTEMPT_LIMIT: '1000', LOGIN_ATTEMPT_LIMIT: '1000' });
  admin = await started.admin();
});
afterAll(() => started.close());

async function actAs(person: Person): Promise<TestClient> {
  if (person === 'anonymous') return started.visitor();
  if (person === 'admin') return started.admin();
  return started.signedIn({ tier: person === 'creator' ? 'free' : person });
}

/** Fills the placeholders of a path or body with things made for this one call. */
async function fill(template: string, client: TestClient, person: Person): Promise<string> {
  let text = template;
  if (text.includes('{tool}')) {
    const author = person === 'creator' ? client : admin;
    text = text.replaceAll('{tool}', String((await author.createTool()).id));
  }
  if (text.includes('{rated}')) {
    const { id } = await admin.createTool();
    await (person === 'creator' ? client : admin).rate(id, 3, 3);
    text = text.replaceAll('{rated}', String(id));
  }
  for (const [placeholder, author] of [
    ['{import}', admin],
    ['{own import}', client],
  ] as const) {
    if (!text.includes(placeholder)) continue;
    fresh += 1;
    const made = await author.post<{ importId: number }>('/admin/tools/import', [{ ...tool, name: `Import ${fresh}` }]);
    // Who may not import has no import of their own to undo, and asks for one that nobody has.
    text = text.replaceAll(placeholder, String(made.body.importId ?? 999_999));
  }
  if (text.includes('{other}')) text = text.replaceAll('{other}', String((await admin.createTool()).id));
  if (text.includes('{cost}')) {
    const { id } = await admin.createTool();
    const { body } = await admin.post<{ id: number }>(`/tools/${id}/costs`, cost);
    text = text.replaceAll('{cost}', String(body.id));
  }
  if (text.includes('{relation}')) {
    const author = person === 'creator' ? client : admin;
    const ends = [await admin.createTool(), await admin.createTool()] as const;
    const body = { relatedToolId: ends[1].id, kind: 'alternative' };
    const made = await author.post<{ id: number }>(`/tools/${ends[0].id}/relations`, body);
    text = text.replaceAll('{relation}', String(made.body.id));
  }
  if (text.includes('{trashed}')) {
    const { id } = await admin.createTool();
    await admin.delete(`/tools/${id}`);
    text = text.replaceAll('{trashed}', String(id));
  }
  if (text.includes('{user}')) {
    const { user } = await started.signedIn();
    text = text.replaceAll('{user}', String(user?.id));
  }
  fresh += 1;
  return text.replaceAll('{fresh}', `fresh-${fresh}`);
}

/** Placeholders of numbers stand in quotes in a JSON template. */
const asJson = (template: unknown) => JSON.stringify(template).replace(/"(\{(?:tool|other|trashed|user)\})"/g, '$1');

describe.each(matrix)('%s', (_id, method, path, body, ...statuses) => {
  const expected = people.map((person, index) => [person, statuses[index] ?? statuses[1]] as const);
  test.each(expected)('%s gets %i', async (person, status) => {
    const client = await actAs(person);
    const url = await fill(path, client, person);
    const payload = body === null ? undefined : JSON.parse(await fill(asJson(body), client, person));
    const answer = await client.request(method, url, payload);
    expect(answer.status, answer.text).toBe(status);
    if (status >= 400) expect(answer.body).toEqual({ error: expect.any(String) });
    if (method !== 'GET') return;
    const head = await client.send('HEAD', url);
    expect([head.status, head.text], 'HEAD').toEqual([status, '']);
  });
});

/** Operations that are for people alone, and those that a token for rating may call beside all that read. */
const forSessions = new Set(
  'getCsrfToken localLogin logout oidcLogin oidcCallback changeMyPassword setUserPassword '
    .concat('listTokens createToken deleteToken listAllTokens revokeToken')
    .split(' '),
);
const forRating = new Set(['createRating', 'updateMyRating', 'deleteMyRating']);

describe.each(['read', 'rate', 'manage'] as const)('an API token of scope %s of an admin', (scope) => {
  let owner: TestClient;
  let headers: Record<string, string>;
  beforeAll(async () => {
    owner = await started.admin();
    const { body } = await owner.post<{ token: string }>('/auth/me/tokens', { name: 'Matrix', scope });
    headers = { authorization: `Bearer ${body.token}` };
  });
  const reaches = (id: string, method: Method) =>
    !forSessions.has(id) && (scope === 'manage' || method === 'GET' || (scope === 'rate' && forRating.has(id)));

  test.each(matrix)('%s', async (id, method, path, body, ...statuses) => {
    const allowed = reaches(id, method);
    // What is refused is not looked at.
    const filled = async (text: string) =>
      allowed ? fill(text, owner, 'admin') : text.replaceAll(/\{[a-z ]+\}/g, '1');
    const url = await filled(path);
    const payload = body === null ? undefined : JSON.parse(await filled(asJson(body)));
    const answer = await started.visitor().send<{ error: string }>(method, url, { body: payload, headers });
    expect(answer.status, answer.text).toBe(allowed ? statuses[4] : 403);
    if (!allowed) expect(answer.body.error).toContain('API token');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

test('every published operation has a row', () => {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const published = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  );
  expect([...new Set(matrix.map(([id]) => id))].toSorted()).toEqual(published.toSorted());
});

describe('with CATALOGUE_EDITORS=admins', () => {
  test('only admins create, change and delete tools', async () => {
    const strict = await startApp({ CATALOGUE_EDITORS: 'admins' });
    const member = await strict.signedIn({ tier: 'enterprise' });
    const { id } = await (await strict.admin()).createTool();
    expect((await member.post('/tools', tool)).status).toBe(403);
    expect((await member.patch(`/tools/${id}`, { name: 'M' })).status).toBe(403);
    expect((await member.delete(`/tools/${id}`)).status).toBe(403);
    expect((await strict.visitor().post('/tools', tool)).status).toBe(401);
    await strict.close();
  });
});

describe('with ANONYMOUS_VOTING=false', () => {
  test('visitors get 401, members still vote', async () => {
    const strict = await startApp({ ANONYMOUS_VOTING: 'false' });
    const member = await strict.signedIn();
    const { id } = await member.createTool();
    expect((await strict.visitor().post(`/tools/${id}/ratings`, scores)).status).toBe(401);
    expect((await member.post(`/tools/${id}/ratings`, scores)).status).toBe(201);
    await strict.close();
  });
});

describe('the order of checks', () => {
  test('CSRF comes before sign-in, sign-in before the body, the id before the body', async () => {
    const visitor = started.visitor();
    expect((await visitor.send('POST', '/tools', { body: {} })).status).toBe(403);
    expect((await visitor.post('/tools', {})).status).toBe(401);
    expect((await admin.patch('/tools/abc', { name: 5 })).status).toBe(404);
    expect((await admin.patch('/tools/999999', { name: 5 })).status).toBe(400);
    expect((await admin.patch('/tools/999999', { name: 'M' })).status).toBe(404);
  });

  test('a right taken away is gone at the next request of an open session', async () => {
    const member = await started.signedIn({ tier: 'premium' });
    expect((await member.get('/auth/me/watchlist')).status).toBe(200);
    await admin.patch(`/users/${member.user?.id}`, { tier: 'free' });
    expect((await member.get('/auth/me/watchlist')).status).toBe(403);
    await admin.patch(`/users/${member.user?.id}`, { role: 'admin' });
    expect((await member.get('/users')).status).toBe(200);
    await admin.delete(`/users/${member.user?.id}`);
    expect((await member.get('/auth/me')).status).toBe(401);
  });
});
