// Import and export.
import { type Static, Type } from 'typebox';
import { Choice, Count, NullableInteger, NullableString } from './parts.ts';

export const importFormats = ['csv', 'json', 'yaml'] as const;
export const ImportQuery = Type.Object({
  dryRun: Type.Optional(Type.Boolean({ default: false })),
  mode: Type.Optional(Choice(['create', 'upsert'], { default: 'create' })),
  rows: Type.Optional(Choice(['failed', 'all'], { default: 'failed' })),
  progress: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Answer in JSON Lines while it runs: {done, total} rows, and at last {result}, or {error}',
    }),
  ),
});
export const ImportBody = Type.Object(
  { content: Type.String(), format: Type.Optional(Choice(importFormats)) },
  { title: 'ImportBody' },
);
export const ImportResult = Type.Object(
  {
    format: Choice(importFormats),
    delimiter: Type.Optional(Type.String()),
    encoding: Choice(['utf-8', 'utf-16', 'windows-1252']),
    dryRun: Type.Boolean(),
    importId: NullableInteger,
    created: Count,
    updated: Count,
    unchanged: Count,
    failed: Count,
    columns: Type.Array(Type.Object({ column: Type.String(), field: NullableString }), {
      description: 'Columns or fields of the file, each with the field of a tool that it means; null: it means nothing',
    }),
    unknownColumns: Type.Array(Type.String(), { description: 'Those that mean nothing' }),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Number of the data row, from 1' }),
        line: Type.Integer({ description: 'Line of the file on which it begins, from 1' }),
        status: Choice(['created', 'updated', 'unchanged', 'failed']),
        id: Type.Optional(Type.Integer()),
        name: Type.Optional(Type.String()),
        error: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'ImportResult' },
);
export type ImportResult = Static<typeof ImportResult>;
export const ExportFormat = Type.Object({ format: Choice(importFormats) });
export const RecordExportFormat = Type.Object({ format: Choice(['csv', 'jsonl']) });
