import { existsSync, readFileSync } from 'node:fs';
import type { SimilarTool, ToolInput } from '@toolscore/contract/schemas';
import { describe, expect, test } from 'vitest';
import { appForTest, isPostgres, startApp, type TestClient } from '../../../test/harness.ts';
import { insertTools } from '../tools/queries.ts';
import { normalizeTool } from '../tools/rules.ts';

async function app() {
  const started = await appForTest();
  const [admin, member] = [await started.admin(), await started.signedIn()];
  const add = async (name: string, input: Partial<ToolInput> = {}) => (await member.createTool({ name, ...input })).id;
  return { ...started, admin, member, add };
}

const similarTo = async (client: TestClient, id: number, query = '') =>
  (await client.get<SimilarTool[]>(`/tools/${id}/similar${query}`)).body;
const names = (tools: SimilarTool[]) => tools.map(({ name }) => name);

describe('similar tools', () => {
  test('share at least two labels, the category one of them, whatever their case and plural, and say which', async () => {
    const { visitor, add } = await app();
    const id = await add('Left', { category: 'Data', tags: ['Databases', 'SQL', 'Local'], features: ['Backups'] });
    await add('Right', { category: 'data', tags: ['database', 'Remote'], features: ['BACKUP'] });
    await add('Category alone', { category: 'Data', tags: ['Files'] });
    await add('One label', { category: 'Else', tags: ['SQL'] });
    await add('Other kind', { category: 'Data', tags: ['Backups'], features: ['Local'] });
    await add('Category and label', { category: 'DATA', tags: ['sql', 'Remote'] });
    const found = await similarTo(visitor(), id);
    expect(names(found)).toEqual(['Right', 'Category and label']);
    expect(found[0]).toMatchObject({
      sharedTags: ['Databases'],
      sharedFeatures: ['Backups'],
      sameCategory: true,
      pinned: false,
      ratingCount: 0,
    });
    expect(found[0]?.similarity).toBeGreaterThan(0.3);
    expect(found[0]?.similarity).toBeLessThan(1);
  });

  test('are similar by rare labels first, and the category breaks what is equal', async () => {
    const { visitor, add } = await app();
    const id = await add('Tool', { category: 'X', tags: ['rare', 'odd', 'usual', 'normal'] });
    await add('Rare elsewhere', { category: 'Y', tags: ['rare', 'odd'] });
    await add('Rare here', { category: 'X', tags: ['rare', 'odd'] });
    await add('Usual', { category: 'X', tags: ['usual', 'normal'] });
    for (const n of [1, 2, 3]) await add(`Filler ${n}`, { category: 'Z', tags: ['usual', 'normal', `own ${n}`] });
    for (const n of [4, 5, 6, 7]) await add(`Filler ${n}`, { category: 'Z' });
    expect(names(await similarTo(visitor(), id)).slice(0, 3)).toEqual(['Rare here', 'Usual', 'Rare elsewhere']);
    expect(names(await similarTo(visitor(), id, '?limit=1'))).toEqual(['Rare here']);
  });

  test('are not made so by labels that more than half of the tools carry', async () => {
    const { visitor, add } = await app();
    const common = ['SaaS', 'Cloud'];
    const id = await add('Tool', { tags: [...common, 'Maps', 'Routing'] });
    await add('Kin', { tags: [...common, 'Maps', 'Routing'] });
    for (const n of [1, 2, 3]) await add(`Other ${n}`, { tags: common });
    const found = await similarTo(visitor(), id);
    expect(names(found)).toEqual(['Kin']);
    expect(found[0]?.sharedTags).toEqual(['Maps', 'Routing']);
  });

  test('that relations name come first, the recommended before the alternatives, and without labels in common', async () => {
    const { admin, member, visitor, add } = await app();
    const id = await add('Tool', { tags: ['a', 'b'] });
    const kin = await add('Kin', { tags: ['a', 'b'] });
    const alternative = await add('Alternative', { category: 'Elsewhere' });
    const advice = await add('Advice', { category: 'Elsewhere' });
    const addOn = await add('Add-on', { category: 'Elsewhere' });
    await member.post(`/tools/${alternative}/relations`, { relatedToolId: id, kind: 'alternative' });
    await member.post(`/tools/${id}/relations`, { relatedToolId: addOn, kind: 'complement' });
    await admin.post(`/tools/${id}/relations`, { relatedToolId: advice, kind: 'recommended' });
    const found = await similarTo(visitor(), id);
    expect(found.map(({ name, pinned, similarity }) => [name, pinned, similarity])).toEqual([
      ['Advice', true, 0],
      ['Alternative', true, 0],
      ['Kin', false, 1],
    ]);
    expect(found.map((tool) => tool.id)).toContain(kin);
    expect(names(await similarTo(visitor(), advice))).toEqual([]);
  });

  test('with equal labels are told apart by what their names and descriptions say, in the words of the tool', async () => {
    const { member, visitor, add } = await app();
    const tags = ['git', 'hosting'];
    const id = await add('Tea', { tags, description: 'Painless service for Repositories. https://example.org/forge' });
    await add('Board', { tags, description: 'A kanban board' });
    const fork = await add('Forge', { tags, description: 'A fork of Tea with repositories' });
    await add('Elsewhere', { category: 'Boards', tags: ['kanban'], description: 'Another kanban board' });
    const found = await similarTo(visitor(), id);
    expect(found.map(({ name, sharedWords }) => [name, sharedWords])).toEqual([
      ['Forge', ['Repositories', 'Tea']],
      ['Board', []],
    ]);
    await member.patch(`/tools/${fork}`, { description: 'Other' });
    expect((await similarTo(visitor(), id)).map(({ name, similarity }) => [name, similarity])).toEqual([
      ['Board', 1],
      ['Forge', 1],
    ]);
  });

  test('follow every change of a tool at once', async () => {
    const { admin, visitor, add } = await app();
    const id = await add('Tool', { tags: ['a', 'b'] });
    const other = await add('Other', { tags: ['c', 'd'] });
    const found = async () => names(await similarTo(visitor(), id));
    expect(await found()).toEqual([]);
    await admin.patch(`/tools/${other}`, { tags: ['A', 'B'] });
    expect(await found()).toEqual(['Other']);
    await admin.patch(`/tools/${other}`, { name: 'Renamed' });
    expect(await found()).toEqual(['Renamed']);
    await admin.post('/tools/trash', { ids: [other] });
    expect(await found()).toEqual([]);
    await admin.post('/tools/trash/restore', { ids: [other] });
    expect(await found()).toEqual(['Renamed']);
    await admin.post('/tools/trash', { ids: [other] });
    await admin.delete('/tools/trash', { ids: [other] });
    await add('Newcomer', { tags: ['b', 'a'] });
    expect(await found()).toEqual(['Newcomer']);
  });

  test('follow a change made on another instance', async ({ skip }) => {
    if (!isPostgres()) skip('SQLite is one process per file');
    const { admin, visitor, add, environment } = await app();
    const [id, other] = [await add('Tool', { tags: ['a', 'b'] }), await add('Other', { tags: ['a', 'b'] })];
    const two = await startApp({}, environment);
    expect(names(await similarTo(two.visitor(), id))).toEqual(['Other']);
    await admin.patch(`/tools/${other}`, { tags: ['x'] });
    expect(names(await similarTo(two.visitor(), id))).toEqual([]);
    expect(names(await similarTo(visitor(), id))).toEqual([]);
    await two.close();
  });

  test('of an unknown or trashed tool are 404, a limit out of range 400', async () => {
    const { admin, add } = await app();
    const id = await add('Tool');
    for (const limit of ['0', '51', 'x', '1.5']) {
      expect((await admin.get(`/tools/${id}/similar?limit=${limit}`)).status).toBe(400);
    }
    await admin.post('/tools/trash', { ids: [id] });
    for (const unknown of [id, 999_999, 'abc']) expect((await admin.get(`/tools/${unknown}/similar`)).status).toBe(404);
  });
});

