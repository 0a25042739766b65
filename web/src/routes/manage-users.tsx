// The accounts of the service: roles, tiers, passwords, adding and deleting.
import type { User, UserCreateInput, UserRoleUpdate } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ManagePage } from '../admin/frame.tsx';
import { Button } from '../components/button.tsx';
import { ConfirmDialog, Dialog } from '../components/dialog.tsx';
import { controlLook, SelectField, TextField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { cellLook, SimpleTable } from '../components/simple-table.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { exactTextOf, textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';

const roles = ['user', 'admin'] as const satisfies User['role'][];
const tiers = ['free', 'premium', 'enterprise'] as const satisfies User['tier'][];

export function UsersPage() {
  const { t } = useI18n();
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
      <UserTable />
      {adding && <AddUser onClose={() => setAdding(false)} />}
    </ManagePage>
  );
}

function UserTable() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(read('GET /users'));
  const head = [
    t.signIn.username,
    t.account.email,
    t.account.role,
    t.account.tier,
    t.admin.users.provider,
    t.admin.users.since,
    t.admin.actions,
  ];
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={6} />;
  return (
    <SimpleTable caption={t.admin.pages.users} head={head}>
      {data.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </SimpleTable>
  );
}

function UserRow({ user }: { user: User }) {
  const { t, format } = useI18n();
  const onError = (error: Error) => notifyFailure(explain(error, t));
  const params = { id: user.id };
  const update = useMutation({
    mutationFn: (body: UserRoleUpdate) => api('PATCH /users/:id', { params, body }),
    onSuccess: () => notify(t.actions.saved),
    onError,
  });
  return (
    <tr>
      <td className={`${cellLook} font-medium`}>
        <bdi>{user.username}</bdi>
      </td>
      <td className={`${cellLook} text-muted`}>{user.email ?? '–'}</td>
      <ChoiceCell
        label={`${t.account.role}: ${user.username}`}
        names={t.admin.roles}
        options={roles}
        value={user.role}
        onChange={(role) => update.mutate({ role })}
      />
      <ChoiceCell
        label={`${t.account.tier}: ${user.username}`}
        names={t.admin.tiers}
        options={tiers}
        value={user.tier}
        onChange={(tier) => update.mutate({ tier })}
      />
      <td className={`${cellLook} text-muted`}>{t.admin.providers[user.authProvider]}</td>
      <td className={`${cellLook} whitespace-nowrap text-muted`}>{format.date(user.createdAt)}</td>
      <td className={`${cellLook} whitespace-nowrap`}>
        <UserActions user={user} />
      </td>
    </tr>
  );
}

function UserActions({ user }: { user: User }) {
  const { t } = useI18n();
  const [asking, setAsking] = useState<'delete' | 'password'>();
  const remove = useMutation({
    mutationFn: () => api('DELETE /users/:id', { params: { id: user.id } }),
    onSuccess: () => notify(t.admin.users.deleted(user.username)),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  return (
    <>
      <span className="flex gap-2">
        {user.authProvider === 'local' && (
          <Button size="small" onClick={() => setAsking('password')}>
            {t.admin.users.setPassword}
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          aria-label={`${t.actions.delete}: ${user.username}`}
          onClick={() => setAsking('delete')}
        >
          {t.actions.delete}
        </Button>
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
  label: string;
  names: Record<T, string>;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
}

function ChoiceCell<T extends string>({ label, names, options, value, onChange }: ChoiceProps<T>) {
  return (
    <td className={cellLook}>
      <select
        aria-label={label}
        className={`${controlLook} min-w-36`}
        value={value}
        onChange={({ target }) => onChange(target.value as T)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {names[option]}
          </option>
        ))}
      </select>
    </td>
  );
}

function SetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useI18n();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (password: string) => api('PATCH /users/:id/password', { params: { id: user.id }, body: { password } }),
    onSuccess: async () => {
      onClose();
      notify(t.account.passwordChanged);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(exactTextOf(new FormData(event.currentTarget), 'password'));
  };
  return (
    <Dialog title={t.admin.users.setPasswordOf(user.username)} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t.account.new}
          hint={t.account.newHint}
          error={error ? explain(error, t) : undefined}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={6}
          required
        />
        <Button type="submit" variant="primary" disabled={isPending}>
          {t.actions.save}
        </Button>
      </form>
    </Dialog>
  );
}

function AddUser({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: UserCreateInput) => api('POST /users', { body }),
    onSuccess: onClose,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({
      username: textOf(form, 'username'),
      password: exactTextOf(form, 'password'),
      email: textOf(form, 'email') || null,
      role: textOf(form, 'role') as User['role'],
      tier: textOf(form, 'tier') as User['tier'],
    });
  };
  return (
    <Dialog title={t.admin.users.add} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t.signIn.username}
          name="username"
          autoComplete="off"
          minLength={2}
          maxLength={100}
          required
        />
        <TextField
          label={t.signIn.password}
          hint={t.account.newHint}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={6}
          required
        />
        <TextField label={t.admin.users.emailOptional} name="email" type="email" autoComplete="off" />
        <div className="grid grid-cols-2 gap-4">
          <SelectField label={t.account.role} name="role">
            {roles.map((role) => (
              <option key={role} value={role}>
                {t.admin.roles[role]}
              </option>
            ))}
          </SelectField>
          <SelectField label={t.account.tier} name="tier">
            {tiers.map((tier) => (
              <option key={tier} value={tier}>
                {t.admin.tiers[tier]}
              </option>
            ))}
          </SelectField>
        </div>
        {error && (
          <p role="alert" className="text-sm text-danger">
            {explain(error, t)}
          </p>
        )}
        <Button type="submit" variant="primary" disabled={isPending}>
          {t.admin.users.add}
        </Button>
      </form>
    </Dialog>
  );
}
