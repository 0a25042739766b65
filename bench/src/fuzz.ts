// `node bench/src/fuzz.ts [COUNT] [SEED]`: hostile requests made from the contract, 100,000 of them unless told otherwise.
// With TEST_DATABASE_URL on PostgreSQL, otherwise on SQLite. Ends with 1 when any answer is one that must not be.
import { buildApp } from '../../server/src/app.ts';
import { loadConfig } from '../../server/src/config.ts';
import { migrate, openDatabase } from '../../server/src/database/index.ts';
import { fuzz } from '../../server/test/fuzz.ts';
import { withScratch } from './scratch.ts';

const [count = 100_000, seed = 1] = process.argv.slice(2).map(Number);

await withScratch(async (environment) => {
  // No limits: they would keep most requests from what they are to reach.
  const limits = {
    PASSWORD_ATTEMPT_LIMIT: '1000000000',
    LOGIN_ATTEMPT_LIMIT: '1000000000',
    ANONYMOUS_VOTE_LIMIT: '0',
    EVENT_LOOP_LIMIT: '0',
  };
  const config = loadConfig({ LOG_LEVEL: 'silent', ...environment, ...limits });
  const engine = openDatabase(config, ({ message }) => console.error(message));
  await migrate(engine);
  const context = { config, engine, clock: Date.now, state: { ready: true } };
  const app = await buildApp(context);
  const began = performance.now();
  const report = await fuzz(app, context, { seed, count }, (done) => console.log(`${done} …`));
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${engine.kind}, seed ${seed}: ${report.requests} requests in ${seconds} s, ${report.faults.length} faults`,
  );
  console.table(report.statuses);
  for (const fault of report.faults) console.log(fault);
  await app.close();
  await engine.close();
  if (report.faults.length > 0) process.exitCode = 1;
});
