// `node bench/src/overload.ts [CLIENTS]`: so many clients (200) each search a catalogue of 100,000 tools for something that
// nobody has asked before, again and again, half a second after a refusal; another asks after the service's health. What
// becomes of them, by second. With TEST_DATABASE_URL on PostgreSQL, otherwise on SQLite.
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../../server/src/config.ts';
import { createCatalogue } from './data.ts';
import { startService } from './process.ts';
import { withScratch } from './scratch.ts';

const TOOLS = 100_000;
const RATINGS = 200_000;
const SECONDS = 10;
const PORT = 3910;
const words = ['fast', 'open', 'cloud', 'data', 'team', 'secure', 'simple', 'mobile', 'server', 'client', 'chart'];

const clients = Number(process.argv[2] ?? 200);

await withScratch(async (environment) => {
  console.log(`making ${TOOLS} tools …`);
  await createCatalogue(loadConfig(environment), TOOLS, RATINGS);
  const service = await startService(PORT, environment);
  const rows: Record<string, number>[] = [];
  const began = performance.now();
  const end = began + SECONDS * 1000;

  /** Asks, and notes under the second of the answer what it was and the longest that anybody waited for such a one. */
  const ask = async (path: string, what: string) => {
    const sent = performance.now();
    const { status } = await fetch(service.url + path).then(async (answer) => {
      await answer.arrayBuffer();
      return answer;
    });
    const now = performance.now();
    const row = (rows[Math.floor((now - began) / 1000)] ??= {});
    const longest = `${what} ${status}, longest ms`;
    row[`${what} ${status}`] = (row[`${what} ${status}`] ?? 0) + 1;
    row[longest] = Math.max(row[longest] ?? 0, Math.round(now - sent));
    return status;
  };

  let asked = 0;
  const search = async () => {
    while (performance.now() < end) {
      asked += 1;
      const pair = `${words[asked % words.length]}%20${words[(asked * 7 + 1) % words.length]}`;
      if ((await ask(`/api/tools?search=${pair}&limit=50&asked=${asked}`, 'search')) === 503) await setTimeout(500);
    }
  };
  const probe = async () => {
    while (performance.now() < end) {
      await ask('/api/healthz', 'health');
      await setTimeout(250);
    }
  };
  await Promise.all([probe(), ...Array.from({ length: clients }, search)]);
  const afterwards = await ask(`/api/tools?search=fast&limit=50&asked=${asked + 1}`, 'afterwards');
  console.table(rows);
  console.log(`and afterwards: ${afterwards}`);
  await service.stop();
});
