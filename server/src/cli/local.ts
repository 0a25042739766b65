// Opens the configured database for a command that works on it directly, whether or not a service is running.
import { existsSync } from 'node:fs';
import { type Config, loadConfig } from '../config.ts';
import { type Engine, migrate, openDatabase, sqliteFile } from '../database/index.ts';
import { InUseError } from '../database/sqlite.ts';
import type { Terminal } from './terminal.ts';

export interface Local {
  config: Config;
  engine: Engine;
  clock: () => number;
}

type Complain = (error: Error) => void;

/** As the only user of a SQLite file. @throws InUseError when a service has it open */
async function openAlone(config: Config, complain: Complain): Promise<Engine> {
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
async function openBeside(config: Config, complain: Complain): Promise<Engine> {
  try {
    return await openAlone(config, complain);
  } catch (error) {
    if (!(error instanceof InUseError)) throw error;
    return openDatabase(config, complain, { shared: true });
  }
}

interface Access {
  /** Refuse while a service has the SQLite file open. */
  alone: boolean;
  /** Refuse to make a SQLite file where there is none. */
  mustExist: boolean;
}

/**
 * Runs `work` on the configured database and closes it.
 * @throws ConfigError, InUseError, Error when there is no database
 */
export async function withDatabase<T>(
  { environment, errors }: Terminal,
  { alone, mustExist }: Access,
  work: (local: Local) => Promise<T>,
): Promise<T> {
  const config = loadConfig(environment);
  if (mustExist && config.databaseUrl === null && !existsSync(sqliteFile(config))) {
    throw new Error(`${sqliteFile(config)} does not exist: DATA_DIR names the folder of the database`);
  }
  const complain = (error: Error) => errors.write(`database: ${error.message}\n`);
  const engine = await (alone ? openAlone : openBeside)(config, complain);
  try {
    return await work({ config, engine, clock: Date.now });
  } finally {
    await engine.close();
  }
}
