// What holds for every answer: error shape, security headers, cross-origin rules, pages beside the API, health.
import { describe, expect, test } from 'vitest';
import { appForTest } from './harness.ts';

describe('cross-origin requests', () => {
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'POST' };

  test('are allowed for the listed origins, with credentials, and for no other', async () => {
    const { visitor } = await appForTest({ CORS_ALLOWED_ORIGINS: 'https://a.example, https://b.example' });
    const allowed = await visitor().send('OPTIONS', '/tools', { headers: preflight });
    expect(allowed.headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-credentials': 'true',
    });
    for (const origin of ['https://evil.example', 'null', 'https://a.example.evil', 'http://a.example']) {
      const refused = await visitor().send('GET', '/tools', { headers: { origin } });
      expect(refused.headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  });

  test('without a list are allowed for nobody', async () => {
    const { visitor } = await appForTest();
    const answer = await visitor().send('GET', '/tools', { headers: { origin: 'https://a.example' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('every answer', () => {
  test('carries the security headers, and no inline script is allowed', async () => {
    const { visitor } = await appForTest();
    const { headers } = await visitor().send('GET', '/tools');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test.each([
    ['made', '/tools?limit=1', 200],
    ['kept', '/tools?limit=1', 200],
    ['refused', '/tools?limit=x', 400],
    ['not for everybody', '/users', 401],
    ['not there', '/nothing', 404],
    ['a page', '/docs', 200],
  ])('that is %s (%s) carries the same protection', async (_name, path, status) => {
    const { visitor } = await appForTest();
    const client = visitor();
    await client.send('GET', path);
    const { headers, status: answered } = await client.send('GET', path);
    expect(answered).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-inline'/);
  });

  test.each(['/nothing', '/tools/1/2/3', '/'])('about an unknown path %s is 404 in our shape', async (path) => {
    const { visitor } = await appForTest();
    const answer = await visitor().send('GET', path);
    expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const { visitor } = await appForTest();
    const [get, head] = [await visitor().send('GET', '/tools'), await visitor().send('HEAD', '/tools')];
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
  });
});

describe('health', () => {
  test('is ok while the database answers, and 503 when it does not', async () => {
    const { visitor, context } = await appForTest();
    expect((await visitor().get('/healthz')).body).toEqual({ status: 'ok' });
    const broken = await appForTest();
    // What was never used has nothing to close.
    expect((await broken.visitor().get('/healthz')).status).toBe(200);
    await broken.context.engine.db.destroy();
    const answer = await broken.visitor().send('GET', '/healthz');
    expect(answer).toMatchObject({ status: 503, body: { error: expect.any(String) } });
    expect(context.config.trashRetentionDays).toBe(30);
  });

  test('readiness follows the database and the state of the service, liveness only the database', async () => {
    const { visitor, context } = await appForTest();
    expect((await visitor().get('/readyz')).body).toEqual({ status: 'ready' });
    context.state.ready = false;
    const stopping = await visitor().get('/readyz');
    expect(stopping).toMatchObject({ status: 503, body: { error: expect.stringContaining('stopping') } });
    expect(Number(stopping.headers['retry-after'])).toBeGreaterThan(0);
    expect((await visitor().get('/healthz')).status).toBe(200);
    const broken = await appForTest();
    // What was never used has nothing to close.
    expect((await broken.visitor().get('/healthz')).status).toBe(200);
    await broken.context.engine.db.destroy();
    expect((await broken.visitor().get('/readyz')).status).toBe(503);
  });

  test('the version tells build and retention', async () => {
    const { visitor } = await appForTest({ COMMIT_SHA: 'abc', TRASH_RETENTION_DAYS: '7' });
    expect((await visitor().get('/version')).body).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commitSha: 'abc',
      buildDate: null,
      trashRetentionDays: 7,
    });
  });
});
