// Import and export over HTTP, as any user of the service may do them.
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { importFormats, type ImportResult } from '@toolscore/contract/schemas';
import { readCredentials } from '../config.ts';
import { describeImport } from './report.ts';
import {
  choose,
  type Command,
  exitCodes,
  onlyArgument,
  print,
  showActivity,
  type Terminal,
  UsageError,
} from './terminal.ts';

const account = {
  url: { type: 'string' },
  token: { type: 'string' },
  username: { type: 'string' },
  password: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const URL_HELP = '  --url URL         where the service is, such as http://localhost:3000';
const TOKEN_HELP = '  --token TOKEN     an API token to act with; better in TOOLSCORE_TOKEN';
const ACCOUNT_HELP = `${URL_HELP}
${TOKEN_HELP}
  --username NAME   without a token: who imports; or TOOLSCORE_USERNAME
  --password TEXT   their password; better in TOOLSCORE_PASSWORD
  --json            prints the result as JSON`;

/** Requests to the service at `url`: with the API token, or else with cookies kept as a browser keeps them. */
function createSession(url: string | undefined, token: string | undefined) {
  if (url === undefined || !URL.canParse(url)) throw new UsageError('--url must be the address of the service');
  const base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    else headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(base + path, { ...init, headers }).catch(({ cause }: { cause?: Error }) => {
      throw new Error(`${url} cannot be reached: ${cause?.message}`);
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    if (response.ok) return response;
    const { error } = (await response.json().catch(() => ({ error: response.statusText }))) as { error: string };
    throw new Error(`${response.status}: ${error}`);
  };
  const post = async (path: string, body: string | Buffer, type: string): Promise<unknown> => {
    const headers: Record<string, string> = { 'content-type': type };
    if (!token) headers['x-csrf-token'] = ((await (await send('/auth/csrf')).json()) as { token: string }).token;
    return (await send(path, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })).json();
  };
  return { send, post };
}

type Session = ReturnType<typeof createSession>;

async function signIn(
  session: Session,
  given: { username?: string; password?: string },
  { environment }: Terminal,
): Promise<void> {
  const known = readCredentials(environment);
  const username = given.username ?? known.username;
  const password = given.password ?? known.password;
  if (!username || !password) throw new UsageError('an API token, or username and password, are needed');
  await session.post('/auth/login', JSON.stringify({ username, password }), 'application/json');
}

const tokenOf = (given: { token?: string }, { environment }: Terminal) =>
  given.token ?? readCredentials(environment).token;

export const importTools: Command = {
  help: `Usage: toolscore import FILE --url URL [options]

Imports a CSV, JSON or YAML catalogue. Exit code 1 when a row failed.

  --upsert          updates tools that are there already, by name and category, instead of adding them again
  --dry-run         tells what would happen, and changes nothing
${ACCOUNT_HELP}`,
  run: async (args, terminal) => {
    const options = { ...account, upsert: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const file = onlyArgument(positionals, 'FILE');
    const token = tokenOf(values, terminal);
    const session = createSession(values.url, token);
    const content = await readFile(file);
    if (!token) await signIn(session, values, terminal);
    const query = `mode=${values.upsert ? 'upsert' : 'create'}&dryRun=${values['dry-run'] ?? false}`;
    const end = showActivity(terminal, `Importing ${file}`);
    const answer = session.post(`/admin/tools/import?${query}`, content, 'text/plain').finally(end);
    const result = (await answer) as ImportResult;
    print(terminal, values.json, result, ...describeImport(result));
    return result.failed === 0 ? exitCodes.done : exitCodes.failed;
  },
};

const MB = 1024 * 1024;

/** Writes all of it to a file that is whole or not there. */
async function save(content: Readable, file: string, terminal: Terminal): Promise<void> {
  const partial = `${file}.partial`;
  const target = createWriteStream(partial);
  const end = showActivity(terminal, `Exporting to ${file}`, () => `, ${(target.bytesWritten / MB).toFixed(1)} MiB`);
  try {
    await pipeline(content, target);
    await rename(partial, file);
  } finally {
    end();
    await rm(partial, { force: true });
  }
}

/** Writes all of it to standard output, unless whoever reads that, such as `head`, has read enough. */
async function pipe(content: Readable, { output }: Terminal): Promise<void> {
  await pipeline(content, output, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

export const exportTools: Command = {
  help: `Usage: toolscore export [FILE] --url URL [options]

Downloads the catalogue, to standard output when there is no FILE. Needs no account.

  --format FORMAT   csv, json (the default) or yaml
${URL_HELP}
${TOKEN_HELP}
  --json            prints the result as JSON (with FILE)`,
  run: async (args, terminal) => {
    const { url, token, json } = account;
    const options = { format: { type: 'string', default: 'json' }, url, token, json } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const file = positionals.length === 0 ? undefined : onlyArgument(positionals, 'FILE');
    const format = choose('format', values.format, importFormats);
    const session = createSession(values.url, tokenOf(values, terminal));
    const response = await session.send(`/tools/export?format=${format}`);
    if (!response.body) throw new Error('the service sent nothing');
    const content = Readable.fromWeb(response.body);
    if (file === undefined) await pipe(content, terminal);
    else {
      await save(content, file, terminal);
      print(terminal, values.json, { file, format }, `Exported to ${file}`);
    }
    return exitCodes.done;
  },
};
