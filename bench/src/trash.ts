// `node bench/src/trash.ts`: empties a trash of 50,000 tools while somebody else keeps asking, and tells how long that
// somebody had to wait. Aim: never more than 100 ms. With TEST_DATABASE_URL on PostgreSQL, otherwise on SQLite.
import { listTotalDifferences, repairTotals } from '../../server/src/cli/totals.ts';
import { loadConfig } from '../../server/src/config.ts';
import { openDatabase } from '../../server/src/database/index.ts';
import { createCatalogue } from './data.ts';
import { startService } from './process.ts';
import { withScratch } from './scratch.ts';
import { openSession } from './session.ts';

const TOOLS = 50_200;
const TRASHED = 50_000;
const RATINGS = 100_000;
const PASSWORD = 'correct horse';
const PORT = 3903;
const TURNS_ALONE = 2000;
const RATED = 100;

async function fillTrash(environment: Record<string, string>): Promise<void> {
  const config = loadConfig(environment);
  console.log(`making ${TOOLS} tools with ${RATINGS} ratings …`);
  await createCatalogue(config, TOOLS, RATINGS);
  const engine = openDatabase(config, ({ message }) => console.error(message));
  const trashed = { deleted_at: '2026-01-01T00:00:00.000Z', deleted_by: 'bench' };
  await engine.db.updateTable('tools').set(trashed).where('id', '<=', TRASHED).execute();
  await repairTotals(engine.db, await listTotalDifferences(engine.db));
  await engine.close();
}

function describe(kind: string, waits: number[]) {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
  return {
    requests: kind,
    count: waits.length,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'longest ms': (sorted.at(-1) ?? 0).toFixed(1),
  };
}

await withScratch(async (environment) => {
  await fillTrash(environment);
  const service = await startService(PORT, { ...environment, ADMIN_PASSWORD: PASSWORD, TRASH_RETENTION_DAYS: '0' });
  const post = await openSession(service.url, 'admin', PASSWORD);
  let tool = TRASHED;
  const kinds = {
    health: () => fetch(`${service.url}/api/healthz`),
    page: () => fetch(`${service.url}/api/tools?sort=top_rated&limit=50`),
    rating: () => {
      tool += 1;
      const body = JSON.stringify({ usefulness: 4, usability: 3 });
      return post(`/api/tools/${tool}/ratings`, body, { 'content-type': 'application/json' });
    },
  };
  /** Asks one thing after the other until told to stop; how long each took. */
  const ask = async (isOver: (turn: number) => boolean) => {
    const waits: Record<keyof typeof kinds, number[]> = { health: [], page: [], rating: [] };
    const lastRated = tool + RATED;
    for (let turn = 0; !isOver(turn); turn += 1) {
      // One vote per tool is all that one voter has, so votes are rare.
      const kind = turn % 20 === 0 && tool < lastRated ? 'rating' : turn % 2 === 0 ? 'page' : 'health';
      const asked = performance.now();
      const answer = await kinds[kind]();
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${kind} answered ${answer.status}`);
      waits[kind].push(performance.now() - asked);
    }
    return waits;
  };
  const alone = await ask((turn) => turn === TURNS_ALONE);
  let done = false;
  const began = performance.now();
  const emptied = post('/api/tools/trash/empty').finally(() => (done = true));
  const meanwhile = await ask(() => done);
  const { deleted } = (await (await emptied).json()) as { deleted: number };
  console.log(
    `${deleted} deleted in ${((performance.now() - began) / 1000).toFixed(1)} s; requests, one after the other:`,
  );
  console.table([
    ...Object.entries(alone).map(([kind, list]) => describe(`${kind}, before`, list)),
    ...Object.entries(meanwhile).map(([kind, list]) => describe(`${kind}, meanwhile`, list)),
  ]);
  await service.stop();
});
