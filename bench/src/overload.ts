// `node bench/src/overload.ts [CLIENTS] [--ratings]`: so many clients (200) each search a catalogue of 100,000 tools for
// something that nobody has asked before, or each rate one tool after the other, again and again, half a second after a
// refusal; another asks after the service's health. What becomes of them, by second. With TEST_DATABASE_URL on PostgreSQL,
// otherwise on SQLite.
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '../../server/src/config.ts';
import { createCatalogue } from './data.ts';
import { Person, type Reply } from './person.ts';
import { startService } from './process.ts';
import { withScratch } from './scratch.ts';

const TOOLS = 100_000;
const RATINGS = 200_000;
const SECONDS = 10;
const PORT = 3910;
const words = ['fast', 'open', 'cloud', 'data', 'team', 'secure', 'simple', 'mobile', 'server', 'client', 'chart'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ratings: { type: 'boolean', default: false } },
});
const clients = Number(positionals[0] ?? 200);

await withScratch(async (environment) => {
  console.log(`making ${TOOLS} tools …`);
  await createCatalogue(loadConfig(environment), TOOLS, RATINGS);
  const service = await startService(PORT, environment);
  const people = Array.from({ length: clients }, () => new Person(service.url));
  const rows: Record<string, number>[] = [];
  let began = 0;
  const ends = () => performance.now() - began > SECONDS * 1000;

  /** Notes under the second of the answer what it was, and the longest that anybody waited for such a one. */
  const note = async (what: string, answer: Promise<Reply>) => {
    const sent = performance.now();
    const { status } = await answer;
    const now = performance.now();
    const row = (rows[Math.floor((now - began) / 1000)] ??= {});
    const longest = `${what} ${status}, longest ms`;
    row[`${what} ${status}`] = (row[`${what} ${status}`] ?? 0) + 1;
    row[longest] = Math.max(row[longest] ?? 0, Math.round(now - sent));
    row['memory MB'] = Math.max(row['memory MB'] ?? 0, Math.round(service.memory()));
    return status;
  };

  let asked = 0;
  const search = (person: Person) => {
    asked += 1;
    const pair = `${words[asked % words.length]}%20${words[(asked * 7 + 1) % words.length]}`;
    return person.send('GET', `/tools?search=${pair}&limit=50&asked=${asked}`);
  };
  const rate = (person: Person) => {
    asked += 1;
    return person.send('POST', `/tools/${(asked % TOOLS) + 1}/ratings`, { usefulness: 4, usability: 3 });
  };
  const [what, send] = values.ratings ? (['rating', rate] as const) : (['search', search] as const);
  const insist = async (person: Person) => {
    while (!ends()) if ((await note(what, send(person))) === 503) await setTimeout(500);
  };
  const probe = async () => {
    for (const prober = new Person(service.url); !ends(); await setTimeout(250)) {
      await note('health', prober.send('GET', '/healthz'));
    }
  };

  // With the first rating come cookies and token.
  if (values.ratings) for (const person of people) await rate(person);
  began = performance.now();
  await Promise.all([probe(), ...people.map(insist)]);
  const stopped = performance.now();
  const { status: afterwards } = await send(people[0] as Person);
  console.table(rows);
  console.log(`and afterwards: ${afterwards}, in ${Math.round(performance.now() - stopped)} ms`);
  await service.stop();
});
