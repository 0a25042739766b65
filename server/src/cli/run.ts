// The commands of `toolscore`, and how one is found, run and ended.
import { ConfigError } from '../config.ts';
import { backup, restore } from './backup.ts';
import { check } from './check.ts';
import { exportTools, importTools } from './remote.ts';
import { type Command, exitCodes, type ExitCode, type Terminal, UsageError } from './terminal.ts';
import { addUser, setPassword } from './users.ts';

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

const USER_HELP = `Usage: toolscore user COMMAND NAME [options]

  user add NAME              adds an account to the configured database
  user password NAME         sets the password of an account

Each of them knows --help.`;

/** A name that is only the beginning of others: what there is. */
const helpOnly = (help: string): Command => ({
  help,
  run: async ([next], { errors }) => {
    if (next !== undefined) throw new UsageError(`There is no command ${next} here`);
    errors.write(`${help}\n`);
    return exitCodes.usage;
  },
});

const commands = new Map<string, Command>([
  ['', helpOnly(HELP)],
  ['import', importTools],
  ['export', exportTools],
  ['user', helpOnly(USER_HELP)],
  ['user add', addUser],
  ['user password', setPassword],
  ['check', check],
  ['backup', backup],
  ['restore', restore],
]);

const asksForHelp = (arg: string) => arg === '--help' || arg === '-h';

async function run(given: string[], terminal: Terminal): Promise<ExitCode> {
  const args = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  const name = [args.slice(0, 2).join(' '), args[0] ?? '', ''].find((words) => commands.has(words)) ?? '';
  const rest = args.slice(name === '' ? 0 : name.split(' ').length);
  const command = commands.get(name) as Command;
  if (!rest.some(asksForHelp)) return command.run(rest, terminal);
  const [unknown] = name === '' || name === 'user' ? rest.filter((arg) => !asksForHelp(arg)) : [];
  if (unknown !== undefined) throw new UsageError(`There is no command ${unknown} here`);
  terminal.output.write(`${command.help}\n`);
  return exitCodes.done;
}

/** Runs what the words after `toolscore` say; how it ended. */
export function toolscore(args: string[], terminal: Terminal): Promise<ExitCode> {
  return explain(terminal, () => run(args, terminal));
}

/** Runs `work`; what it throws is told on standard error and in the exit code. */
export async function explain({ errors }: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    const isUsage = error instanceof UsageError || String(code).startsWith('ERR_PARSE_ARGS');
    errors.write(`${error instanceof ConfigError ? error.problems.join('\n') : (error as Error).message}\n`);
    if (isUsage) errors.write('See --help\n');
    return isUsage ? exitCodes.usage : exitCodes.failed;
  }
}
