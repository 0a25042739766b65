// `node bench/src/trash.ts`: empties a trash of 50,000 tools while somebody else keeps asking, and tells how long that
// somebody had to wait. Aim: never more than 100 ms.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../server/src/config.ts';
import { openDatabase } from '../../server/src/database/index.ts';
import { createCatalogue } from './data.ts';
import { startService } from './process.ts';
import { openSession } from './session.ts';

const TOOLS = 50_000;
const RATINGS = 100_000;
const PASSWORD = 'correct horse';

const folder = mkdtempSync(join(tmpdir(), 'toolscore-bench-'));
try {
  const config = loadConfig({ DATA_DIR: folder });
  console.log(`making ${TOOLS} tools with ${RATINGS} ratings …`);
  await createCatalogue(config, TOOLS, RATINGS);
  const engine = openDatabase(config, console.error);
  await engine.db.updateTable('tools').set({ deleted_at: '2026-01-01T00:00:00.000Z', deleted_by: 'bench' }).execute();
  await engine.close();

  const service = await startService(3903, { DATA_DIR: folder, ADMIN_PASSWORD: PASSWORD });
  const post = await openSession(service.url, 'admin', PASSWORD);
  let done = false;
  const began = performance.now();
  const emptied = post('/api/tools/trash/empty').finally(() => (done = true));
  const waits: number[] = [];
  while (!done) {
    const asked = performance.now();
    await (await fetch(`${service.url}/api/healthz`)).arrayBuffer();
    waits.push(performance.now() - asked);
  }
  const { deleted } = (await (await emptied).json()) as { deleted: number };
  const seconds = (performance.now() - began) / 1000;
  const sorted = waits.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  console.table([
    {
      deleted,
      seconds: seconds.toFixed(1),
      requests: waits.length,
      'p99 ms': p99.toFixed(1),
      'longest ms': (sorted.at(-1) ?? 0).toFixed(1),
    },
  ]);
  await service.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
