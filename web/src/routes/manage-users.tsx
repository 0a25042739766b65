// The accounts of the service: finding one, roles, tiers, passwords, adding and deleting.
import type { User, UserRoleUpdate } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roles, tiers } from '../admin/accounts.ts';
import { AllTokens } from '../admin/all-tokens.tsx';
import { FilterBar, FilterChoice, matches } from '../admin/filter-bar.tsx';
import { ManagePage } from '../admin/frame.tsx';
import { AddUser, SetPassword } from '../admin/user-dialogs.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { controlLook } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { usePortion } from '../components/portion.tsx';
import { Cell, Row, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingTable } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useAdminI18n } from '../admin/i18n.ts';
import { notify, notifyFailure } from '../lib/notify.ts';
import { useMe } from '../lib/session.ts';
import { byText, useSorted } from '../lib/sorting.ts';

const STEP = 100;

const columns = {
  name: (a: User, b: User) => byText(a.username, b.username),
  email: (a: User, b: User) => byText(a.email ?? '\uffff', b.email ?? '\uffff'),
  role: (a: User, b: User) => roles.indexOf(b.role) - roles.indexOf(a.role),
  tier: (a: User, b: User) => tiers.indexOf(a.tier) - tiers.indexOf(b.tier),
  since: (a: User, b: User) => a.id - b.id,
};

export function UsersPage() {
  const { t } = useAdminI18n();
  const [adding, setAdding] = useState(false);
  return (
    <ManagePage
      name="users"
      actions={
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {t.admin.users.add}
        </Button>
      }
    >
      <Users />
      <AllTokens />
      {adding && <AddUser onClose={() => setAdding(false)} />}
    </ManagePage>
  );
}

function Users() {
  const { t } = useAdminI18n();
  const { data, error, refetch } = useQuery(read('GET /users'));
  const [query, setQuery] = useState('');
  const [role, setRole] = useState<User['role'] | ''>('');
  const [tier, setTier] = useState<User['tier'] | ''>('');
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingTable />;
  const found = data.filter(
    (user) =>
      (role === '' || user.role === role) &&
      (tier === '' || user.tier === tier) &&
      matches(query.trim(), user.username, user.email),
  );
  return (
    <>
      <FilterBar
        label={t.admin.users.search}
        value={query}
        onChange={setQuery}
        found={found.length}
        total={data.length}
        countOf={t.admin.users.count}
      >
        <FilterChoice
          label={t.account.role}
          all={t.admin.users.allRoles}
          options={roles.map((value) => [value, t.account.roles[value]] as const)}
          value={role}
          onChange={setRole}
        />
        <FilterChoice
          label={t.account.tier}
          all={t.admin.users.allTiers}
          options={tiers.map((value) => [value, t.account.tiers[value]] as const)}
          value={tier}
          onChange={setTier}
        />
      </FilterBar>
      {found.length === 0 ? <Empty title={t.admin.users.none} /> : <UserTable users={found} />}
    </>
  );
}

