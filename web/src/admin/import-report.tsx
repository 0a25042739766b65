// What an import did, or would do: how the file was understood, the sums, and every row; failures first.
import type { ImportResult } from '@toolscore/contract/schemas';
import { useState } from 'react';
import { usePortion } from '../components/portion.tsx';
import { Cell, Row, SimpleTable } from '../components/simple-table.tsx';
import { useAdminI18n } from './i18n.ts';
import { fieldNames } from './fields.ts';

const statuses = ['created', 'updated', 'unchanged', 'failed'] as const;
type Status = (typeof statuses)[number];
const STEP = 100;

export function ImportReport({ result }: { result: ImportResult }) {
  const { t } = useAdminI18n();
  const [only, setOnly] = useState<Status>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="font-medium">
        {result.dryRun ? t.admin.import.wouldDo : t.admin.import.done}
      </p>
      <Sums result={result} only={only} choose={setOnly} />
      <Understood result={result} />
      <Rows key={only} result={result} only={only} />
    </div>
  );
}

interface SumsProps {
  result: ImportResult;
  only: Status | undefined;
  choose: (status: Status | undefined) => void;
}

function Sums({ result, only, choose }: SumsProps) {
  const { t, format } = useAdminI18n();
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={only === status}
          disabled={result[status] === 0}
          onClick={() => choose(only === status ? undefined : status)}
          className="rounded-lg border border-line p-3 text-left enabled:hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-tint"
        >
          <span className="block text-sm text-muted">{t.admin.import.statuses[status]}</span>{' '}
          <span
            className={`text-xl font-semibold tabular-nums ${status === 'failed' && result.failed > 0 ? 'text-danger' : ''}`}
          >
            {format.whole(result[status])}
          </span>
        </button>
      ))}
    </div>
  );
}

/** The format, and which column became what. */
function Understood({ result }: { result: ImportResult }) {
  const { t } = useAdminI18n();
  const names = fieldNames(t);
  return (
    <div className="text-sm">
      <p className="mb-2 text-muted">
        {t.admin.import.read(
          result.format.toUpperCase(),
          result.delimiter === '\t' ? t.admin.import.tab : result.delimiter,
        )}
      </p>
      <ul aria-label={t.admin.import.mapping} className="flex flex-wrap gap-2">
        {result.columns.map(({ column, field }) => (
          <li
            key={column}
            className={`max-w-full rounded-md border border-line px-2 py-0.5 ${field === null ? 'border-dashed text-muted' : 'bg-sunken'}`}
          >
            <bdi>{column}</bdi>
            <span aria-hidden="true"> → </span>
            <span className="sr-only">: </span>
            {field === null ? t.admin.import.ignored : (names[field] ?? field)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const tone: Record<Status, string> = {
  created: 'text-good',
  updated: 'text-accent',
  unchanged: 'text-muted',
  failed: 'text-danger',
};

function Rows({ result, only }: { result: ImportResult; only: Status | undefined }) {
  const { t, format } = useAdminI18n();
  const rows = result.rows
    .filter(({ status }) => only === undefined || status === only)
    .toSorted((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed') || a.row - b.row);
  const { shown, more } = usePortion(rows, STEP);
  if (rows.length === 0) return null;
  return (
    <div>
      <SimpleTable
        caption={t.admin.import.rows}
        head={[{ label: t.admin.import.line, numeric: true }, t.browse.columns.name, t.admin.import.result]}
      >
        {shown.map(({ row, line, status, name, error }) => (
          <Row key={row}>
            <Cell label={t.admin.import.line} numeric className="text-muted md:w-0">
              {format.whole(line)}
            </Cell>
            <Cell className="max-md:order-first">
              <bdi className="line-clamp-3">{name ?? '–'}</bdi>
            </Cell>
            <Cell label={t.admin.import.result}>
              <span className={`font-medium ${tone[status]}`}>{t.admin.import.statuses[status]}</span>
              {error && (
                <bdi lang="en" className="block text-muted">
                  {error}
                </bdi>
              )}
            </Cell>
          </Row>
        ))}
      </SimpleTable>
      {more}
    </div>
  );
}
