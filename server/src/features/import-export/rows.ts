// From a row of a file to a tool, by the very rules of the API: its schema and `normalizeTool`. Unlike the API, which names
// the first problem, it names them all.
import { ToolInput } from '@toolscore/contract/schemas';
import { normalizeTool, type ToolFields } from '../tools/rules.ts';
import { createAjv, describe, isBadText } from '../../validation.ts';
import { type Field, listFields, toolFields } from './columns.ts';
import type { SourceRow } from './source.ts';

export interface ValidRow {
  /** 1 for the first row that holds data. */
  row: number;
  line: number;
  fields: ToolFields;
  /** The fields that the file speaks of; an update leaves the others alone. */
  given: readonly Field[];
}
export interface InvalidRow {
  row: number;
  line: number;
  name?: string;
  error: string;
}

const LONGEST_NAME = 200;
/** Longer ones break the schema already. */
const LONGEST_URL = 2048;
const MOST_ERRORS = 20;
/** One more than the schema allows, so that it notices without looking at a million items. */
const MOST_ITEMS = 101;
const placeholder = { name: '-', description: '-', category: '-' };

/** Makes the function that checks rows; compiled once. */
export function createRowCheck(): (source: SourceRow, row: number) => ValidRow | InvalidRow {
  const validate = createAjv({ allErrors: true }).compile<ToolInput>(ToolInput);
  return (source, row) => {
    const { line } = source;
    if (!source.values) return { row, line, error: source.error ?? 'cannot be read' };
    const input = toInput(source.values);
    const given = toolFields.filter((field) => field in input);
    const problems = [...badTexts(input), ...urlProblems(input)];
    if (!validate(input)) problems.unshift(...(validate.errors ?? []).map((error) => describe(error, 'row')));
    if (problems.length === 0) return { row, line, fields: normalizeTool(input as ToolInput), given };
    const name = typeof input.name === 'string' ? input.name.toWellFormed().slice(0, LONGEST_NAME) : undefined;
    const error = [...new Set(problems)].slice(0, MOST_ERRORS).join('; ');
    return { row, line, ...(name !== undefined && name !== '' && { name }), error };
  };
}

function toInput(values: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(values).map(([field, value]) => [
    field,
    listFields.has(field as Field) && Array.isArray(value) ? value.slice(0, MOST_ITEMS) : value,
  ]);
  return Object.fromEntries(entries);
}

function badTexts(input: Record<string, unknown>): string[] {
  return Object.entries(input)
    .filter(([, value]) => [value].flat().some((text) => typeof text === 'string' && isBadText(text)))
    .map(([field]) => `${field} must not contain NUL characters or lone surrogates`);
}

/** What `normalizeTool` says about each URL on its own. */
function urlProblems(input: Record<string, unknown>): string[] {
  return (['websiteUrl', 'iconUrl'] as const).flatMap((field) => {
    const value = input[field];
    if (typeof value !== 'string' || value.length > LONGEST_URL) return [];
    try {
      normalizeTool({ ...placeholder, [field]: value });
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}
