// What an import did, in words.
import type { ImportResult } from '@toolscore/contract/schemas';

const SHOWN_FAILURES = 20;

/** A line with the counts, then what a reader must know: columns that meant nothing, and the first rows that failed. */
export function describeImport({ created, updated, unchanged, failed, ...result }: ImportResult): string[] {
  const mood = result.dryRun ? ' (dry run, nothing was changed)' : `; import ${result.importId}`;
  const lines = [`${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed${mood}`];
  if (result.unknownColumns.length > 0) lines.push(`Unknown columns: ${result.unknownColumns.join(', ')}`);
  for (const { line, name, error } of result.rows.slice(0, SHOWN_FAILURES)) {
    lines.push(`line ${line}${name === undefined ? '' : ` (${name})`}: ${error}`);
  }
  if (result.rows.length > SHOWN_FAILURES) lines.push(`… and ${result.rows.length - SHOWN_FAILURES} more`);
  return lines;
}
