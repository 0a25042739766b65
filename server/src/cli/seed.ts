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
import { moveScores } from '../features/tools/totals.ts';
import { type Local, withDatabase } from './local.ts';
import { listToolIds } from './queries.ts';
import { describeImport } from './report.ts';
import { type Command, createProgress, exitCodes, onlyArgument, print, type Progress, UsageError } from './terminal.ts';

const HELP = `Usage: npm run seed -- FILE [--ratings N]

Loads a CSV, JSON or YAML catalogue into the configured database (DATA_DIR or DATABASE_URL).
Tools that are there already, by name and category, are brought up to date.

  --ratings N   adds N made-up ratings, spread over the last 90 days
  --json        prints the result as JSON
  --help        prints this`;

const RATINGS_PER_TRANSACTION = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
const SPREAD_DAYS = 90;

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

async function addRatings({ engine, clock }: Local, count: number, { set }: Progress): Promise<void> {
  const ids = await listToolIds(engine.reader);
  if (ids.length === 0) return;
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
        await countScores(trx, id, { add: fields });
        await insertRating(trx, id, randomBytes(32).toString('base64url'), fields, at);
        await countDay(trx, id, at, { add: fields });
        await moveScores(trx, id, { add: fields });
      }
    });
    set(done + batch, count);
  }
}

async function load(local: Local, file: string, { set }: Progress): Promise<ImportResult> {
  const { text, encoding } = decodeText(readFileSync(file));
  return runImport(local, await openSource(text), {
    mode: 'upsert',
    dryRun: false,
    reportAll: false,
    encoding,
    actor: systemActor,
    userId: null,
    mayEditAll: true,
    onProgress: set,
  });
}

export const seed: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ratings: { type: 'string', default: '0' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help) {
      terminal.output.write(`${HELP}\n`);
      return exitCodes.done;
    }
    const file = onlyArgument(positionals, 'FILE');
    if (!/^\d{1,9}$/.test(values.ratings)) throw new UsageError('--ratings must be a whole number');
    const ratings = Number(values.ratings);
    const result = await withDatabase(terminal, { alone: true, mustExist: false }, async (local) => {
      const loading = createProgress(terminal, 'tools');
      const loaded = await load(local, file, loading).finally(loading.stop);
      const rating = createProgress(terminal, 'ratings');
      await addRatings(local, ratings, rating).finally(rating.stop);
      return loaded;
    });
    const lines = describeImport(result);
    if (ratings > 0) lines.push(`${ratings} ratings added`);
    print(terminal, values.json, { ...result, ratings }, ...lines);
    return result.failed === 0 ? exitCodes.done : exitCodes.failed;
  },
};
