// The audit log: who changed what, and when; filters in the address.
import type { AuditLog } from '@toolscore/contract/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { Changes } from '../admin/changes.tsx';
import { ManagePage } from '../admin/frame.tsx';
import { Button, ButtonAnchor } from '../components/button.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { cellLook, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { read } from '../lib/api.ts';
import { textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { stringifySearch } from '../lib/search-params.ts';

const route = getRouteApi('/manage/audit');
const entityTypes = ['tool', 'rating', 'user', 'import', 'cost', 'relation', 'redundancy'] as const;
const STEP = 100;

export function AuditPage() {
  const { t } = useI18n();
  const search = route.useSearch();
  return (
    <ManagePage
      name="audit"
      actions={(['csv', 'jsonl'] as const).map((format) => (
        <ButtonAnchor key={format} href={`/api/audit-logs/export${stringifySearch({ ...search, format })}`} download>
          {t.admin.download(format.toUpperCase())}
        </ButtonAnchor>
      ))}
    >
      <AuditFilters />
      <Entries key={JSON.stringify(search)} />
    </ManagePage>
  );
}

function AuditFilters() {
  const { t } = useI18n();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const names = ['entityType', 'entityId', 'action', 'user', 'from', 'to'];
    const filled = names.map((name) => [name, textOf(form, name)]).filter(([, text]) => text !== '');
    void navigate({ search: Object.fromEntries(filled) as typeof search });
  };
  return (
    <form
      key={JSON.stringify(search)}
      onSubmit={submit}
      className="mb-5 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-7"
    >
      <SelectField label={t.admin.audit.what} name="entityType" defaultValue={search.entityType ?? ''}>
        <option value="">{t.admin.audit.everything}</option>
        {entityTypes.map((type) => (
          <option key={type} value={type}>
            {t.admin.audit.types[type]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.admin.audit.number}
        name="entityId"
        type="number"
        min={1}
        defaultValue={search.entityId ?? ''}
      />
      <TextField label={t.admin.audit.action} name="action" maxLength={100} defaultValue={search.action ?? ''} />
      <TextField
        label={t.admin.audit.who}
        name="user"
        maxLength={100}
        autoComplete="off"
        defaultValue={search.user ?? ''}
      />
      <TextField label={t.admin.audit.from} name="from" type="date" defaultValue={search.from ?? ''} />
      <TextField label={t.admin.audit.to} name="to" type="date" defaultValue={search.to ?? ''} />
      <Button type="submit">{t.admin.audit.filter}</Button>
    </form>
  );
}

function Entries() {
  const { t } = useI18n();
  const search = route.useSearch();
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useQuery({
    ...read('GET /audit-logs', { query: { ...search, limit } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  if (data.length === 0) return <Empty title={t.admin.audit.empty} />;
  return (
    <>
      <SimpleTable
        caption={t.admin.pages.audit}
        head={[t.admin.audit.when, t.admin.audit.who, t.admin.audit.action, t.admin.audit.what, t.admin.audit.changes]}
      >
        {data.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </SimpleTable>
      {data.length === limit && limit < 500 && (
        <Button className="mt-4" onClick={() => setLimit(limit + STEP)}>
          {t.tool.moreRatings}
        </Button>
      )}
    </>
  );
}

function EntryRow({ entry }: { entry: AuditLog }) {
  const { t, format } = useI18n();
  const types: Record<string, string> = t.admin.audit.types;
  return (
    <tr>
      <td className={`${cellLook} whitespace-nowrap text-muted`}>{format.dateTime(entry.createdAt)}</td>
      <td className={cellLook}>
        <bdi>{entry.username}</bdi>
      </td>
      <td className={`${cellLook} whitespace-nowrap`}>{entry.action.replaceAll('_', ' ')}</td>
      <td className={`${cellLook} whitespace-nowrap`}>
        {types[entry.entityType] ?? entry.entityType} {entry.entityId !== null && `#${entry.entityId}`}
      </td>
      <td className={`${cellLook} min-w-80`}>
        <Changes text={entry.changes} />
      </td>
    </tr>
  );
}
