// `node bench/src/soak.ts [--minutes 20] [--load 0.8]`: keeps the service busy at a part of what it can do here, with reads and
// writes of visitors and members, and watches its memory and its handles. With TEST_DATABASE_URL on PostgreSQL, otherwise on
// SQLite. Fails on any unexpected answer, and when memory or handles have grown from the first third to the last.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/src/config.ts';
import { createCatalogue, createRandom } from './data.ts';
import { type Inside, openInspector } from './inspect.ts';
import { type Running, startService } from './process.ts';
import { withScratch } from './scratch.ts';
import { createTraffic, type Traffic } from './traffic.ts';

const PORT = 3940;
const INSPECTOR_PORT = 3941;
const TOOLS = 5000;
const RATINGS = 200_000;
const PASSWORD = 'correct horse';
const WORKERS = 24;
const SECOND_MS = 1000;
const SAMPLES = 30;
const MOST_GROWTH = 1.1;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '20' }, load: { type: 'string', default: '0.8' } },
});

/**
 * Everybody sends the next request as soon as the last is answered, for that part of every second; so it is that part of what
 * the service can do at the moment, whatever else the machine has to do. Until the returned function is called.
 */
function keepBusy(traffic: Traffic, load: number): () => Promise<void> {
  let stopped = false;
  const work = async () => {
    while (!stopped) {
      const intoSecond = performance.now() % SECOND_MS;
      if (intoSecond < load * SECOND_MS) await traffic.next();
      else await setTimeout(SECOND_MS - intoSecond);
    }
  };
  const workers = Array.from({ length: WORKERS }, work);
  return async () => {
    stopped = true;
    await Promise.all(workers);
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
await withScratch(async (environment) => {
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
    const stop = keepBusy(traffic, Number(values.load));
    const samples: Sample[] = [];
    for (let i = 1; i <= SAMPLES; i += 1) {
      await setTimeout((Number(values.minutes) * 60_000) / SAMPLES);
      const minute = Math.round((100 * i * Number(values.minutes)) / SAMPLES) / 100;
      const inside = await inspector.look();
      samples.push({ minute, requests: traffic.answered, rss: service.memory(), files: service.handles(), ...inside });
      console.log(
        JSON.stringify(samples.at(-1)),
        `${traffic.unexpected.length} unexpected`,
        traffic.unexpected.slice(-2),
      );
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
  }
});
process.exit(failed ? 1 : 0);
