// What the tests of importing share: how files are sent, and two tools.
import type { ImportResult, ToolWithStats } from '@toolscore/contract/schemas';
import type { Answer, TestClient } from './harness.ts';

export const PATH = '/admin/tools/import';

export async function send(client: TestClient, body: unknown, type: string, query = ''): Promise<Answer<ImportResult>> {
  const headers = { 'content-type': type, 'x-csrf-token': await client.csrfToken() };
  return client.send<ImportResult>('POST', `${PATH}${query}`, { body, headers });
}
export const sendCsv = (client: TestClient, text: string | Buffer, query = '') => send(client, text, 'text/csv', query);
export const sendJson = (client: TestClient, value: unknown, query = '') =>
  send(client, JSON.stringify(value), 'application/json', query);

export const counts = ({ created, updated, unchanged, failed }: ImportResult) => [created, updated, unchanged, failed];
export const listTools = async (client: TestClient) => (await client.get<ToolWithStats[]>('/tools?sort=name_asc')).body;
export const own = ({ name, description, category, websiteUrl, iconUrl, features, tags }: ToolWithStats) => ({
  name,
  description,
  category,
  websiteUrl,
  iconUrl,
  features,
  tags,
});
export const alpha = {
  name: 'Alpha',
  description: 'First, of all',
  category: 'Letters',
  websiteUrl: 'https://alpha.example',
  iconUrl: null,
  features: ['Fast', 'Small'],
  tags: ['MIT'],
};
export const beta = { ...alpha, name: 'Beta', websiteUrl: null, features: [], tags: ['GPL', 'old'] };
