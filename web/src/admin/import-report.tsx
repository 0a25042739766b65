// What an import did, or would do, row by row; failures first.
import type { ImportResult } from '@toolscore/contract/schemas';
import { cellLook, SimpleTable } from '../components/simple-table.tsx';
import { useI18n } from '../lib/i18n.tsx';

const SHOWN = 200;

export function ImportReport({ result }: { result: ImportResult }) {
  const { t, format } = useI18n();
  const rows = result.rows.toSorted(
    (a, b) => Number(b.status === 'failed') - Number(a.status === 'failed') || a.row - b.row,
  );
  return (
    <div className="grid gap-4">
      <p role="status" className="font-medium">
        {result.dryRun ? t.admin.import.wouldDo : t.admin.import.done}
      </p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {(['created', 'updated', 'unchanged', 'failed'] as const).map((status) => (
          <div key={status} className="rounded-lg border border-line p-3">
            <dt className="text-sm text-muted">{t.admin.import.statuses[status]}</dt>
            <dd
              className={`text-xl font-semibold tabular-nums ${status === 'failed' && result.failed > 0 ? 'text-danger' : ''}`}
            >
              {format.whole(result[status])}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {t.admin.import.read(result.format.toUpperCase(), delimiterName(result.delimiter))}
        {result.unknownColumns.length > 0 && ` ${t.admin.import.unknown(result.unknownColumns.join(', '))}`}
      </p>
      {rows.length > 0 && (
        <SimpleTable
          caption={t.admin.import.rows}
          head={[t.admin.import.row, t.browse.columns.name, t.admin.import.result]}
        >
          {rows.slice(0, SHOWN).map(({ row, status, name, error }) => (
            <tr key={row}>
              <td className={`${cellLook} tabular-nums`}>{format.whole(row)}</td>
              <td className={cellLook}>
                <bdi>{name ?? '–'}</bdi>
              </td>
              <td className={`${cellLook} ${status === 'failed' ? 'text-danger' : 'text-muted'}`}>
                {t.admin.import.statuses[status]}
                {error && `: ${error}`}
              </td>
            </tr>
          ))}
        </SimpleTable>
      )}
      {rows.length > SHOWN && <p className="text-sm text-muted">{t.admin.import.more(rows.length - SHOWN)}</p>}
    </div>
  );
}

const delimiterName = (delimiter: string | undefined) => (delimiter === '\t' ? 'Tab' : delimiter);
