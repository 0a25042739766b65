// `node bench/src/kills.ts [--kills 100] [--seed 1]`: kills the service (-9) at random moments under a mixed load
// of writes, starts it again and compares what it has with everything that it had acknowledged; with TEST_DATABASE_URL on
// PostgreSQL, otherwise on SQLite. Fails when anything acknowledged is missing or `toolscore check` finds a difference.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Answer } from './answer.ts';
import { createRandom } from './data.ts';
import { Person } from './person.ts';
import { type Running, startBare, startService } from './process.ts';
import { withScratch } from './scratch.ts';
import { createWriters, type Facts } from './writers.ts';

const PASSWORD = 'correct horse';
const LONGEST_RUN_MS = 1500;
const KILLS_PER_CHECK = 10;
const BACK_IN_MS = 2000;

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
});
const kills = Number(values.kills);
const random = createRandom(Number(values.seed));

interface Tool {
  id: number;
  name: string;
}

/** Everything the writers have to do with, as the service has it now. */
async function readFacts(url: string, sharedTools: readonly number[]): Promise<Facts> {
  const reader = new Person(url);
  const facts: Facts = new Map();
  const { body } = await reader.send<Tool[]>('GET', '/tools');
  for (const { id, name } of body) facts.set(`tool ${id}`, name);
  for (const id of sharedTools) {
    const ratings = await reader.send<{ comment: string }[]>('GET', `/tools/${id}/ratings`);
    for (const { comment } of ratings.body) facts.set(`rating ${id} ${comment.split(' ')[0]}`, comment);
  }
  return facts;
}

function checkCounters(environment: Record<string, string>): void {
  const cli = new URL('../../server/src/cli/main.ts', import.meta.url).pathname;
  const { PATH = '' } = process.env;
  const run = spawnSync(process.execPath, [cli, 'check'], { encoding: 'utf8', env: { PATH, ...environment } });
  if (run.status !== 0) throw new Error(`toolscore check: ${run.stdout}${run.stderr}`);
}

const median = (times: number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0);

/** What starting a bare node:http server takes here: most of a start is the machine's business. */
async function measureBare(folder: string, port: number): Promise<number> {
  const file = join(folder, 'bare');
  writeFileSync(file, JSON.stringify({ body: 'ok', headers: [], unchangedHeaders: [] } satisfies Answer));
  const bare = await startBare(port, file);
  await bare.kill();
  return bare.startMs;
}

await withScratch(async (scratch) => {
  const port = scratch.DATABASE_URL ? 3908 : 3904;
  const environment = { ...scratch, ADMIN_PASSWORD: PASSWORD, ANONYMOUS_VOTE_LIMIT: '0' };
  const start = () => startService(port, environment);
  const startTimes: number[] = [];
  const bareTimes: number[] = [];
  let service: Running | undefined;
  try {
    service = await start();
    const { writers, sharedTools } = await createWriters(service.url, PASSWORD, random);
    for (let kill = 1; kill <= kills; kill += 1) {
      const work = writers.map((writer) => writer.run());
      await setTimeout(random() * LONGEST_RUN_MS);
      await service.kill();
      await Promise.all(work);
      service = await start();
      startTimes.push(service.startMs);
      const facts = await readFacts(service.url, sharedTools);
      for (const writer of writers) writer.compare(facts);
      if (kill % KILLS_PER_CHECK === 0) {
        checkCounters(environment);
        bareTimes.push(await measureBare(scratch.DATA_DIR as string, port + 1));
        const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
        console.log(
          `${kill} kills, ${acknowledged} acknowledged writes, none lost; back in ${Math.round(service.startMs)} ms`,
        );
      }
    }
    checkCounters(environment);
    console.table([
      {
        kills,
        acknowledged: writers.reduce((sum, writer) => sum + writer.acknowledged, 0),
        'cut off': writers.reduce((sum, writer) => sum + writer.cutOff, 0),
        'of these kept': writers.reduce((sum, writer) => sum + writer.cutOffKept, 0),
        lost: 0,
        'back, median ms': median(startTimes),
        'longest ms': Math.round(Math.max(...startTimes)),
        [`over ${BACK_IN_MS} ms`]: startTimes.filter((ms) => ms > BACK_IN_MS).length,
        'bare node, median ms': median(bareTimes),
      },
    ]);
  } finally {
    await service?.kill();
  }
});
