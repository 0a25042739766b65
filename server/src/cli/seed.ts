// Loads a catalogue into the configured database, by the same rules as the API, and rates it with made-up ratings.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ImportResult } from '@toolscore/contract/schemas';
import { inTransaction } from '../database/index.ts';
import { systemActor } from '../features/audit/queries.ts';
import { decodeText } from '../features/import-export/decode.ts';
import { runImport } from '../features/import-export/run.ts';
import { openSource } from '../features/import-export/formats.ts';
import { countDay, countScores, insertRating } from '../features/ratings/queries.ts';
import { type Local, withDatabase } from './local.ts';
import { listToolIds } from './queries.ts';
import { createProgress, type ExitCode, exitCodes } from './terminal.ts';

const HELP = `Usage: npm run seed -- FILE [--ratings N]

Loads a CSV, JSON or YAML catalogue into the configured database (DATA_DIR or DATABASE_URL).
Tools that are there already, by name and category, are brought up to date.

  --ratings N   adds N made-up ratings, spread over the last 90 days
  --json        prints the result as JSON
  --help        prints this`;

const RATINGS_PER_TRANSACTION = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
const SPREAD_DAYS = 90;
const SHOWN_FAILURES = 20;

const comments = [
  null,
  null,
  'Does what it promises.',
  'Set up in an afternoon.',
  'Powerful, but takes some learning.',
];

/** Good tools get good ratings: around a level that is the tool's own, most often above the middle. */
function scoreOf(toolId: number, salt: number): number {
  const level = 2 + ((toolId * salt) % 97) / 35;
  return Math.min(5, Math.max(1, Math.round(level + (Math.random() + Math.random() - 1) * 2)));
}

async function addRatings({ engine, clock }: Local, count: number): Promise<void> {
  const ids = await listToolIds(engine.reader);
  if (ids.length === 0) return;
  const progress = createProgress('ratings');
  for (let done = 0; done < count; done += RATINGS_PER_TRANSACTION) {
    const batch = Math.min(RATINGS_PER_TRANSACTION, count - done);
    await inTransaction(engine, async (trx) => {
      for (let index = 0; index < batch; index += 1) {
        // Squared, so that some tools are rated far more often than others.
        const id = ids[Math.floor(Math.random() ** 2 * ids.length)] as number;
        const fields = {
          usefulness: scoreOf(id, 31),
          usability: scoreOf(id, 17),
          comment: comments[Math.floor(Math.random() * comments.length)] ?? null,
          reviewerName: null,
        };
        const at = new Date(clock() - Math.random() * SPREAD_DAYS * DAY_MS).toISOString();
        await insertRating(trx, id, randomBytes(32).toString('base64url'), fields, at);
        await countScores(trx, id, fields, 1);
        await countDay(trx, id, at, fields, 1);
      }
    });
    progress.set(done + batch, count);
  }
  progress.stop();
}

async function load(local: Local, file: string): Promise<ImportResult> {
  const { text, encoding } = decodeText(readFileSync(file));
  const progress = createProgress('tools');
  try {
    return await runImport(local, await openSource(text), {
      mode: 'upsert',
      dryRun: false,
      reportAll: false,
      encoding,
      actor: systemActor,
      userId: null,
      mayEditAll: true,
      onProgress: progress.set,
    });
  } finally {
    progress.stop();
  }
}

/** Runs the command; its exit code. */
export async function seed(args: string[]): Promise<ExitCode> {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ratings: { type: 'string', default: '0' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      console.log(HELP);
      return exitCodes.done;
    }
    const [file] = positionals;
    if (file === undefined || positionals.length > 1 || !/^\d{1,9}$/.test(values.ratings)) {
      console.error(HELP);
      return exitCodes.usage;
    }
    const ratings = Number(values.ratings);
    const result = await withDatabase({ alone: true }, async (local) => {
      const loaded = await load(local, file);
      await addRatings(local, ratings);
      return loaded;
    });
    if (values.json) console.log(JSON.stringify({ ...result, ratings }));
    else print(result, ratings);
    return result.failed === 0 ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return exitCodes.failed;
  }
}

function print({ created, updated, unchanged, failed, rows }: ImportResult, ratings: number): void {
  console.log(`${created} tools created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`);
  if (ratings > 0) console.log(`${ratings} ratings added`);
  for (const { line, name = '', error } of rows.slice(0, SHOWN_FAILURES))
    console.error(`line ${line} ${name}: ${error}`);
  if (rows.length > SHOWN_FAILURES) console.error(`… and ${rows.length - SHOWN_FAILURES} more`);
}
