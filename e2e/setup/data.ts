// A small catalogue, its ratings and the accounts, made once through the interface before the journeys.
import { test } from '@playwright/test';
import { clientFor, clientOf, keepSession, newVisitor, password } from './api.ts';

const LONG_WORD = 'incomprehensibilities'.repeat(100);

const tools = [
  ['Atlas Wiki', 'Knowledge', 'Pages that a whole team edits together.', ['wiki', 'team'], ['markdown', 'history']],
  ['Birch Notes', 'Knowledge', 'Quick personal notes with links between them.', ['wiki', 'notes'], ['markdown']],
  ['Cedar Board', 'Planning', 'Cards in columns for small teams.', ['team', 'kanban'], ['drag and drop']],
  ['Delta Forms', 'Surveys', 'Questionnaires with 100% of the data on your server.', ['forms'], ['export']],
  ['Elm Chat', 'Communication', 'Rooms and threads.', ['team', 'chat'], ['search', 'history']],
  ['Fern Mail', 'Communication', 'A web client for mail.', ['mail'], ['search']],
  ['Grove Metrics', 'Monitoring', 'Charts of what servers do.', ['charts'], ['alerts', 'export']],
  ['Hazel Vault', 'Security', 'Shared passwords for teams.', ['team', 'secrets'], ['audit']],
] as const;

test('the catalogue, its ratings and the accounts', async () => {
  await keepSession('admin');
  const api = await clientFor('admin');
  for (const role of ['premium', 'free'] as const) {
    await api('POST /users', { body: { username: role, password: password(role), tier: role } });
    await keepSession(role);
  }
  const ids: number[] = [];
  for (const [name, category, description, tags, features] of tools) {
    const { id } = await api('POST /tools', {
      body: {
        name,
        category,
        description,
        tags: [...tags],
        features: [...features],
        websiteUrl: `${category}.example`,
      },
    });
    ids.push(id);
  }
  for (let voter = 0; voter < 6; voter += 1) {
    const vote = clientOf(await newVisitor());
    for (const [index, id] of ids.slice(0, 5).entries()) {
      await vote('POST /tools/:id/ratings', {
        params: { id },
        body: {
          usefulness: 5 - ((index + voter) % 3),
          usability: 2 + ((index * voter) % 4),
          comment: voter === 0 ? `Works for us, says voter ${voter}.` : null,
        },
      });
    }
  }
  const [first = 0, second = 0] = ids;
  await api('POST /tools/:id/relations', {
    params: { id: first },
    body: { relatedToolId: second, kind: 'alternative' },
  });
  await api('POST /tools/:id/costs', {
    params: { id: first },
    body: {
      amount: '12.50',
      currency: 'EUR',
      period: 'monthly',
      seats: 5,
      startsOn: '2024-01-01',
      renewsOn: '2099-01-01',
    },
  });
  await api('POST /tools', {
    body: {
      name: `<script>alert(1)</script> \u202Egnp.exe ${LONG_WORD.slice(0, 120)}`,
      category: 'Hostile "><img src=x onerror=alert(1)>',
      description: `${LONG_WORD} javascript:alert(1)`,
      tags: [`tag-${LONG_WORD.slice(0, 80)}`],
    },
  });
});