const realTools = new URL('../../../../../shared/data/awesome-selfhosted.json', import.meta.url);

describe.skipIf(!existsSync(realTools))('on 1,348 real tools (../shared/data, skipped without them)', () => {
  test('well-known tools have the kin that people expect, and clusters are neither one blob nor none', async () => {
    const { visitor, admin, context } = await app();
    const inputs: ToolInput[] = JSON.parse(readFileSync(realTools, 'utf8'));
    const fields = inputs.map(normalizeTool);
    for (let start = 0; start < fields.length; start += 200) {
      await insertTools(
        context.engine.db,
        fields.slice(start, start + 200),
        null,
        new Date(context.clock()).toISOString(),
      );
    }
    const { body: tools } = await visitor().get<{ id: number; name: string }[]>('/tools');
    const kin = async (name: string) => {
      const { id } = tools.find((tool) => tool.name === name) as { id: number };
      return names(await similarTo(visitor(), id));
    };
    expect((await kin('Nextcloud')).slice(0, 3)).toContain('ownCloud');
    expect(await kin('Gitea')).toEqual(expect.arrayContaining(['Gogs', 'Forgejo', 'GitLab']));
    expect(await kin('WordPress')).toEqual(expect.arrayContaining(['Drupal', 'Joomla!', 'TYPO3']));
    expect(await kin('Matomo')).toEqual(expect.arrayContaining(['Umami', 'Rybbit', 'AWStats']));
    expect(await kin('Home Assistant')).toEqual(expect.arrayContaining(['Gladys', 'Node RED', 'openHAB']));
    expect(await kin('Vaultwarden')).toEqual(expect.arrayContaining(['Bitwarden', 'Passbolt']));
    expect((await kin('Gitea'))[0]).toBe('Gogs');
    expect(await kin('Immich')).toEqual(expect.arrayContaining(['PhotoPrism', 'Ente']));
    expect(await kin('Moodle')).toEqual(expect.arrayContaining(['ILIAS', 'Chamilo LMS']));
    const { body } = await admin.get<{ total: number; clusters: { tools: unknown[] }[] }>('/admin/redundancy');
    const sizes = body.clusters.map((one) => one.tools.length);
    expect(body.total).toBe(sizes.length);
    expect(sizes.length).toBeGreaterThanOrEqual(30);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(40);
  });
});
