// Signing in and out with an identity provider, in a real browser: a service of its own beside a real provider on loopback.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { CLIENT, Loopback, serveProvider } from '../../server/test/loopback-provider.ts';

const person = { name: 'Ada Lovelace', preferred_username: 'ada', email: 'ada@example.org', email_verified: true };
const provider = new Loopback();
let service: ChildProcess;
let url = '';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  await provider.up();
  serveProvider(provider, url, { 'sub-1': person }, 'the key');
  service = spawn('node', ['server/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'development',
      EVENT_LOOP_LIMIT: '0',
      PORT: String(port),
      DATA_DIR: mkdtempSync(join(String(process.env['E2E_FOLDER']), 'oidc-')),
      AUTH_MODE: 'oidc',
      PUBLIC_URL: url,
      OIDC_ISSUER_URL: provider.url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
  });
  const answers = async () => (await fetch(`${url}/api/healthz`)).status;
  await expect.poll(() => answers().catch(() => 0), { timeout: 20_000 }).toBe(200);
});

test.afterAll(async () => {
  service.kill();
  await provider.down();
});

test('somebody signs in with the provider, comes back to the page they were on, and signs out of both', async ({
  page,
}) => {
  const status = () => page.evaluate(async () => (await fetch('/api/auth/me')).status);
  await page.goto(`${url}/sign-in?returnTo=${encodeURIComponent('/?sort=top_rated')}`);
  await page.getByRole('link', { name: 'Continue with your organisation' }).click();
  await page.getByPlaceholder('Enter any login').fill('sub-1');
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`${url}/?sort=top_rated`);
  expect(await status()).toBe(200);
  const end = await page.evaluate(async () => {
    const { token } = (await (await fetch('/api/auth/csrf')).json()) as { token: string };
    const out = await fetch('/api/auth/logout', { method: 'POST', headers: { 'x-csrf-token': token } });
    return ((await out.json()) as { url: string }).url;
  });
  await page.goto(end);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${url}/`);
  expect(await status()).toBe(401);
});

test('a sign-in that nobody began ends on a page that leads back to the catalogue', async ({ page }) => {
  await page.goto(`${url}/api/auth/oidc/callback?state=x&code=y`);
  await expect(page.getByRole('heading', { name: 'This sign-in has expired' })).toBeVisible();
  await expect(page.getByText('For your administrator')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the catalogue' }).click();
  await expect(page).toHaveURL(`${url}/`);
});
