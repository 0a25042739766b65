// Everything that opens over a page: no accessibility violation in either theme, closed by Escape, focus back where it was.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { clientFor, stateOf } from '../setup/api.ts';
import { expectAccessible, expectFits, ownTool, settled, toolId } from './support.ts';

test.use({ storageState: stateOf('admin') });

/** Opens with the keyboard, by a button that is to have the focus again afterwards. */
const press = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name }).first();
  await button.press('Enter');
  return button;
};
/** Opens with keys that work anywhere. */
const keys = (shortcut: string) => async (page: Page) => {
  await page.keyboard.press(shortcut);
  return undefined;
};
const atTool = async () => `/tools/${await toolId('Fern Mail')}`;

/** So that there is something to empty, and something to decide about. */
async function trashed(): Promise<string> {
  const api = await clientFor('admin');
  const { id } = await ownTool('Thrown away');
  await api('POST /tools/trash', { body: { ids: [id] } });
  return '/manage/trash';
}
async function overlapping(): Promise<string> {
  const api = await clientFor('admin');
  const label = `dialog-${crypto.randomUUID().slice(0, 8)}`;
  const body = { description: 'Alike.', category: label, tags: [label, `${label}-b`], features: [`${label}-c`] };
  for (const name of ['One', 'Two', 'Three']) await api('POST /tools', { body: { ...body, name: `${name} ${label}` } });
  return '/manage/redundancy';
}

const dialogs: [string, () => Promise<string>, (page: Page) => Promise<Locator | undefined>][] = [
  ['command palette', async () => '/', keys('Control+k')],
  ['keyboard help', async () => '/', keys('?')],
  ['new user', async () => '/manage/users', press('Add user')],
  ['setting a password', async () => '/manage/users', press('Set password')],
  ['deleting a user', async () => '/manage/users', press('Delete: free')],
  ['emptying the trash', trashed, press('Empty the trash')],
  ['deciding about tools', overlapping, press('Decide')],
  ['new relation', atTool, press('Add relation')],
  ['new cost', atTool, press('Add cost')],
];

for (const [name, address, open] of dialogs) {
  test(name, async ({ page }) => {
    await page.goto(await address());
    await settled(page);
    const opener = await open(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 900 });
    await expectAccessible(page);
    await expectFits(page, 390);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    if (opener) await expect(opener).toBeFocused();
  });
}

test('menus and notices have no violation either', async ({ page }) => {
  await page.goto(await atTool());
  await settled(page);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByText('You are watching this tool.')).toBeVisible();
  await page.getByLabel('Account: admin').click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByLabel('Appearance and language').click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expectAccessible(page);
});
