// What administrators do.
import { expect, type Page, test } from '@playwright/test';
import { clientFor, stateOf } from '../setup/api.ts';
import { expectFits, ownTool, settled } from './support.ts';

test.use({ storageState: stateOf('admin') });

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('accounts: adding, changing the tier and undoing it, resetting the password, deleting', async ({ page }) => {
  const username = unique('person');
  await page.goto('/manage/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('button', { name: 'Make one' }).click();
  await expect(dialog.getByLabel('Password')).toHaveValue(/^[A-Za-z2-9]{16}$/);
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText(`${username} can sign in now.`)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(username.toUpperCase());
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const row = rowOf(page, username);
  const tier = row.getByLabel(`Tier: ${username}`);
  await tier.selectOption('Premium');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tier).toHaveValue('free');
  await row.getByRole('button', { name: 'Set password' }).click();
  await dialog.getByLabel('New password').fill('other-secret');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${username} has a new password.`)).toBeVisible();
  await row.getByRole('button', { name: `Delete: ${username}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No account matches all of this')).toBeVisible();
});

test('a username that is taken is told where it was typed', async ({ page }) => {
  await page.goto('/manage/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill('FREE');
  await dialog.getByLabel('Password').fill('some-secret');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Somebody has this username already. Choose another one.');
  await expect(dialog.getByLabel('Username')).toHaveValue('FREE');
});

test('accounts are filtered and sorted', async ({ page }) => {
  await page.goto('/manage/users');
  await page.getByRole('searchbox').fill('e');
  await page.getByLabel('Tier', { exact: true }).selectOption('Premium');
  await expect(rowOf(page, 'premium')).not.toHaveCount(0);
  await expect(page.getByLabel('Tier: free')).toHaveCount(0);
  await page.getByLabel('Tier', { exact: true }).selectOption('All tiers');
  const names = page.getByRole('row').locator('td:first-child bdi');
  const shown = async () => (await names.allTextContents()).join();
  const rising = await shown();
  await page.getByRole('button', { name: 'Username' }).click();
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'descending');
  expect(await shown()).not.toBe(rising);
});

test('the last administrator cannot step down, and is told why', async ({ page }) => {
  await page.goto('/manage/users');
  const role = page.getByLabel('Role: admin', { exact: true });
  await role.selectOption('User');
  await expect(page.locator('p.text-danger')).toBeVisible();
  await expect(role).toHaveValue('admin');
  await expect(page.getByRole('button', { name: 'Delete: admin', exact: true })).toHaveCount(0);
});

