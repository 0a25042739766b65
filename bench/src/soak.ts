// `node bench/src/soak.ts [--minutes 20] [--load 0.8]`: keeps the service busy at a part of what it can do here, with reads and
// writes of visitors and members, and watches its memory and its handles. On SQLite, or with DATABASE_URL on an empty PostgreSQL
// database. Fails on any unexpected answer, and when memory or handles have grown from the first third to the last.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/src/config.ts';
import { createCatalogue, createRandom } from './data.ts';
import { type Inside, openInspector } from './inspect.ts';
import { type Running, startService } from './process.ts';
import { createTraffic, type Traffic } from './traffic.ts';

const PORT = 3940;
const INSPECTOR_PORT = 3941;
const TOOLS = 5000;
const RATINGS = 200_000;
const PASSWORD = 'correct horse';
const CALIBRATION_SECONDS = 20;
const WORKERS = 24;
const TICK_MS = 20;
/** Requests under way beyond which no more are sent: the machine is busy with something else. */
const MOST_UNDER_WAY = 200;
const SAMPLES = 30;
const MOST_GROWTH = 1.1;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, load: { type: 'string', default: '0.8' } },
});
const dataDir = mkdtempSync(join(tmpdir(), 'toolscore-soak-'));
const { DATABASE_URL: databaseUrl } = process.env;
const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };

/** Requests per second when everybody sends the next one as soon as the last is answered. */
async function calibrate(traffic: Traffic): Promise<number> {
  const end = performance.now() + CALIBRATION_SECONDS * 1000;
  const before = traffic.answered;
  const work = async () => {
    while (performance.now() < end) await traffic.next();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return (traffic.answered - before) / CALIBRATION_SECONDS;
}

/** Sends requests at that rate, answered or not, until the returned function is called. */
function keepBusy(traffic: Traffic, perSecond: number): () => Promise<void> {
  const underWay = new Set<Promise<void>>();
  let due = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) / 1000) * perSecond, MOST_UNDER_WAY);
    last = now;
    while (due >= 1 && underWay.size < MOST_UNDER_WAY) {
      due -= 1;
      const request = traffic.next().finally(() => underWay.delete(request));
      underWay.add(request);
    }
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
  };
}

interface Sample extends Inside {
  minute: number;
  requests: number;
  rss: number;
  files: number;
}

const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** How much the mean of the last third exceeds that of the first. */
function growth(samples: Sample[], of: 'rss' | 'heap' | 'files' | 'resources'): number {
  const third = Math.floor(samples.length / 3);
  return mean(samples.slice(-third).map((one) => one[of])) / mean(samples.slice(0, third).map((one) => one[of]));
}

let failed = false;
let service: Running | undefined;
try {
  await createCatalogue(loadConfig(environment), TOOLS, RATINGS);
  service = await startService(PORT, {
    ...environment,
    ADMIN_PASSWORD: PASSWORD,
    ANONYMOUS_VOTE_LIMIT: '0',
    NODE_OPTIONS: `--inspect=127.0.0.1:${INSPECTOR_PORT}`,
  });
  const inspector = await openInspector(INSPECTOR_PORT);
  const traffic = await createTraffic(service.url, PASSWORD, TOOLS, createRandom(1));
  await calibrate(traffic);
  const most = await calibrate(traffic);
  const rate = most * Number(values.load);
  console.log(`${Math.round(most)} requests a second at most here; ${Math.round(rate)} from now on`);
  const stop = keepBusy(traffic, rate);
  const samples: Sample[] = [];
  for (let i = 1; i <= SAMPLES; i += 1) {
    await setTimeout((Number(values.minutes) * 60_000) / SAMPLES);
    const minute = (i * Number(values.minutes)) / SAMPLES;
    const inside = await inspector.look();
    samples.push({ minute, requests: traffic.answered, rss: service.memory(), files: service.handles(), ...inside });
  }
  await stop();
  inspector.close();
  console.table(samples.filter((_, i) => i === 0 || i === SAMPLES / 2 - 1 || i === SAMPLES - 1));
  for (const what of ['rss', 'heap', 'files', 'resources'] as const) {
    const grown = growth(samples, what);
    console.log(`${what}: last third / first third ${grown.toFixed(3)} (aim ≤ ${MOST_GROWTH})`);
    failed ||= grown > MOST_GROWTH;
  }
  console.table(Object.fromEntries(traffic.statuses));
  console.log(`${traffic.unexpected.length} unexpected answers`, traffic.unexpected.slice(0, 10));
  failed ||= traffic.unexpected.length > 0;
} finally {
  await service?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
