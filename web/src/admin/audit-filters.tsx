// The filters of the audit log. Choices apply at once, typed ones with Enter or on leaving the field.
import type { AuditFilters } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { Button } from '../components/button.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { read } from '../lib/api.ts';
import { useAdminI18n } from './i18n.ts';
import { parseAuditSearch } from './audit-search.ts';

const route = getRouteApi('/manage/audit');

export function AuditFilterBar() {
  const { t } = useAdminI18n();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const apply = (change: Partial<Record<keyof AuditFilters, string>>) =>
    void navigate({ search: parseAuditSearch({ ...search, ...change }), replace: true });
  const { types, actions } = t.admin.audit;
  const { data: users } = useQuery(read('GET /users'));
  return (
    <div role="search" data-no-print className="mb-5 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-7">
      <Choice
        label={t.admin.audit.what}
        all={t.admin.audit.everything}
        names={types}
        value={search.entityType}
        onChange={(entityType) => apply({ entityType })}
      />
      <Choice
        label={t.admin.audit.action}
        all={t.admin.audit.anyAction}
        names={actions}
        value={search.action}
        onChange={(action) => apply({ action })}
      />
      <TypedField
        label={t.admin.audit.number}
        inputMode="numeric"
        pattern="[0-9]*"
        value={String(search.entityId ?? '')}
        onEnter={(entityId) => apply({ entityId })}
      />
      <TypedField
        label={t.admin.audit.who}
        maxLength={100}
        list="audit-users"
        value={search.user ?? ''}
        onEnter={(user) => apply({ user })}
      />
      <TextField
        label={t.admin.audit.from}
        type="date"
        max={search.to}
        value={search.from ?? ''}
        onChange={({ target }) => apply({ from: target.value })}
      />
      <TextField
        label={t.admin.audit.to}
        type="date"
        min={search.from}
        value={search.to ?? ''}
        onChange={({ target }) => apply({ to: target.value })}
      />
      <datalist id="audit-users">
        {users?.map(({ id, username }) => (
          <option key={id} value={username} />
        ))}
      </datalist>
      {Object.keys(search).length > 0 && (
        <Button variant="quiet" onClick={() => void navigate({ search: {}, replace: true })}>
          {t.browse.clear}
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  names: Readonly<Record<string, string>>;
  value: string | undefined;
  onChange: (value: string) => void;
}

function Choice({ label, all, names, value = '', onChange }: ChoiceProps) {
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {/* What only an address knows is kept choosable. */}
      {value !== '' && !(value in names) && <option value={value}>{value}</option>}
      {Object.entries(names).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

interface TypedProps extends Omit<ComponentProps<'input'>, 'value'> {
  label: string;
  value: string;
  onEnter: (value: string) => void;
}

function TypedField({ value, onEnter, ...rest }: TypedProps) {
  const [draft, setDraft] = useState(value);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    // The address says otherwise now, after Back or a cleared filter.
    setShown(value);
    setDraft(value);
  }
  const enter = () => draft.trim() !== value && onEnter(draft.trim());
  return (
    <TextField
      {...rest}
      autoComplete="off"
      spellCheck={false}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={enter}
      onKeyDown={({ key }) => key === 'Enter' && enter()}
    />
  );
}
