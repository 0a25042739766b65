// What administrators do.
import { expect, test } from '@playwright/test';
import { clientFor, stateOf } from '../setup/api.ts';
import { ownTool } from './support.ts';

test.use({ storageState: stateOf('admin') });

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;

test('accounts: adding, changing the tier, resetting the password, deleting', async ({ page }) => {
  const username = unique('person');
  await page.goto('/manage/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByLabel('Password').fill('some-secret');
  await dialog.getByRole('button', { name: 'Add user' }).click();
  const row = page.getByRole('row').filter({ hasText: username });
  await row.getByLabel(`Tier: ${username}`).selectOption('Premium');
  await expect(page.getByText('Saved')).toBeVisible();
  await row.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('dialog').getByLabel('New password').fill('other-secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The password has been changed.')).toBeVisible();
  await row.getByRole('button', { name: `Delete: ${username}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('the last administrator cannot step down, and is told why', async ({ page }) => {
  await page.goto('/manage/users');
  const role = page.getByLabel('Role: admin', { exact: true });
  await role.selectOption('User');
  await expect(page.locator('p.text-danger')).toBeVisible();
  await expect(role).toHaveValue('admin');
});

test('the trash: how long, restoring, deleting for good', async ({ page }) => {
  const api = await clientFor('admin');
  const [kept, gone] = [await ownTool('Kept'), await ownTool('Gone')];
  await api('POST /tools/trash', { body: { ids: [kept.id, gone.id] } });
  await page.goto('/manage/trash');
  await expect(page.getByRole('row').filter({ hasText: kept.name })).toContainText('in 30 days');
  await page.getByRole('checkbox', { name: kept.name }).check();
  await page.getByRole('button', { name: 'Restore 1 tool' }).click();
  await expect(page.getByText('1 tool is back in the catalogue.')).toBeVisible();
  await page.getByRole('checkbox', { name: gone.name }).check();
  await page.getByRole('button', { name: 'Delete 1 tool for good' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(gone.name)).toHaveCount(0);
});

test('the audit log: filters in the address, changes field by field', async ({ page }) => {
  const api = await clientFor('admin');
  const { id } = await ownTool('Audited');
  await api('PATCH /tools/:id', { params: { id }, body: { category: 'Moved' } });
  await page.goto('/manage/audit');
  await page.getByLabel('What').selectOption('Tool');
  await page.getByLabel('Number').fill(String(id));
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect(page).toHaveURL(new RegExp(`entityType=tool&entityId=${id}$`));
  const row = page.getByRole('row').filter({ hasText: 'update' });
  await expect(row.locator('del')).toContainText('Tests');
  await expect(row.locator('ins')).toContainText('Moved');
});

test('costs: recorded on the tool, summed in the overview', async ({ page }) => {
  const { id, name } = await ownTool('Paid');
  await page.goto(`/tools/${id}`);
  await page.getByRole('button', { name: 'Add cost' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByLabel('From').fill('2024-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/EUR.*240\.00 a year/)).toBeVisible();
  await page.goto('/manage/costs');
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('240.00');
});

test('redundancy: a cluster, and a decision about it', async ({ page }) => {
  const api = await clientFor('admin');
  const label = unique('label');
  const twin = (name: string) =>
    api('POST /tools', {
      body: { name, description: 'Alike.', category: label, tags: [label, `${label}-b`], features: [`${label}-c`] },
    });
  const [first, second] = [await twin(unique('Twin')), await twin(unique('Twin'))];
  await page.goto('/manage/redundancy');
  const cluster = page.getByRole('listitem').filter({ hasText: label });
  await expect(cluster).toContainText(first.name);
  await cluster.getByRole('button', { name: 'Decide' }).click();
  await page.getByRole('dialog').getByLabel('Decision').selectOption('Keep both');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: second.name })).toContainText('Keep both');
  await expect(cluster).toHaveCount(0);
});

test('importing: a trial run, the import, and undoing it', async ({ page }) => {
  const name = unique('Imported');
  const rows = ['name;description;category', `${name};From a file.;Tests`, ';No name.;Tests'];
  await page.goto('/manage/import');
  await page.getByLabel('Drop a file here, or choose one').setInputFiles({
    name: 'tools.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await expect(page.getByText('This is what the import would do:')).toBeVisible();
  await expect(page.getByText('columns separated by “;”')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Import 1 tool' }).click();
  await expect(page.getByText('The import is done.')).toBeVisible();
  await page.goto(`/?q=${name}`);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.goBack();
  await page.getByLabel('Drop a file here, or choose one').setInputFiles({
    name: 'tools.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByRole('radio', { name: 'Update them' }).check();
  await expect(page.getByRole('button', { name: 'Import 0 tools' })).toBeDisabled();
  await page.getByRole('radio', { name: 'Add them again' }).check();
  await page.getByRole('button', { name: 'Import 1 tool' }).click();
  await page.getByRole('button', { name: 'Undo: move 1 new tool to the trash' }).click();
  await expect(page.getByText('1 tool was moved to the trash.')).toBeVisible();
});

test('exporting starts a download', async ({ page }) => {
  await page.goto('/manage/import');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download YAML' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.ya?ml$/);
});
