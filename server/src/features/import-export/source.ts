// A catalogue file as a sequence of rows, whatever its format. Rows are read in slices
// of a few milliseconds: nobody else's request waits for a large file, and no more than a slice of it is in memory as objects.
import { setImmediate } from 'node:timers/promises';
import type { ImportResult } from '@toolscore/contract/schemas';
import { badRequest } from '../../errors.ts';
import type { Mapping } from './columns.ts';

export type Format = ImportResult['format'];

/** One row as it stands in the file, by field; or why it cannot be read. */
export interface SourceRow {
  /** 1 for the first line of the file. */
  line: number;
  values?: Record<string, unknown>;
  error?: string;
}

export interface Source {
  format: Format;
  delimiter?: string;
  /** What its columns or fields mean, as far as rows have been read. */
  mapping: Mapping;
  /** How many rows there are, where that is known and nothing in them can make the whole file unreadable. */
  size?: number;
  /** Reads the file from its start; as often as wanted. */
  rows: () => AsyncGenerator<SourceRow>;
}

/** A row longer than this holds no tool: with every field at its limit and every character escaped it is shorter. */
export const MAX_ROW_LENGTH = 256 * 1024;
export const tooLong = (length: number) => `is ${length} characters long; no tool needs more than ${MAX_ROW_LENGTH}`;
const SLICE_MS = 12;

/** A function that lets everybody else have their turn once this work has taken a slice of time. */
export function createBreather(): () => Promise<void> | undefined {
  let since = performance.now();
  const breathe = async () => {
    await setImmediate();
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MS ? undefined : breathe());
}

const MAX_ROWS = 200_000;

/** @throws HttpError 400 when a file has that many rows */
export function refuseTooMany(rows: number): void {
  if (rows > MAX_ROWS) throw badRequest(`A file may have at most ${MAX_ROWS} rows; split it`);
}

/**
 * Reads the file once without doing anything, if need be, so that nothing is written of one that turns out unreadable half-way.
 * @throws HttpError 400
 */
export async function countRows(source: Source): Promise<number> {
  if (source.size !== undefined) return source.size;
  let rows = 0;
  for await (const _ of source.rows()) refuseTooMany(++rows);
  return rows;
}
