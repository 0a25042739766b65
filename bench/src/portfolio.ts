// `node bench/src/portfolio.ts`: similar tools and clusters, on the real catalogue in ../shared/data (when it is there) and on
// 50,000 made-up tools, with what other requests notice of the work in the background.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Redundancy, SimilarTool, ToolInput } from '../../contract/src/schemas.ts';
import { listTotalDifferences, repairTotals } from '../../server/src/cli/totals.ts';
import { loadConfig } from '../../server/src/config.ts';
import { migrate, openDatabase } from '../../server/src/database/index.ts';
import { insertTools } from '../../server/src/features/tools/queries.ts';
import { normalizeTool } from '../../server/src/features/tools/rules.ts';
import { createRandom } from './data.ts';
import { startService } from './process.ts';

const PORT = 3905;
const MANY_TOOLS = 50_000;
const CLIENTS = 4;
const PASSWORD = 'bench password';
const realTools = new URL('../../../shared/data/awesome-selfhosted.json', import.meta.url);
const wellKnown = [
  'Nextcloud',
  'Jellyfin',
  'Gitea',
  'WordPress',
  'Home Assistant',
  'Immich',
  'Mattermost',
  'Matomo',
  'GitLab',
  'Vaultwarden',
];

/** Tools whose topics are as many and as crowded as in the real catalogue (some seventeen tools to a topic), with as many words. */
function createInputs(count: number): ToolInput[] {
  const random = createRandom(7);
  const below = (n: number, power = 1) => Math.floor(random() ** power * n);
  return Array.from({ length: count }, (_, index) => {
    const topic = below(count / 17);
    const tags = [`Topic ${topic}`, `Licence ${below(12, 3)}`];
    if (random() < 0.3) tags.push(`Topic ${below(count / 17)}`);
    const features = Array.from({ length: 1 + below(3) }, () => `Platform ${below(40, 3)}`);
    const description = Array.from({ length: 18 }, () => `word${below(20_000, 3)}`).join(' ');
    return { name: `Tool ${index}`, description, category: `Category ${topic % 120}`, tags, features };
  });
}

/** Writes tools with made-up counters into a new database. */
async function createCatalogue(dataDir: string, inputs: readonly ToolInput[]): Promise<void> {
  const random = createRandom(11);
  const engine = openDatabase(loadConfig({ DATA_DIR: dataDir }), (error) => {
    throw error;
  });
  await migrate(engine);
  const fields = inputs.map(normalizeTool);
  await engine.db.transaction().execute(async (trx) => {
    for (let start = 0; start < fields.length; start += 500) {
      const ids = await insertTools(trx, fields.slice(start, start + 500), null, '2024-01-01T00:00:00.000Z');
      for (const id of ids) {
        const count = Math.floor(random() ** 3 * 40);
        const good = Math.floor(random() * (count + 1));
        const counters = {
          usefulness_4: good,
          usefulness_2: count - good,
          usability_5: good,
          usability_3: count - good,
        };
        await trx.updateTable('tools').set(counters).where('id', '=', id).execute();
      }
    }
  });
  await repairTotals(engine.db, await listTotalDifferences(engine.db));
  await engine.close();
}

type Get = <T>(path: string) => Promise<T>;

/** A client signed in as the first admin. */
async function signIn(base: string): Promise<{ get: Get; patch: (path: string, body: object) => Promise<void> }> {
  const cookies = new Map<string, string>();
  const send = async <T>(method: string, path: string, token = '', body?: object): Promise<T> => {
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-csrf-token': token,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const token = async () => (await send<{ token: string }>('GET', '/auth/csrf')).token;
  await send('POST', '/auth/login', await token(), { username: 'admin', password: PASSWORD });
  return {
    get: (path) => send('GET', path),
    patch: async (path, body) => {
      await send('PATCH', path, await token(), body);
    },
  };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

async function warm(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let i = 0; i < 60; i += 1) times.push((await timed(work)).ms);
  return `warm p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`;
}

/** What other requests notice while `work` goes on: single tools and pages of 50, by several clients. */
async function during<T>(
  get: Get,
  tools: number,
  work: () => Promise<T>,
): Promise<{ ms: number; value: T; others: string }> {
  const random = createRandom(3);
  const times: number[] = [];
  let going = true;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (going) {
      const id = 1 + Math.floor(random() * tools);
      const path = random() < 0.7 ? `/tools/${id}` : '/tools?limit=50&sort=top_rated';
      times.push((await timed(() => get(path))).ms);
    }
  });
  const result = await timed(work);
  going = false;
  await Promise.all(clients);
  const others = `${times.length} other requests: p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, max ${ms(Math.max(...times))}`;
  return { ...result, others };
}

