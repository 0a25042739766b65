// What people with an account can do, and how a missing right is told.
import { expect, test } from '@playwright/test';
import { clientFor, stateOf } from '../setup/api.ts';
import { ownTool, settled, signInAsNew, toolId } from './support.ts';

test('signing in, and out again', async ({ page }) => {
  await page.goto('/sign-in?returnTo=/insights');
  await page.getByLabel('Username').fill('free');
  await page.getByLabel('Password').fill('wrong-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Username or password is wrong.');
  await page.getByLabel('Password').fill('free-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/insights$/);
  await page.getByLabel('Account: free').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('an address elsewhere is no place to return to', async ({ page }) => {
  await page.goto('/sign-in?returnTo=//elsewhere.example/');
  await page.getByLabel('Username').fill('free');
  await page.getByLabel('Password').fill('free-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('changing the password', async ({ page }) => {
  const api = await clientFor('admin');
  const username = `changer-${crypto.randomUUID().slice(0, 8)}`;
  await api('POST /users', { body: { username, password: 'first-secret' } });
  await page.goto('/sign-in?returnTo=/account');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill('first-secret');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Current password').fill('first-secret');
  await page.getByLabel('New password', { exact: true }).fill('second-secret');
  await page.getByLabel('New password again').fill('second-other');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('not the same');
  await page.getByLabel('New password again').fill('second-secret');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The password has been changed.')).toBeVisible();
});

test.describe('the watchlist', () => {
  test('takes tools, keeps them in order by buttons, keys and mouse, and gives back what was removed', async ({
    page,
  }) => {
    await signInAsNew(page, 'premium');
    const tools = [await ownTool('Watched first'), await ownTool('Watched second'), await ownTool('Watched third')];
    const [first, second, third] = tools.map(({ name }) => name) as [string, string, string];
    for (const { id } of tools) {
      await page.goto(`/tools/${id}`);
      await page.getByRole('button', { name: 'Watch', exact: true }).click();
      await expect(page.getByText('You are watching this tool.')).toBeVisible();
    }
    await page.goto('/watchlist');
    const items = page.getByRole('main').getByRole('listitem');
    const names = items.getByRole('link');
    await expect(names).toHaveText([first, second, third]);
    await page.getByRole('button', { name: `Move ${second} up` }).click();
    await expect(names).toHaveText([second, first, third]);
    await expect(page.getByRole('button', { name: `Move ${second} up` })).toBeFocused();
    await page.getByRole('link', { name: third }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(names).toHaveText([second, third, first]);
    await expect(page.getByText(`${third} is now 2 of 3`)).toBeAttached();
    await items.last().dragTo(items.first());
    await expect(names).toHaveText([first, second, third]);
    await page.getByRole('button', { name: `Stop watching ${second}` }).click();
    await expect(names).toHaveText([first, third]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(names).toHaveText([first, second, third]);
  });

  test('says that a tool is watched when the service has taken it, not before', async ({ page }) => {
    await signInAsNew(page, 'premium');
    const { id } = await ownTool('Acknowledged');
    const held = Promise.withResolvers<void>();
    await page.route('**/auth/me/watchlist/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`/tools/${id}`);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Watching' })).toBeVisible();
    await expect(page.getByText('You are watching this tool.')).toHaveCount(0);
    held.resolve();
    await expect(page.getByText('You are watching this tool.')).toBeVisible();
  });

  test('tells when the service refused, and the button goes back', async ({ page }) => {
    await signInAsNew(page, 'premium');
    const { id } = await ownTool('Refused');
    await page.route('**/auth/me/watchlist/*', (route) =>
      route.fulfill({ status: 409, json: { error: 'It is full' } }),
    );
    await page.goto(`/tools/${id}`);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByText('It is full')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
  });

  test('keeps what was chosen right before leaving the page, every one of several', async ({ page }) => {
    const { api } = await signInAsNew(page, 'premium');
    const tools = [await ownTool('Left at once'), await ownTool('Left at once')];
    await page.goto('/?q=left+at+once');
    for (const { name } of tools) await page.getByRole('button', { name: `Watch ${name}` }).click();
    await page.goto('/insights');
    const saved = async () => (await api('GET /auth/me/preferences')).watchlist?.toSorted((a, b) => a - b);
    await expect.poll(saved).toEqual(tools.map(({ id }) => id));
  });

  test('marks what changed since the last visit, as long as the visit lasts', async ({ page }) => {
    const { api } = await signInAsNew(page, 'premium');
    const { id, name } = await ownTool('Changed since');
    await api('PUT /auth/me/watchlist/:id', { params: { id }, body: {} });
    await page.clock.install();
    await page.goto('/watchlist');
    await expect(page.getByRole('link', { name })).toBeVisible();
    await api('POST /tools/:id/ratings', { params: { id }, body: { usefulness: 4, usability: 4 } });
    await page.clock.fastForward('01:00:00');
    for (const _ of ['first look', 'second look']) {
      await page.reload();
      await expect(page.getByText('1 tool has changed since')).toBeVisible();
      await expect(page.getByRole('main').getByRole('listitem')).toContainText('1 new rating');
    }
  });
});

test.describe('free', () => {
  test.use({ storageState: stateOf('free') });
  for (const path of [
    '/compare?ids=1,2',
    '/watchlist',
    '/manage/trash',
    '/manage/import',
    '/manage/costs',
    '/manage/users',
  ]) {
    test(`${path} says kindly that the account does not include it`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText('Your account does not include this')).toBeVisible();
    });
  }

  test('adding a tool, changing it and deleting it for good', async ({ page }) => {
    const name = `Added ${crypto.randomUUID().slice(0, 8)}`;
    await page.goto('/new-tool');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Description').fill('Something new.');
    await page.getByLabel('Category').fill('Tests');
    await page.getByLabel('Website (optional)').fill('javascript:alert(1)');
    await page.getByLabel('Tags').fill('one, two');
    await page.getByRole('main').getByRole('button', { name: 'Add tool' }).click();
    await expect(page.getByRole('alert')).toContainText('websiteUrl');
    await page.getByLabel('Website (optional)').fill('new.example');
    await page.getByRole('main').getByRole('button', { name: 'Add tool' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('link', { name: 'new.example' })).toHaveAttribute('href', 'https://new.example/');
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Description').fill('Something better.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Something better.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  });
});

test.describe('premium', () => {
  test.use({ storageState: stateOf('premium') });

  test('comparing: differences, a shareable address, Markdown', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const ids = [await toolId('Atlas Wiki'), await toolId('Birch Notes')];
    await page.goto(`/compare?ids=${ids.join(',')}`);
    await expect(page.getByRole('rowheader', { name: 'markdown' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Only differences' }).check();
    await expect(page.getByRole('rowheader', { name: 'markdown' })).toHaveCount(0);
    await expect(page.getByRole('rowheader', { name: 'history' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain('|  | Atlas Wiki | Birch Notes |');
    await page.getByRole('link', { name: 'Remove Birch Notes from the comparison' }).click();
    await expect(page).toHaveURL(new RegExp(`ids=${ids[0]}$`));
    await expect(page.getByText('Pick at least two tools')).toBeVisible();
  });

  test('moving an own tool to the trash, and undoing it', async ({ page }) => {
    const api = await clientFor('premium');
    const name = `Trashed ${crypto.randomUUID().slice(0, 8)}`;
    const { id } = await api('POST /tools', { body: { name, description: 'Mine.', category: 'Tests' } });
    await page.goto(`/tools/${id}`);
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await expect(page.getByText(`${name} is in the trash.`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`${name} is back.`)).toBeVisible();
    await page.goto(`/tools/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  });

  test('costs are shown to those who may see them', async ({ page }) => {
    await page.goto(`/tools/${await toolId('Atlas Wiki')}`);
    await settled(page);
    await expect(page.getByText(/EUR.*12\.50/)).toBeVisible();
  });
});
