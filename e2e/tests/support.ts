// What journeys share: the check of a page for accessibility, layout, errors and strangers, and finding a tool by name.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { clientFor, clientOf, origin } from '../setup/api.ts';

/** Collects what must not happen on any page: errors in the console, and requests to any other host. */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => problems.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin()) && !url.startsWith('data:')) problems.push(`request to ${url}`);
  });
  return problems;
}

/** No violation on the page, or on the parts of it that are named. */
export async function expectAccessible(page: Page, ...parts: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  for (const part of parts) axe.include(part);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
}

/** Watches what moves on a page while it loads; the function that is returned tells how much has. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; })
      .observe({ type: 'layout-shift', buffered: true });
  `);
  return () => page.evaluate<number>('window.shift');
}

/** Nothing sticks out sideways, at the width given or as wide as the window is. */
export async function expectFits(page: Page, width?: number): Promise<void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 900 });
  const excess = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(excess, `pixels too wide for ${width ?? 'the window'}`).toBeLessThanOrEqual(0);
}

/** All that was on its way has arrived. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
}

export async function toolId(name: string): Promise<number> {
  const api = await clientFor('admin');
  const tools = await api('GET /tools', { query: { search: name } });
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool is called ${name}`);
  return found.id;
}

/** A tool that belongs to one test alone. */
export async function ownTool(name: string): Promise<{ id: number; name: string }> {
  const api = await clientFor('admin');
  const unique = `${name} ${crypto.randomUUID().slice(0, 8)}`;
  return api('POST /tools', { body: { name: unique, description: 'Made for one test.', category: 'Tests' } });
}

/** Signs the page's browser in as somebody new whom no other test knows, and returns their client of the interface. */
export async function signInAsNew(page: Page, tier: 'free' | 'premium') {
  const admin = await clientFor('admin');
  const username = `${tier}-${crypto.randomUUID().slice(0, 8)}`;
  const password = 'own-secret';
  await admin('POST /users', { body: { username, password, tier } });
  const api = clientOf(page.context().request);
  await api('POST /auth/login', { body: { username, password } });
  await page.addInitScript("localStorage.setItem('toolscore.signedIn', 'true')");
  return { username, password, api };
}