const serve = (dataDir: string) => startService(PORT, { DATA_DIR: dataDir, ADMIN_PASSWORD: PASSWORD });

function describe({ total, clusters }: Redundancy): string {
  const sizes = clusters.map(({ tools }) => tools.length);
  const members = sizes.reduce((a, b) => a + b, 0);
  return `${total} clusters; of these ${sizes.length}: ${members} tools, largest ${Math.max(...sizes)}, median ${quantile(sizes, 0.5)}`;
}

async function measureReal(folder: string): Promise<void> {
  const inputs: ToolInput[] = JSON.parse(readFileSync(realTools, 'utf8'));
  await createCatalogue(folder, inputs);
  const service = await serve(folder);
  const { get } = await signIn(service.url);
  const idOf = (name: string) => inputs.findIndex((tool) => tool.name === name) + 1;
  const similar = (name: string) => get<SimilarTool[]>(`/tools/${idOf(name)}/similar`);
  const cold = await timed(() => similar('Gitea'));
  const clusters = await timed(() => get<Redundancy>('/admin/redundancy'));
  console.log(`${inputs.length} real tools`);
  console.log(`similar: cold ${ms(cold.ms)}, ${await warm(() => similar('Gitea'))}`);
  console.log(`clusters: cold ${ms(clusters.ms)}, ${await warm(() => get('/admin/redundancy'))}`);
  console.log(describe(clusters.value));
  console.log(`memory ${service.memory().toFixed(0)} MB`);
  for (const name of wellKnown) {
    const found = (await similar(name)).slice(0, 6).map((tool) => `${tool.name} ${tool.similarity.toFixed(2)}`);
    console.log(`  ${name}: ${found.join(', ')}`);
  }
  await service.stop();
}

async function measureMany(folder: string): Promise<void> {
  await createCatalogue(folder, createInputs(MANY_TOOLS));
  const service = await serve(folder);
  const { get, patch } = await signIn(service.url);
  console.log(`${MANY_TOOLS} made-up tools, ${CLIENTS} other clients`);
  console.log(`nothing in the background; ${(await during(get, MANY_TOOLS, () => setTimeout(5000))).others}`);
  const clusters = await during(get, MANY_TOOLS, () => get<Redundancy>('/admin/redundancy'));
  console.log(`clusters: cold ${ms(clusters.ms)}; meanwhile ${clusters.others}`);
  console.log(describe(clusters.value));
  console.log(`clusters: ${await warm(() => get('/admin/redundancy?limit=20'))}`);
  console.log(`similar: ${await warm(() => get('/tools/4711/similar'))}`);
  await patch('/tools/4711', { tags: ['Topic 1', 'Licence 1', 'New'] });
  const changed = await during(get, MANY_TOOLS, () => get('/tools/4711/similar'));
  console.log(`similar right after a change of that tool: ${ms(changed.ms)}; meanwhile ${changed.others}`);
  const again = await during(get, MANY_TOOLS, () => get<Redundancy>('/admin/redundancy'));
  console.log(`clusters after it: ${ms(again.ms)}; meanwhile ${again.others}`);
  console.log(`memory ${service.memory().toFixed(0)} MB`);
  await service.stop();
}

const folder = mkdtempSync(join(tmpdir(), 'toolscore-portfolio-'));
try {
  if (existsSync(realTools)) await measureReal(join(folder, 'real'));
  else console.log('../shared/data is not there: the real catalogue is left out');
  await measureMany(join(folder, 'many'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
