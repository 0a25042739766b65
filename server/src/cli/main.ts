#!/usr/bin/env node
// `toolscore`: import and export over HTTP, and care for the configured database on the machine that has it.
import { ConfigError } from '../config.ts';
import { backup, restore } from './backup.ts';
import { check } from './check.ts';
import { exportTools, importTools } from './remote.ts';
import { type Command, exitCodes, type ExitCode, UsageError } from './terminal.ts';
import { addUser, setPassword } from './users.ts';

const commands: Record<string, Command> = {
  import: importTools,
  export: exportTools,
  'user add': addUser,
  'user password': setPassword,
  check,
  backup,
  restore,
};

const HELP = `Usage: toolscore COMMAND [options]

  import FILE --url URL      imports a catalogue into a running service
  export [FILE] --url URL    downloads the catalogue of a running service
  user add NAME              adds an account to the configured database
  user password NAME         sets the password of an account
  check [--fix]              recomputes every counter and reports differences
  backup FILE                copies the SQLite database, also while the service runs
  restore FILE               puts a backup in the place of the SQLite database

Every command knows --help and --json. The database is that of DATA_DIR or DATABASE_URL.
Exit codes: 0 done, 1 failed or differences found, 2 not understood.`;

async function run(args: string[]): Promise<ExitCode> {
  const [first, second] = args;
  if (first === undefined || first === '--help' || first === 'help') {
    console.log(HELP);
    return first === undefined ? exitCodes.usage : exitCodes.done;
  }
  const name = first === 'user' ? `user ${second}` : first;
  const command = commands[name];
  if (!command) throw new UsageError(`There is no command ${name}`);
  const rest = args.slice(name.split(' ').length);
  if (rest.includes('--help')) {
    console.log(command.help);
    return exitCodes.done;
  }
  return command.run(rest);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const isUsage = error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
  console.error(error instanceof ConfigError ? error.problems.join('\n') : (error as Error).message);
  if (isUsage) console.error('See toolscore --help');
  process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed;
}
