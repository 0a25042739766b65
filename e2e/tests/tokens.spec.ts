// API tokens: made and copied once, used by a program, seen by administrators, revoked.
import { expect, test } from '@playwright/test';
import { origin, stateOf } from '../setup/api.ts';
import { expectAccessible, expectFits, signInAsNew } from './support.ts';

test('making a token, using it, and revoking it', async ({ page, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAsNew(page, 'free');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Make an API token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByLabel('May').selectOption('read');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make an API token' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const secret = await page.evaluate<string>('navigator.clipboard.readText()');
  await expect(dialog.getByLabel('Token', { exact: true })).toHaveValue(secret);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /Nightly report/ })).toContainText('never');
  await expectAccessible(page);
  await expectFits(page, 360);

  const ask = async () =>
    (await fetch(`${origin()}/api/auth/me`, { headers: { authorization: `Bearer ${secret}` } })).status;
  expect(await ask()).toBe(200);

  const administrator = await browser.newContext({ storageState: stateOf('admin') });
  const admin = await administrator.newPage();
  await admin.goto(`${origin()}/manage/users`);
  await expect(admin.getByRole('row', { name: /Nightly report/ })).toBeVisible();
  await expectAccessible(admin);
  await administrator.close();

  await page.getByRole('button', { name: 'Revoke the token Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('You have no API tokens.')).toBeVisible();
  expect(await ask()).toBe(401);
});
