// Copies of the SQLite database, made while the service runs, and put back while it does not.
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../config.ts';
import { sqliteFile } from '../database/index.ts';
import { backupSqlite, restoreSqlite } from '../database/sqlite-backup.ts';
import { type Command, createProgress, exitCodes, onlyArgument, print, type Terminal } from './terminal.ts';

function readArguments(args: string[], { environment }: Terminal) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
  const config = loadConfig(environment);
  refusePostgres(config);
  return { json: values.json, file: onlyArgument(positionals, 'FILE'), database: sqliteFile(config) };
}

function refusePostgres({ databaseUrl }: Config): void {
  if (databaseUrl !== null) throw new Error('The configured database is PostgreSQL: use pg_dump and pg_restore');
}

const rowsOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([table, count]) => `${count} ${table}`)
    .join(', ');

export const backup: Command = {
  help: `Usage: toolscore backup FILE [--json]

Copies the SQLite database of DATA_DIR to FILE, also while the service runs, and verifies the copy.`,
  run: async (args, terminal) => {
    const { json, file, database } = readArguments(args, terminal);
    const progress = createProgress(terminal, 'pages');
    const counts = await backupSqlite(database, file, progress.set).finally(progress.stop);
    print(terminal, json, { file, rows: counts }, `Backed up to ${file}, verified: ${rowsOf(counts)}`);
    return exitCodes.done;
  },
};

export const restore: Command = {
  help: `Usage: toolscore restore FILE [--json]

Verifies FILE and puts it in the place of the SQLite database of DATA_DIR, which is kept beside it under another name.
Refuses while the service runs.`,
  run: async (args, terminal) => {
    const { json, file, database } = readArguments(args, terminal);
    const { counts, kept } = await restoreSqlite(file, database);
    const note = kept === null ? '' : `; the former database is kept as ${kept}`;
    print(terminal, json, { file, rows: counts, kept }, `Restored ${rowsOf(counts)}${note}`);
    return exitCodes.done;
  },
};
