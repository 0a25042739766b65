// Reads catalogue files without a service, for the tests of how they are read.
import { expect } from 'vitest';
import { openSource } from '../src/features/import-export/formats.ts';
import type { Format, SourceRow } from '../src/features/import-export/source.ts';

/** All that reading a text finds. */
export async function read(text: string, format?: Format) {
  const source = await openSource(text, format);
  const rows: SourceRow[] = [];
  for await (const row of source.rows()) rows.push(row);
  return { format: source.format, delimiter: source.delimiter, columns: source.mapping.list(), rows };
}

/** The rows of a text as `line: values`, or `line: error`. */
export async function readRows(text: string): Promise<[number, unknown][]> {
  return (await read(text)).rows.map(({ line, values, error }) => [line, values ?? error]);
}

/** Expects that the text is refused as a whole, with 400 and these very words. */
export async function expectRefused(text: string, message: string | RegExp, format?: Format): Promise<void> {
  const error = await read(text, format).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ statusCode: 400 });
  const said = (error as Error).message;
  if (typeof message === 'string') expect(said).toBe(message);
  else expect(said).toMatch(message);
}
