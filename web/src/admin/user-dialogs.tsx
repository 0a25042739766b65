// Adding an account, and setting the password of one.
import type { User, UserCreateInput } from '@toolscore/contract/schemas';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog, DialogButtons } from '../components/dialog.tsx';
import { Problem, SelectField, TextField } from '../components/field.tsx';
import { api } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { exactTextOf, textOf } from '../lib/forms.ts';
import { useAdminI18n } from './i18n.ts';
import { notify } from '../lib/notify.ts';
import { roles, tiers } from './accounts.ts';

export function AddUser({ onClose }: { onClose: () => void }) {
  const { t } = useAdminI18n();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: UserCreateInput) => api('POST /users', { body }),
    onSuccess: ({ username }) => {
      onClose();
      notify(t.admin.users.added(username));
    },
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
        <PasswordField label={t.signIn.password} />
        <TextField label={t.admin.users.emailOptional} name="email" type="email" autoComplete="off" />
        <div className="grid grid-cols-2 gap-4">
          <SelectField label={t.account.role} name="role">
            {roles.map((role) => (
              <option key={role} value={role}>
                {t.account.roles[role]}
              </option>
            ))}
          </SelectField>
          <SelectField label={t.account.tier} name="tier">
            {tiers.map((tier) => (
              <option key={tier} value={tier}>
                {t.account.tiers[tier]}
              </option>
            ))}
          </SelectField>
        </div>
        <Problem>{error && explain(error, t, { 409: t.admin.users.taken })}</Problem>
        <DialogButtons label={t.admin.users.add} busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export function SetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useAdminI18n();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (password: string) => api('PATCH /users/:id/password', { params: { id: user.id }, body: { password } }),
    onSuccess: () => {
      onClose();
      notify(t.admin.users.passwordSet(user.username));
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(exactTextOf(new FormData(event.currentTarget), 'password'));
  };
  return (
    <Dialog title={t.admin.users.setPasswordOf(user.username)} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-sm text-muted">{t.admin.users.setPasswordText}</p>
        <PasswordField label={t.account.new} error={error ? explain(error, t) : undefined} />
        <DialogButtons label={t.actions.save} busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** A password to be handed on to somebody: typed, or made at random and then shown. */
function PasswordField({ label, error }: { label: string; error?: string | undefined }) {
  const { t } = useAdminI18n();
  const [made, setMade] = useState(false);
  const [value, setValue] = useState('');
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2">
      <TextField
        label={label}
        hint={t.account.newHint}
        error={error}
        name="password"
        type={made ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        minLength={6}
        required
        value={value}
        onChange={({ target }) => {
          setValue(target.value);
          setMade(false);
        }}
      />
      <Button
        className="mt-[1.625rem]"
        onClick={() => {
          setValue(randomPassword());
          setMade(true);
        }}
      >
        {t.admin.users.generate}
      </Button>
    </div>
  );
}

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;

function randomPassword(): string {
  // Values past the last whole multiple of the alphabet would favour its first letters.
  const fair = Math.floor(256 / ALPHABET.length) * ALPHABET.length;
  let password = '';
  while (password.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) password += ALPHABET[byte % ALPHABET.length];
  }
  return password;
}
