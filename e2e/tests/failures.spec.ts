// What people see when the service fails, cannot be reached, or has nothing to show yet.
import { expect, type Page, test } from '@playwright/test';
import { stateOf } from '../setup/api.ts';
import { expectAccessible, settled } from './support.ts';

test.use({ storageState: stateOf('admin') });

const answers = (page: Page, path: string, status: number, json: unknown) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ status, json: json as object }));

test('a page that fails to load says so, and trying again goes on', async ({ page }) => {
  await answers(page, '/users', 500, { error: 'no' });
  await page.goto('/manage/users');
  await expect(page.getByRole('alert')).toContainText('This did not work');
  await page.unroute('**/api/users');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Role: admin', { exact: true })).toBeVisible();
});

test('offline, a page not fetched before says what to do, and comes when there is a connection', async ({
  page,
  context,
}) => {
  await page.goto('/manage/users');
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Costs' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await page.keyboard.press('Control+k');
  await expect(page.getByText('cannot be reached')).toHaveCount(2);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Costs');
});

test('while data is on its way, its shape is there already', async ({ page }) => {
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/tools/trash', async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/manage/trash');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expectAccessible(page);
  arrived.resolve();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
});

const costs = { totals: [], byCategory: [], byTool: [], renewals: [] };
const redundancy = { total: 0, clusters: [], decisions: [] };
const empty: [string, string, unknown, string][] = [
  ['/manage/trash', '/tools/trash', [], 'can be brought back'],
  ['/manage/costs', '/analytics/costs', costs, 'Costs are added on the page of a tool'],
  ['/manage/redundancy', '/admin/redundancy*', redundancy, 'show up here as the catalogue grows'],
  ['/manage/audit', '/audit-logs*', [], 'Nothing has happened yet'],
];

test('where there is nothing yet, the page says what will be there', async ({ page }) => {
  for (const [address, path, answer, text] of empty) {
    await answers(page, path, 200, answer);
    await page.goto(address);
    await expect(page.getByText(text)).toBeVisible();
  }
});
