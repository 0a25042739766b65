// Opens the configured database for a command that works on it directly, whether or not a service is running.
import { type Config, loadConfig } from '../config.ts';
import { type Engine, migrate, openDatabase } from '../database/index.ts';
import { InUseError } from '../database/sqlite.ts';

export interface Local {
  config: Config;
  engine: Engine;
  clock: () => number;
}

const complain = (error: Error) => console.error(`database: ${error.message}`);

/** As the only user of a SQLite file. @throws InUseError when a service has it open */
async function openAlone(config: Config): Promise<Engine> {
  const engine = openDatabase(config, complain);
  try {
    await migrate(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Beside a running service when there is one; its schema is then left as it is. */
async function openBeside(config: Config): Promise<Engine> {
  try {
    return await openAlone(config);
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    return openDatabase(config, complain, { shared: true });
  }
}

/** Runs `work` on the configured database and closes it. @throws ConfigError, InUseError */
export async function withDatabase<T>({ alone }: { alone: boolean }, work: (local: Local) => Promise<T>): Promise<T> {
  const config = loadConfig(process.env);
  const engine = await (alone ? openAlone(config) : openBeside(config));
  try {
    return await work({ config, engine, clock: Date.now });
  } finally {
    await engine.close();
  }
}