function UserTable({ users }: { users: readonly User[] }) {
  const { t } = useAdminI18n();
  const { sorted, sortingOf } = useSorted(users, columns, { by: 'name', falling: false });
  const { shown, more } = usePortion(sorted, STEP);
  const head = [
    { label: t.signIn.username, sort: sortingOf('name') },
    { label: t.account.email, sort: sortingOf('email') },
    { label: t.account.role, sort: sortingOf('role') },
    { label: t.account.tier, sort: sortingOf('tier') },
    t.admin.users.provider,
    { label: t.admin.users.since, sort: sortingOf('since') },
    { label: <span className="sr-only">{t.admin.actions}</span> },
  ];
  return (
    <>
      <SimpleTable caption={t.manage.pages.users} head={head}>
        {shown.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </SimpleTable>
      {more}
    </>
  );
}

function UserRow({ user }: { user: User }) {
  const { t, format } = useAdminI18n();
  const { user: me } = useMe();
  const isMe = me?.isLocal === (user.authProvider === 'local') && me.preferredUsername === user.username;
  const { mutate, isPending } = useMutation({
    mutationFn: (body: UserRoleUpdate) => api('PATCH /users/:id', { params: { id: user.id }, body }),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  const change = (body: UserRoleUpdate, before: UserRoleUpdate, name: string) =>
    mutate(body, {
      onSuccess: () =>
        notify(t.admin.users.changed(user.username, name), { label: t.actions.undo, run: () => mutate(before) }),
    });
  return (
    <Row aria-busy={isPending}>
      <Cell className="font-medium md:max-w-80">
        <span className="flex items-center gap-3">
          <Initial name={user.username} />
          <bdi>{user.username}</bdi>
          {isMe && (
            <span className="rounded-full border border-line px-2 text-xs font-normal text-muted">
              {t.admin.users.you}
            </span>
          )}
        </span>
      </Cell>
      <Cell label={t.account.email} className="text-muted md:min-w-60">
        <bdi>{user.email ?? '–'}</bdi>
      </Cell>
      <ChoiceCell
        column={t.account.role}
        owner={user.username}
        names={t.account.roles}
        options={roles}
        value={user.role}
        onChange={(role) => change({ role }, { role: user.role }, t.account.roles[role])}
      />
      <ChoiceCell
        column={t.account.tier}
        owner={user.username}
        names={t.account.tiers}
        options={tiers}
        value={user.tier}
        onChange={(tier) => change({ tier }, { tier: user.tier }, t.account.tiers[tier])}
      />
      <Cell label={t.admin.users.provider} className="text-muted">
        {t.admin.providers[user.authProvider]}
      </Cell>
      <Cell label={t.admin.users.since} className="whitespace-nowrap text-muted">
        {format.date(user.createdAt)}
      </Cell>
      <Cell className="md:w-0">
        <UserActions user={user} isMe={isMe} />
      </Cell>
    </Row>
  );
}

const Initial = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="grid size-7 shrink-0 place-items-center rounded-full bg-tint text-xs font-semibold text-accent-strong uppercase"
  >
    {/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '#'}
  </span>
);

function UserActions({ user, isMe }: { user: User; isMe: boolean }) {
  const { t } = useAdminI18n();
  const [asking, setAsking] = useState<'delete' | 'password'>();
  const remove = useMutation({
    mutationFn: () => api('DELETE /users/:id', { params: { id: user.id } }),
    onSuccess: () => notify(t.admin.users.deleted(user.username)),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  return (
    <>
      <span className="flex gap-1 md:justify-end">
        {user.authProvider === 'local' && (
          <Button size="small" variant="quiet" onClick={() => setAsking('password')}>
            <Icon name="key" size={16} />
            {t.admin.users.setPassword}
          </Button>
        )}
        {!isMe && (
          <Button
            size="small"
            variant="quiet"
            className="hover:text-danger"
            aria-label={`${t.actions.delete}: ${user.username}`}
            title={t.actions.delete}
            disabled={remove.isPending}
            onClick={() => setAsking('delete')}
          >
            <Icon name="trash" size={16} />
          </Button>
        )}
      </span>
      {asking === 'password' && <SetPassword user={user} onClose={() => setAsking(undefined)} />}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t.admin.users.deleteTitle(user.username)}
          text={t.admin.users.deleteText}
          action={t.actions.delete}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

interface ChoiceProps<T extends string> {
  column: string;
  owner: string;
  names: Record<T, string>;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

function ChoiceCell<T extends string>({ column, owner, names, options, value, onChange }: ChoiceProps<T>) {
  return (
    <Cell label={column}>
      <select
        aria-label={`${column}: ${owner}`}
        className={`${controlLook} w-full min-w-40 md:-ml-3 md:border-transparent md:bg-transparent`}
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </select>
    </Cell>
  );
}
