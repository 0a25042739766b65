// Import and export over HTTP, as any user of the service may do them.
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { ImportResult } from '@toolscore/contract/schemas';
import { readCredentials } from '../config.ts';
import { type Command, exitCodes, onlyArgument, print, UsageError } from './terminal.ts';

const account = {
  url: { type: 'string' },
  username: { type: 'string' },
  password: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const ACCOUNT_HELP = `  --url URL         where the service is, such as http://localhost:3000
  --username NAME   who imports or exports; or TOOLSCORE_USERNAME
  --password TEXT   their password; better in TOOLSCORE_PASSWORD
  --json            prints the result as JSON`;

/** Requests to the service at `url`, with cookies kept as a browser keeps them. */
function createSession(url: string | undefined) {
  if (url === undefined || !URL.canParse(url)) throw new UsageError('--url must be the address of the service');
  const base = `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(base + path, { ...init, headers }).catch(() => {
      throw new Error(`${url} cannot be reached`);
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
    const { token } = (await (await send('/auth/csrf')).json()) as { token: string };
    const headers = { 'content-type': type, 'x-csrf-token': token };
    return (await send(path, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers })).json();
  };
  return { send, post };
}

type Session = ReturnType<typeof createSession>;

async function signIn(session: Session, given: { username?: string; password?: string }): Promise<void> {
  const known = readCredentials(process.env);
  const username = given.username ?? known.username;
  const password = given.password ?? known.password;
  if (!username || !password) throw new UsageError('username and password are needed');
  await session.post('/auth/login', JSON.stringify({ username, password }), 'application/json');
}

const SHOWN_FAILURES = 20;

export const importTools: Command = {
  help: `Usage: toolscore import FILE --url URL [options]

Imports a CSV, JSON or YAML catalogue. Exit code 1 when a row failed.

  --upsert          updates tools that are there already, by name and category
  --dry-run         tells what would happen, and changes nothing
${ACCOUNT_HELP}`,
  run: async (args) => {
    const options = { ...account, upsert: { type: 'boolean' }, 'dry-run': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const file = onlyArgument(positionals, 'FILE');
    const session = createSession(values.url);
    const content = await readFile(file);
    await signIn(session, values);
    const query = `mode=${values.upsert ? 'upsert' : 'create'}&dryRun=${values['dry-run'] ?? false}`;
    const result = (await session.post(`/admin/tools/import?${query}`, content, 'text/plain')) as ImportResult;
    const { created, updated, unchanged, failed, importId, unknownColumns, rows } = result;
    const mood = result.dryRun ? ' (dry run, nothing was changed)' : `; import ${importId}`;
    const lines = [`${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed${mood}`];
    if (unknownColumns.length > 0) lines.push(`Unknown columns: ${unknownColumns.join(', ')}`);
    for (const { line, name = '', error } of rows.slice(0, SHOWN_FAILURES))
      lines.push(`line ${line} ${name}: ${error}`);
    if (rows.length > SHOWN_FAILURES) lines.push(`… and ${rows.length - SHOWN_FAILURES} more`);
    print(values.json, result, ...lines);
    return failed === 0 ? exitCodes.done : exitCodes.failed;
  },
};

export const exportTools: Command = {
  help: `Usage: toolscore export [FILE] --url URL [options]

Downloads the catalogue, to standard output when there is no FILE. Needs no account.

  --format FORMAT   csv, json (the default) or yaml
  --url URL         where the service is, such as http://localhost:3000
  --json            prints the result as JSON (with FILE)`,
  run: async (args) => {
    const options = { format: { type: 'string', default: 'json' }, url: account.url, json: account.json } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const file = positionals.length === 0 ? undefined : onlyArgument(positionals, 'FILE');
    const response = await createSession(values.url).send(`/tools/export?format=${encodeURIComponent(values.format)}`);
    if (!response.body) throw new Error('the service sent nothing');
    const content = Readable.fromWeb(response.body);
    if (file === undefined) {
      await pipeline(content, process.stdout, { end: false });
      return exitCodes.done;
    }
    // Under its name the file is whole or not there.
    const partial = `${file}.partial`;
    try {
      await pipeline(content, createWriteStream(partial));
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
    print(values.json, { file, format: values.format }, `Exported to ${file}`);
    return exitCodes.done;
  },
};