test('the trash: how long, finding, restoring and undoing that, deleting for good', async ({ page }) => {
  const api = await clientFor('admin');
  const mark = unique('bin');
  const tools = [await ownTool(`${mark} one`), await ownTool(`${mark} pair a`), await ownTool(`${mark} pair b`)];
  await api('POST /tools/trash', { body: { ids: tools.map(({ id }) => id) } });
  await page.goto('/manage/trash');
  await expect(rowOf(page, `${mark} one`)).toContainText('in 30 days');
  await page.getByRole('searchbox', { name: 'Find in the trash' }).fill(`${mark} PAIR`);
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Restore 2 tools' }).click();
  await expect(page.getByText('2 tools are back in the catalogue.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(2);
  await page.getByRole('checkbox', { name: `${mark} pair a` }).check();
  await page.getByRole('button', { name: 'Delete 1 tool for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 tool is gone for good.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(1);
});

test('the audit log: filters in the address, changes field by field', async ({ page }) => {
  const api = await clientFor('admin');
  const { id, name } = await ownTool('Audited');
  await api('PATCH /tools/:id', {
    params: { id },
    body: {
      category: 'Moved',
      description: 'Made for one test of the log and changed by it.',
      tags: ['first', 'second'],
    },
  });
  await api('PATCH /tools/:id', {
    params: { id },
    body: { description: 'Made for one test of the log, then changed by it.', tags: ['second', 'third'] },
  });
  await page.goto('/manage/audit');
  await page.getByLabel('What').selectOption('Tool');
  await page.getByLabel('Number').fill(String(id));
  await page.getByLabel('Number').press('Enter');
  await expect(page).toHaveURL(new RegExp(`entityType=tool&entityId=${id}$`));
  await page.getByLabel('Action').selectOption('changed');
  const [latest, earlier] = [rowOf(page, name).first(), rowOf(page, name).nth(1)];
  await expect(latest.locator('del')).toHaveText(['before: log and ', 'before: first']);
  await expect(latest.locator('ins')).toHaveText(['after: log, then ', 'after: third']);
  await expect(earlier.locator('del')).toContainText(['Tests']);
  await expect(earlier.locator('ins')).toContainText(['Moved']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/manage\/audit$/);
  await expect(page.getByLabel('Number')).toHaveValue('');
  await page.goto('/manage/audit?user=nobody-of-this-name');
  await expect(page.getByText('No entry matches these filters')).toBeVisible();
});

test('costs: recorded on the tool, summed and due in the overview', async ({ page }) => {
  const { id, name } = await ownTool('Paid');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/tools/${id}`);
  await page.getByRole('button', { name: 'Add cost' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByLabel('From').fill('2024-01-01');
  await dialog.getByLabel('Renews on').fill(inDays(10));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/EUR.*240\.00 a year/)).toBeVisible();
  await page.goto('/manage/costs');
  const renewals = page.getByRole('region', { name: 'Next renewals' });
  await expect(renewals.getByRole('row').filter({ hasText: name })).toContainText(/in (9|10|11) days/);
  const byTool = page.getByRole('region', { name: 'By tool' });
  await expect(byTool.getByRole('row').filter({ hasText: name })).toContainText('240.00');
  await byTool.getByRole('button', { name: 'Name' }).click();
  await expect(byTool.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
});

test('redundancy: a group, a decision about all of it, and another one later', async ({ page }) => {
  const api = await clientFor('admin');
  const label = unique('label');
  const alike = (name: string) =>
    api('POST /tools', {
      body: { name, description: 'Alike.', category: label, tags: [label, `${label}-b`], features: [`${label}-c`] },
    });
  const first = await alike(unique('Twin'));
  for (const name of ['Twin', 'Triplet']) await alike(unique(name));
  await page.goto('/manage/redundancy');
  await page.getByRole('searchbox', { name: 'Find a tool or a label' }).fill(label);
  const cluster = page.getByRole('main').getByRole('listitem').filter({ hasText: '100% alike' });
  await expect(cluster).toContainText(first.name);
  await expect(cluster).toContainText('Suggested to keep');
  await cluster.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('About')).toHaveValue('');
  await dialog.getByRole('radio', { name: /^Retire/ }).check();
  await dialog.getByLabel('Stays').selectOption(first.name);
  await dialog.getByLabel('Note').fill(`Talked about ${label}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No group matches').or(page.getByText('No overlapping tools'))).toBeVisible();
  const decided = rowOf(page, `Talked about ${label}`);
  await expect(decided).toHaveCount(3);
  await expect(decided.filter({ hasText: `Stays: ${first.name}` })).toHaveCount(2);
  await decided.first().getByRole('button', { name: 'Decide again' }).click();
  await dialog.getByRole('radio', { name: /^Overlap is fine/ }).check();
  await dialog.getByLabel('Note').fill(`Changed our minds about ${label}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, `Changed our minds about ${label}`)).toContainText('Overlap is fine');
});

const csv = (name: string) => ({
  name: 'tools.csv',
  mimeType: 'text/csv',
  // As older spreadsheet programs write it: the bytes are sent as they are, and the service finds out.
  buffer: Buffer.from(
    ['Name;description;category;Stars', `${name};Café.;Tests;5`, ';No name.;Tests;4'].join('\n'),
    'latin1',
  ),
});

test('importing: the mapping, a trial run, the import, and its undoing', async ({ page }) => {
  const name = unique('Imported');
  await page.goto('/manage/import');
  const file = page.getByLabel('Drop a file here, or choose one');
  await file.setInputFiles(csv(name));
  await expect(page.getByText('This is what the import would do:')).toBeVisible();
  await expect(page.getByText('columns separated by “;”')).toBeVisible();
  await expect(page.getByRole('list', { name: 'What the columns mean' })).toContainText(/Stars.*ignored/);
  await page.getByRole('button', { name: /^Failed/ }).click();
  await expect(page.getByRole('region', { name: 'Rows' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Import 1 tool' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
  await page.getByRole('link', { name: 'Look at the new tools' }).click();
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Café.');

  await page.goto('/manage/import');
  await drop(page, csv(name));
  await page.getByRole('radio', { name: 'Update them' }).check();
  await expect(page.getByRole('button', { name: 'Import 0 tools' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Add them again' }).check();
  await page.getByRole('button', { name: 'Import 1 tool' }).click();
  await page.getByRole('button', { name: 'Undo: move 1 new tool to the trash' }).click();
  await expect(page.getByText('1 tool was moved to the trash.')).toBeVisible();
  await expect(file).toBeAttached();
});

/** Drops a file onto the heading: beside the field made for it. */
async function drop(page: Page, { name, mimeType, buffer }: ReturnType<typeof csv>): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(buffer.toString('base64'))}), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(mimeType)} }));
    return transfer;
  })()`);
  const heading = page.getByRole('heading', { name: 'Import a catalogue' });
  await expect(heading).toBeVisible();
  for (const type of ['dragover', 'drop']) await heading.dispatchEvent(type, { dataTransfer });
}

test('a file that is no catalogue is refused with the reason, and another one can be chosen', async ({ page }) => {
  await page.goto('/manage/import');
  await page.getByLabel('Drop a file here, or choose one').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Dear diary,\ntoday nothing happened.'),
  });
  await expect(page.getByRole('alert')).toContainText('The first line must name the columns');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('exporting starts a download', async ({ page }) => {
  await page.goto('/manage/import');
  for (const [link, file] of [
    ['Catalogue: Download YAML', 'tools.yaml'],
    ['Ratings: Download CSV', 'ratings.csv'],
    ['Audit log: Download JSONL', 'audit-log.jsonl'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: link }).click();
    expect((await download).suggestedFilename()).toBe(file);
  }
});

test('hostile names and texts stay harmless and inside of the pages', async ({ page }) => {
  page.on('dialog', () => {
    throw new Error('a script of the catalogue ran');
  });
  const api = await clientFor('admin');
  const mark = unique('x');
  const word = 'w'.repeat(10_000);
  const hostile = (part: string) => ({
    name: `<img src=x onerror=alert(1)> \u202E${mark} ${part} ${word.slice(0, 120)}`,
    description: word,
    category: `<b>${mark}</b> ${word.slice(0, 60)}`,
    tags: [`${mark} ${word.slice(0, 60)}`, `"><script>alert(1)</script> ${mark}`],
    features: [`\u202E${mark}`],
  });
  const [first, second, third] = [
    await api('POST /tools', { body: hostile('one') }),
    await api('POST /tools', { body: hostile('two') }),
    await api('POST /tools', { body: hostile('three') }),
  ];
  await api('POST /users', { body: { username: `${mark}${'w'.repeat(80)}`, password: 'some-secret' } });
  await api('POST /tools/:id/costs', {
    params: { id: first.id },
    body: {
      amount: '999999999999.99',
      currency: 'EUR',
      period: 'monthly',
      vendor: word.slice(0, 200),
      note: word.slice(0, 5000),
      startsOn: '2024-01-01',
      renewsOn: '2098-01-01',
    },
  });
  await api('POST /admin/redundancy', {
    body: {
      toolId: first.id,
      relatedToolId: third.id,
      decision: 'merge',
      keeperId: first.id,
      note: word.slice(0, 5000),
    },
  });
  await api('POST /tools/trash', { body: { ids: [third.id] } });
  await api('PATCH /tools/:id', { params: { id: second.id }, body: { description: 'v'.repeat(10_000) } });
  for (const area of ['users', 'trash', 'audit?action=update', 'costs', 'redundancy']) {
    await page.goto(`/manage/${area}`);
    await settled(page);
    await expect(page.getByText(mark).first()).toBeVisible();
    for (const width of [1440, 390]) await expectFits(page, width);
  }
});
