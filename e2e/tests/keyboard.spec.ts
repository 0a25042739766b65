// Rating and comparing with the keyboard alone.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { stateOf } from '../setup/api.ts';
import { ownTool } from './support.ts';

test.use({ storageState: stateOf('premium') });

test('finding a tool and rating it', async ({ page }) => {
  const { name } = await ownTool('Keyboard rated');
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search tools' }).blur();
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('radio', { name: '1 Not useful' })).toBeVisible();
  await pressUntilFocused(page, 'Tab', page.getByRole('radio', { name: /Not useful/ }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '3 Useful', exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Typed without a mouse.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(page.getByText('Combined score 2.0')).toBeVisible();
});

test('picking two tools and comparing them', async ({ page }) => {
  await page.goto('/?sort=name_asc&q=team');
  await expect(page.getByRole('link', { name: 'Atlas Wiki' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(page.getByText('2 tools to compare')).toBeVisible();
  await pressUntilFocused(page, 'Shift+Tab', page.getByRole('region', { name: 'Compare' }).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Atlas Wiki' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Cedar Board' })).toBeVisible();
});

test('the palette finds tools and pages', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('birch');
  await expect(page.getByRole('option', { name: 'Birch Notes' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Birch Notes');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('insi');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Insights');
});

/** Presses a key, as people do, until the focus is where they want it; fails after as many stops as no page has. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  const isFocused = async () => (await target.and(page.locator(':focus')).count()) > 0;
  for (let stop = 0; stop < 80 && !(await isFocused()); stop += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}
