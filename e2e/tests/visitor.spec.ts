// What anybody can do without an account.
import { expect, test } from '@playwright/test';
import { expectFits, ownTool, settled, toolId } from './support.ts';

test('searching, filtering and sorting end up in the address, and survive a reload', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search tools' }).pressSequentially('team');
  await expect(page.getByRole('link', { name: 'Atlas Wiki' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Fern Mail' })).toHaveCount(0);
  await expect(page.locator('mark').first()).toHaveText(/team/i);
  await page.getByRole('checkbox', { name: /^kanban/ }).check();
  await page.getByLabel('Sort by').selectOption('Name, Z to A');
  await expect(page).toHaveURL(/\?q=team&tag=kanban&sort=name_desc$/);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cedar Board' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ has: page.locator('article') })).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\?sort=name_desc$/);
});

test('what is filtered by is shown, and taken off one by one', async ({ page }) => {
  await page.goto('/?tag=team&feature=history&min=2');
  await expect(page.getByRole('radio', { name: /^4\.0 and up/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter: team' }).click();
  await expect(page).toHaveURL(/\?feature=history&min=2$/);
  await page.getByRole('radio', { name: /^Any/ }).check();
  await expect(page).toHaveURL(/\?feature=history$/);
  await page.getByRole('button', { name: 'Remove filter: history' }).click();
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
});

test('the order explains itself', async ({ page }) => {
  await page.goto('/');
  await page.getByText('How is this ranked?').click();
  await expect(page.getByText('One perfect vote does not beat fifty good ones.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('One perfect vote does not beat fifty good ones.')).toBeHidden();
  await page.goto(`/tools/${await toolId('Atlas Wiki')}`);
  await page.getByText('How does it rank?').click();
  await expect(page.getByText(/It ranks with \d\.\d\d: its 6 ratings average \d\.\d\d/)).toBeVisible();
});

test('five thousand tools are a list of which only the part in sight is drawn', async ({ page }) => {
  const tools = Array.from({ length: 5000 }, (_, index) => ({
    id: index + 1,
    name: `Tool ${index + 1}`,
    description: 'One of many.',
    category: 'Many',
    features: [],
    tags: [],
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-01-01T00:00:00.000Z',
    ratingCount: 0,
    avgUsefulness: null,
    avgUsability: null,
    avgCombined: null,
  }));
  await page.route('**/api/tools?*', (route) => route.fulfill({ json: tools }));
  for (const view of ['grid', 'rows', 'table']) {
    await page.goto(`/?view=${view}`);
    await expect(page.getByRole('link', { name: 'Tool 1', exact: true })).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.getByRole('link', { name: 'Tool 5000' })).toBeInViewport();
    expect(await page.locator('a[data-tool-id]').count()).toBeLessThan(120);
  }
});

test('a quadrant of the insights leads to its tools in the catalogue', async ({ page }) => {
  await page.goto('/insights');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Invest' }) });
  await card.getByRole('link', { name: /^See \d+ tools?$/ }).click();
  await expect(page).toHaveURL(/\/\?quadrant=invest&votes=3$/);
  await expect(page.getByRole('button', { name: 'Remove filter: Invest' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Hazel Vault' })).toHaveCount(0);
});

test('a percent sign finds only what contains one', async ({ page }) => {
  await page.goto('/?q=%25');
  await expect(page.getByRole('link', { name: 'Delta Forms' })).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText(/^1 of/);
});

test('an unrated tool says so, and shows no score', async ({ page }) => {
  await page.goto('/?q=hazel');
  const card = page.getByRole('article').filter({ hasText: 'Hazel Vault' });
  await expect(card.getByText('Not rated yet').first()).toBeVisible();
  await expect(card).not.toContainText(/\d\.\d/);
});

test('the chosen view and density are remembered', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('columnheader', { name: 'Usefulness' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Usefulness' })).toBeVisible();
});

test('a rating changes the figures, and can be changed and withdrawn', async ({ page }) => {
  const { id } = await ownTool('Rated');
  await page.goto(`/tools/${id}`);
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please answer both questions.');
  await page.getByRole('radio', { name: '5 Essential' }).check();
  await page.getByRole('radio', { name: '4 Pleasant' }).check();
  await page.getByLabel('Comment (optional)').fill('We like it.');
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByText('Thank you, your rating counts.')).toBeVisible();
  await expect(page.getByText('1 rating · few ratings')).toBeVisible();
  await expect(page.getByText('Combined score 4.5')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'We like it.' })).toBeVisible();

  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('radio', { name: '2 Slightly useful' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Combined score 3.0')).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Not rated yet').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit rating' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Combined score 3.0')).toBeVisible();
  await expect(page.getByText('We like it.').first()).toBeVisible();
});

test('a second vote is refused with the offer to change the first', async ({ page, context }) => {
  const { id } = await ownTool('Voted twice');
  const other = await context.newPage();
  // The other tab does not learn of the first vote before it votes itself.
  let refused = false;
  other.on('response', (response) => {
    refused ||= response.status() === 409;
  });
  await other.route('**/ratings/mine', (route) =>
    refused ? route.continue() : route.fulfill({ status: 404, json: { error: 'none' } }),
  );
  for (const tab of [page, other]) await tab.goto(`/tools/${id}`);
  for (const tab of [page, other]) {
    await tab.getByRole('radio', { name: '3 Useful', exact: true }).check();
    await tab.getByRole('radio', { name: '3 Acceptable' }).check();
    await tab.getByRole('button', { name: 'Submit rating' }).click();
    // Shown before the service has it; the notice comes after.
    if (tab === page) await expect(tab.getByText('Thank you, your rating counts.')).toBeVisible();
  }
  await expect(other.getByText('You have rated this tool before')).toBeVisible();
  await other.getByRole('button', { name: 'Change my rating' }).click();
  await expect(other.getByRole('button', { name: 'Save changes' })).toBeVisible();
  await other.getByRole('radio', { name: '1 Not useful' }).check();
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByText('1 – Not useful').first()).toBeVisible();
  await expect(other.getByText('Combined score 2.0')).toBeVisible();
});

test('offline, nothing typed is lost and the page says what to do', async ({ page, context }) => {
  const { id } = await ownTool('Offline');
  await page.goto(`/tools/${id}`);
  await settled(page);
  await page.getByRole('radio', { name: '5 Essential' }).check();
  await page.getByRole('radio', { name: '5 Effortless' }).check();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
});

test('hostile names and texts stay harmless and inside of the page', async ({ page }) => {
  page.on('dialog', () => {
    throw new Error('a script of the catalogue ran');
  });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const view of ['grid', 'rows', 'table']) {
      await page.goto(`/?q=script&view=${view}`);
      await expect(page.getByRole('link', { name: '<script>' })).toBeVisible();
      await expectFits(page);
    }
    await page.getByRole('link', { name: '<script>' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>alert(1)</script>');
    await expectFits(page);
    await expect(page.locator('a[href^="javascript:"]')).toHaveCount(0);
  }
});

test('the language and the theme can be chosen and stay', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Appearance and language').click();
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await page.getByRole('radio', { name: 'Dunkel' }).check();
  await page.goto(`/tools/${await toolId('Atlas Wiki')}`);
  await expect(page.getByRole('heading', { name: 'Ihre Bewertung' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a failing service is told, and trying again goes on', async ({ page }) => {
  await page.route('**/api/tools?*', (route) => route.fulfill({ status: 503, json: { error: 'no' } }));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('This did not work');
  await page.unroute('**/api/tools?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Atlas Wiki' })).toBeVisible();
});
