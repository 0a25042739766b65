// `npm run check`: everything that can be said about the tree without running it. Each step prints one line; any failure fails.
import { spawnSync } from 'node:child_process';

const steps: [string, string[]][] = [
  ['format', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--type-aware']],
  ['types', ['tsc', '-p', '.']],
  ['types of the pages', ['tsc', '-p', 'web']],
  ['dead code', ['knip']],
  ['contract drift', ['node', 'server/src/openapi.ts', '--check']],
];

let failed = 0;
for (const [name, [command = '', ...args]] of steps) {
  const run = spawnSync(command, args, { encoding: 'utf8' });
  const ok = run.status === 0;
  if (!ok) failed += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  if (!ok) console.log(run.error?.message ?? `${run.stdout}${run.stderr}`);
}
process.exit(failed === 0 ? 0 : 1);
