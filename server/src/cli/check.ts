// Recomputes every counter from the ratings themselves and reports what differs.
import { parseArgs } from 'node:util';
import { inTransaction } from '../database/index.ts';
import { withDatabase, type Local } from './local.ts';
import { countAllTools, type Difference, listDifferences, repair } from './queries.ts';
import { type Command, createProgress, exitCodes, print, type Progress, UsageError } from './terminal.ts';

/** Tools whose rows one transaction holds, so that no vote slips in between counting and comparing. */
const BATCH = 100;

async function checkAll({ engine }: Local, fix: boolean, { set }: Progress): Promise<Difference[]> {
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

const describe = ({ toolId, what, stored, counted }: Difference) =>
  `tool ${toolId}, ${what}: ${stored} stored, ${counted} counted`;

export const check: Command = {
  help: `Usage: toolscore check [--fix] [--json]

Recomputes every counter of tools and of their days from the ratings and reports each difference, also while the
service runs. Exit code 1 when there is any.

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
