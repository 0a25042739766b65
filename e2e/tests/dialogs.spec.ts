// Every dialog: no accessibility violation in either theme, closed by Escape, focus back where it was.
import { expect, type Page, test } from '@playwright/test';
import { stateOf } from '../setup/api.ts';
import { expectAccessible, settled, toolId } from './support.ts';

const dialogs: [string, () => Promise<string>, (page: Page) => Promise<void>][] = [
  ['command palette', async () => '/', (page) => page.keyboard.press('Control+k')],
  ['keyboard help', async () => '/', (page) => page.keyboard.press('?')],
  ['new user', async () => '/manage/users', (page) => page.getByRole('button', { name: 'Add user' }).click()],
  [
    'deleting a user',
    async () => '/manage/users',
    (page) => page.getByRole('button', { name: 'Delete: free' }).click(),
  ],
  [
    'new relation',
    async () => `/tools/${await toolId('Fern Mail')}`,
    (page) => page.getByRole('button', { name: 'Add relation' }).click(),
  ],
  [
    'new cost',
    async () => `/tools/${await toolId('Fern Mail')}`,
    (page) => page.getByRole('button', { name: 'Add cost' }).click(),
  ],
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, storageState: stateOf('admin') });
    for (const [name, address, open] of dialogs) {
      test(name, async ({ page }) => {
        await page.goto(await address());
        await settled(page);
        await open(page);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      });
    }
  });
}
