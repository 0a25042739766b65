// Starts the service: config → database → app → listen → jobs → graceful close.
import type { AddressInfo } from 'node:net';
import closeWithGrace from 'close-with-grace';
import { buildApp, type Context } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { migrate, openDatabase, waitForDatabase } from './database/index.ts';
import { ensureAdmin } from './features/users/first-admin.ts';
import { startJobs } from './jobs.ts';
import { logOptions } from './logging.ts';
import { serveMetrics } from './metrics.ts';
import { stopServing } from './shutdown.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

function readConfig(): Config {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) complain(problem);
    process.exit(1);
  }
}

async function start(config: Config): Promise<void> {
  const engine = openDatabase(config, (error) => complain(`database: ${error.message}`));
  await waitForDatabase(engine, config.databaseWait, (reason) => complain(`waiting for the database: ${reason}`));
  await migrate(engine);
  const context: Context = { config, engine, clock: Date.now, state: { ready: true } };
  const password = await ensureAdmin(context);
  const app = await buildApp(context, { logger: logOptions(config) });
  await app.listen({ port: config.port, host: config.host });
  const metrics = await serveMetrics(app.metrics, config);
  const stopJobs = startJobs(context, app.log, app.metrics?.jobRan);
  const { shutdownDelay, shutdownTimeout } = config;
  const longest = (shutdownDelay + shutdownTimeout) * 1000;
  closeWithGrace({ delay: longest, logger: app.log }, async ({ err }) => {
    if (err) app.log.error({ err }, 'closing after an unexpected failure');
    await stopServing(app, context.state, err ? 0 : shutdownDelay);
    metrics?.close();
    await stopJobs();
    await engine.close();
  });
  if (config.publicUrl?.startsWith('https:') && config.trustProxy === false) {
    app.log.warn('PUBLIC_URL is https but TRUST_PROXY is off: cookies are sent without Secure');
  }
  if (password !== null) say(`First admin: ${config.adminUsername}   password: ${password}   (shown only now)`);
  say(`Toolscore is ready on http://localhost:${(app.server.address() as AddressInfo).port}`);
}

try {
  await start(readConfig());
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
