// Accounts from the command line, for whoever has the machine: also the way back in when nobody remembers a password.
import { parseArgs } from 'node:util';
import { roles, tiers } from '@toolscore/contract/schemas';
import { inTransaction } from '../database/index.ts';
import { diff, recordAudit, systemActor } from '../features/audit/queries.ts';
import { checkPasswordSize, hashPassword } from '../features/auth/passwords.ts';
import { findUserByName, insertUser, updatePassword } from '../features/users/queries.ts';
import { audited, normalizeUsername } from '../features/users/rules.ts';
import { withDatabase } from './local.ts';
import {
  choose,
  type Command,
  exitCodes,
  onlyArgument,
  print,
  readInput,
  type Terminal,
  UsageError,
} from './terminal.ts';

const SHORTEST_PASSWORD = 6;

/** From the option, or from standard input, where no other process and no shell history sees it. */
async function readPassword(given: string | undefined, terminal: Terminal): Promise<string> {
  if (given === undefined && terminal.input.isTTY) terminal.errors.write('Password, then Ctrl-D:\n');
  const password = given ?? (await readInput(terminal));
  if (password.length < SHORTEST_PASSWORD) {
    throw new UsageError(`the password must have at least ${SHORTEST_PASSWORD} characters`);
  }
  checkPasswordSize('password', password);
  return password;
}

const PASSWORD_HELP = `  --password TEXT   the password; without it, it is read from standard input
  --json            prints the result as JSON`;

export const addUser: Command = {
  help: `Usage: toolscore user add NAME [options]

Adds a local account, also while the service runs.

  --role ROLE       user (the default) or admin
  --tier TIER       free (the default), premium or enterprise
${PASSWORD_HELP}`,
  run: async (args, terminal) => {
    const options = {
      role: { type: 'string', default: 'user' },
      tier: { type: 'string', default: 'free' },
      password: { type: 'string' },
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const username = normalizeUsername(onlyArgument(positionals, 'NAME'));
    const role = choose('role', values.role, roles);
    const tier = choose('tier', values.tier, tiers);
    const passwordHash = await hashPassword(await readPassword(values.password, terminal));
    const id = await withDatabase(terminal, { alone: false, mustExist: false }, ({ engine, clock }) =>
      inTransaction(engine, async (trx) => {
        const at = new Date(clock()).toISOString();
        const user = await insertUser(trx, { username, email: null, role, tier, passwordHash, at });
        if (!user) throw new Error(`The username ${username} exists already`);
        const entry = { actor: systemActor, entityType: 'user' as const, entityId: user.id, at };
        await recordAudit(trx, { ...entry, action: 'create', changes: diff(null, audited(user)) });
        return user.id;
      }),
    );
    print(terminal, values.json, { id, username, role, tier }, `Added ${username} (${role}, ${tier})`);
    return exitCodes.done;
  },
};

export const setPassword: Command = {
  help: `Usage: toolscore user password NAME [options]

Sets the password of a local account, also while the service runs, and ends its sessions.

${PASSWORD_HELP}`,
  run: async (args, terminal) => {
    const options = { password: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const name = onlyArgument(positionals, 'NAME');
    const passwordHash = await hashPassword(await readPassword(values.password, terminal));
    const username = await withDatabase(terminal, { alone: false, mustExist: true }, ({ engine, clock }) =>
      inTransaction(engine, async (trx) => {
        const user = await findUserByName(trx, name);
        if (!user) throw new Error(`There is no account ${name}`);
        if (user.auth_provider !== 'local') throw new Error(`The identity provider manages the password of ${name}`);
        await updatePassword(trx, user.id, passwordHash);
        const entry = { actor: systemActor, entityType: 'user' as const, entityId: user.id };
        await recordAudit(trx, { ...entry, action: 'set_password', at: new Date(clock()).toISOString() });
        return user.username;
      }),
    );
    print(terminal, values.json, { username }, `The password of ${username} is set; their sessions have ended`);
    return exitCodes.done;
  },
};
