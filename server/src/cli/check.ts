// Recomputes every counter from the ratings themselves and reports what differs.
import { parseArgs } from 'node:util';
import { inTransaction } from '../database/index.ts';
import { withDatabase, type Local } from './local.ts';
import { countAllTools, type Difference, listDifferences, repair } from './queries.ts';
import { type Command, createProgress, exitCodes, print, type Progress, UsageError } from './terminal.ts';
import { listTotalDifferences, repairTotals, type TotalDifference } from './totals.ts';

/** Tools whose rows one transaction holds, so that no vote slips in between counting and comparing. */
const BATCH = 100;

async function checkTools({ engine }: Local, fix: boolean, { set }: Progress): Promise<Difference[]> {
  const total = await countAllTools(engine.reader);
  const found: Difference[] = [];
  let done = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    const batch = await inTransaction(engine, async (trx) => {
      const result = await listDifferences(trx, from, BATCH);
      if (fix) for (const difference of result.differences) await repair(trx, difference);
      return result;
    });
    found.push(...batch.differences);
    done += batch.checked;
    set(done, Math.max(total, done));
    after = batch.last;
  }
  return found;
}

/** Totals are compared with the tools' counters, so those come first. */
async function checkTotals({ engine }: Local, fix: boolean): Promise<TotalDifference[]> {
  return inTransaction(engine, async (trx) => {
    const found = await listTotalDifferences(trx);
    if (fix) await repairTotals(trx, found);
    return found;
  });
}

/** One difference, as it is printed. */
interface Reported {
  toolId?: number;
  what: string;
  stored: number;
  counted: number;
}

async function checkAll(local: Local, fix: boolean, progress: Progress): Promise<Reported[]> {
  const tools = await checkTools(local, fix, progress);
  const totals = await checkTotals(local, fix);
  return [...tools, ...totals.map(({ what, stored, counted }) => ({ what, stored, counted }))];
}

const describe = ({ toolId, what, stored, counted }: Reported) =>
  `${toolId === undefined ? '' : `tool ${toolId}, `}${what}: ${stored} stored, ${counted} counted`;

export const check: Command = {
  help: `Usage: toolscore check [--fix] [--json]

Recomputes every counter of tools and of their days from the ratings, and the totals of categories and labels from the
tools, and reports each difference, also while the service runs. Exit code 1 when there is any.

  --fix    corrects what differs
  --json   prints the result as JSON`,
  run: async (args, terminal) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { fix: { type: 'boolean', default: false }, json: { type: 'boolean' } },
    });
    if (positionals.length > 0) throw new UsageError('check takes no argument');
    const progress = createProgress(terminal, 'tools');
    const differences = await withDatabase(terminal, { alone: false, mustExist: true }, (local) =>
      checkAll(local, values.fix, progress),
    ).finally(progress.stop);
    const summary = differences.length === 0 ? 'All counters agree' : `${differences.length} differences`;
    const fixed = values.fix && differences.length > 0;
    print(
      terminal,
      values.json,
      { differences, fixed },
      ...differences.map(describe),
      summary + (fixed ? ', corrected' : ''),
    );
    return differences.length === 0 ? exitCodes.done : exitCodes.failed;
  },
};
