// Importing 50,000 rows into the service as it is shipped: how long it takes, what other requests feel of it, and memory.
// `node bench/src/import.ts [rows]`; the formats are measured one after the other, each on a new database, with
// TEST_DATABASE_URL on PostgreSQL, otherwise on SQLite.
import { type Running, startService } from './process.ts';
import { withScratch } from './scratch.ts';

const rows = Number(process.argv[2] ?? 50_000);
const PASSWORD = 'bench-password';
const MB = 1024 * 1024;

const words = 'fast small open source tracker of issues, notes and photos for teams that host their own things'.split(
  ' ',
);
const phrase = (seed: number, length: number) =>
  Array.from({ length }, (_, index) => words[(seed * 31 + index * 7 + ((seed * index) % 5)) % words.length]).join(' ');
const tools = Array.from({ length: rows }, (_, index) => ({
  name: `Tool ${index}`,
  description: phrase(index, 25),
  category: `Category ${index % 40}`,
  websiteUrl: `https://tool-${index}.example.com/`,
  features: [0, 1, 2].map((k) => `feature ${(index * 3 + k) % 200}`),
  tags: [0, 1, 2].map((k) => `tag ${(index * 5 + k) % 300}`),
}));

const files: Record<string, () => string> = {
  csv: () =>
    ['name,description,category,websiteUrl,features,tags']
      .concat(
        tools.map(({ name, description, category, websiteUrl, features, tags }) =>
          [name, `"${description}"`, category, websiteUrl, features.join('|'), tags.join('|')].join(','),
        ),
      )
      .join('\n'),
  json: () => JSON.stringify(tools),
  yaml: () =>
    tools
      .map(
        ({ name, description, category, websiteUrl, features, tags }) =>
          `- name: ${name}\n  description: ${description}\n  category: ${category}\n  websiteUrl: ${websiteUrl}\n` +
          `  features: [${features.join(', ')}]\n  tags: [${tags.join(', ')}]\n`,
      )
      .join(''),
};

async function signIn({ url }: Running): Promise<{ cookie: string; token: string }> {
  let cookie = '';
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    const response = await fetch(`${url}/api${path}`, { ...init, headers });
    const fresh = response.headers.getSetCookie().map((item) => item.split(';', 1)[0] as string);
    if (fresh.length > 0) cookie = fresh.join('; ');
    if (!response.ok) throw new Error(await response.text());
    return response.json() as Promise<{ token: string }>;
  };
  const { token } = await call('/auth/csrf');
  await call('/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': token },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  return { cookie, token: (await call('/auth/csrf')).token };
}

/** Other people's requests, one after the other, until stopped; their times in milliseconds. */
function watch({ url, memory }: Running) {
  const times: number[] = [];
  let peak = 0;
  let isRunning = true;
  const paths = ['/tools?limit=20', '/categories', '/tools?search=photos&limit=20', '/healthz', '/analytics/summary'];
  const done = (async () => {
    for (let index = 0; isRunning; index += 1) {
      const began = performance.now();
      await (await fetch(`${url}/api${paths[index % paths.length]}`)).arrayBuffer();
      times.push(performance.now() - began);
      peak = Math.max(peak, memory());
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    isRunning = false;
    await done;
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return { requests: times.length, p50: at(0.5), p99: at(0.99), max: at(1), peak };
  };
}

async function measure(format: string, text: string, port: number, environment: Record<string, string>) {
  const service = await startService(port, { ...environment, ADMIN_PASSWORD: PASSWORD });
  try {
    const { cookie, token } = await signIn(service);
    const warm = watch(service);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await warm();
    const before = service.memory();
    const stop = watch(service);
    const began = performance.now();
    const response = await fetch(`${service.url}/api/admin/tools/import`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-csrf-token': token, cookie },
      body: text,
    });
    const result = (await response.json()) as { created: number; failed: number };
    const seconds = (performance.now() - began) / 1000;
    const { requests, p50, p99, max, peak } = await stop();
    const size = Buffer.byteLength(text) / MB;
    return {
      format,
      'file MB': size.toFixed(1),
      created: result.created,
      failed: result.failed,
      seconds: seconds.toFixed(1),
      requests,
      'p50 ms': p50.toFixed(1),
      'p99 ms': p99.toFixed(1),
      'max ms': max.toFixed(1),
      'memory growth': `${((peak - before) / size).toFixed(1)}x`,
      'growth MB': (peak - before).toFixed(0),
    };
  } finally {
    await service.stop();
  }
}

const results: Awaited<ReturnType<typeof measure>>[] = [];
for (const [index, [format, make]] of Object.entries(files).entries()) {
  await withScratch(async (environment) => {
    results.push(await measure(format, make(), 3290 + index, environment));
  });
}
console.table(results);
