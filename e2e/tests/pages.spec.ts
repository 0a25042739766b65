// Every page, in light and wide and then in dark and narrow: colours depend on the theme alone, places on the width. No
// accessibility violation, nothing moving while it loads or sticking out at any width, no error in the console, no request to another host.
import { expect, test } from '@playwright/test';
import { stateOf } from '../setup/api.ts';
import { expectAccessible, expectFits, settled, toolId, watch, watchShifts } from './support.ts';

const visitors = [
  '/',
  '/?view=table',
  '/?view=rows&density=compact&q=team',
  '/insights',
  '/sign-in',
  '/compare',
  '/nowhere',
];
const admins = [
  '/account',
  '/watchlist',
  '/new-tool',
  '/manage/users',
  '/manage/trash',
  '/manage/audit',
  '/manage/import',
  '/manage/costs',
  '/manage/redundancy',
];

test('pages come with a strict policy, and packed', async ({ page }) => {
  const policies: (string | undefined)[] = [];
  const packings: (string | undefined)[] = [];
  page.on('response', (response) => {
    const headers = response.headers();
    if (response.request().resourceType() === 'document') policies.push(headers['content-security-policy']);
    if (/\/assets\/index-.*\.(js|css)$/.test(response.url())) packings.push(headers['content-encoding']);
  });
  await page.goto('/');
  await settled(page);
  expect(policies).toEqual([expect.stringMatching(/^default-src 'self';/)]);
  expect(policies[0]).not.toMatch(/script-src|unsafe-eval/);
  expect(packings.map((packing) => /^(br|gzip)$/.test(packing ?? ''))).toEqual([true, true]);
});

test('/api/docs', async ({ page }) => {
  const problems = watch(page);
  await page.goto('/api/docs');
  await settled(page);
  // All operations are written alike, and so are all shapes: these stand for the hundred others.
  const parts = ['header', 'nav', '#listTools', '#createTool', '#Tool'];
  await expectAccessible(page, ...parts);
  for (const width of [2560, 1440, 360]) await expectFits(page, width);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 900 });
  await expectAccessible(page, ...parts);
  await expectFits(page, 390);
  expect(problems).toEqual([]);
});

const check = (path: string, address: () => Promise<string>) =>
  test(path, async ({ page }) => {
    const problems = watch(page);
    const shifted = await watchShifts(page);
    await page.goto(await address());
    await settled(page);
    expect(await shifted()).toBeLessThan(0.01);
    await expectAccessible(page);
    for (const width of [2560, 1440, 768, 360]) await expectFits(page, width);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 900 });
    await expectAccessible(page);
    await expectFits(page, 390);
    expect(problems).toEqual([]);
  });

for (const path of visitors) check(path, async () => path);
check('a tool', async () => `/tools/${await toolId('Atlas Wiki')}`);

test.describe('as admin', () => {
  test.use({ storageState: stateOf('admin') });
  for (const path of admins) check(path, async () => path);
  check('a comparison', async () => `/compare?ids=${await toolId('Atlas Wiki')},${await toolId('Birch Notes')}`);
  check('changing a tool', async () => `/tools/${await toolId('Elm Chat')}/edit`);
});
