// Copying a SQLite database, by SQLite's own online backup, and putting a copy back. Copies are verified before they count.
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { claim } from './sqlite.ts';

const TABLES = ['users', 'tools', 'ratings', 'audit_logs'] as const;
/** All pages at once: a copy in steps begins anew whenever the service writes between two of them. */
const PAGES_PER_STEP = 2 ** 30;
type Counts = Record<string, number>;

function countRows(database: DatabaseSync): Counts {
  return Object.fromEntries(
    TABLES.map((table) => [table, Number(database.prepare(`select count(*) as n from ${table}`).get()?.n)]),
  );
}

/** @throws Error when the file is no intact database of this service */
function verify(file: string): Counts {
  try {
    const database = new DatabaseSync(file);
    try {
      database.exec('pragma journal_mode = delete');
      const result = database.prepare('pragma integrity_check').get()?.integrity_check;
      if (result !== 'ok') throw new Error(String(result));
      return countRows(database);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new Error(`${file} is not an intact Toolscore database: ${(error as Error).message}`, { cause: error });
  }
}

type Progress = (done: number, total: number) => void;

/** Copies `source` to `target`, which is whole or not there; what it holds of each table. */
export async function backupSqlite(source: string, target: string, onProgress?: Progress): Promise<Counts> {
  if (!existsSync(source)) throw new Error(`${source} does not exist`);
  if (existsSync(target) && realpathSync(target) === realpathSync(source)) {
    throw new Error(`${target} is the database itself; a copy needs another name`);
  }
  mkdirSync(dirname(target), { recursive: true });
  const partial = `${target}.partial`;
  rmSync(partial, { force: true });
  const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 });
  try {
    // One read transaction around counting and copying: both see the same state, whatever is written meanwhile.
    database.exec('begin');
    const expected = countRows(database);
    await backup(database, partial, {
      rate: PAGES_PER_STEP,
      progress: ({ totalPages, remainingPages }) => onProgress?.(totalPages - remainingPages, totalPages),
    });
    const counts = verify(partial);
    if (JSON.stringify(counts) !== JSON.stringify(expected)) throw new Error('the copy lacks rows of its source');
    renameSync(partial, target);
    return counts;
  } catch (error) {
    throw new Error(`${source} cannot be copied: ${(error as Error).message}`, { cause: error });
  } finally {
    database.close();
    rmSync(partial, { force: true });
  }
}

/**
 * Puts a copy of `file` in the place of `target`, whose former state is kept under another name.
 * @throws InUseError while a service has the target open; Error when the file is not intact
 */
export async function restoreSqlite(file: string, target: string): Promise<{ counts: Counts; kept: string | null }> {
  mkdirSync(dirname(target), { recursive: true });
  const lock = claim(target);
  try {
    const fresh = `${target}.restored`;
    const counts = await backupSqlite(file, fresh);
    const kept = `${target}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    // Moved as it is, with its log: it may be a broken one, which is why somebody restores.
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(target + suffix)) renameSync(target + suffix, kept + suffix);
    }
    renameSync(fresh, target);
    return { counts, kept: existsSync(kept) ? kept : null };
  } finally {
    lock.close();
  }
}
