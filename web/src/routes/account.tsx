// One's own account: who the service takes one for, what the account includes, password and preferences.
import type { AuthUser } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Tokens } from '../account/tokens.tsx';
import { densities, views } from '../catalogue/filters.ts';
import { Button, ButtonAnchor } from '../components/button.tsx';
import { Choices } from '../components/appearance.tsx';
import { Problem, TextField } from '../components/field.tsx';
import { Card, Page, Section } from '../components/page.tsx';
import { LoadingLines, NotAllowed } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { exactTextOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify } from '../lib/notify.ts';
import { usePreferences } from '../lib/preferences.ts';
import { useMe } from '../lib/session.ts';
import { shortcutsOn } from '../palette/shortcuts-switch.ts';

export function AccountPage() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  return (
    <Page title={t.nav.account}>
      {isPending && <LoadingLines />}
      {!isPending && !user && <NotAllowed signedIn={false} needs={t.account.signIn} />}
      {user && (
        <div className="grid max-w-3xl gap-6">
          <Profile user={user} />
          <Card>
            <Section title={t.account.password}>{user.isLocal ? <PasswordForm /> : <ProviderPassword />}</Section>
          </Card>
          <Tokens />
          <Preferences />
        </div>
      )}
    </Page>
  );
}

function Profile({ user }: { user: AuthUser }) {
  const { t } = useI18n();
  const rows = [
    [t.signIn.username, user.preferredUsername ?? user.sub],
    [t.account.email, user.email ?? '–'],
    [t.account.role, t.account.roles[user.role]],
    [t.account.tier, t.account.tiers[user.tier]],
  ];
  return (
    <Card>
      <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <dt className="text-muted">{t.account.includes}</dt>
        <dd>{user.entitlements.map((name) => t.account.entitlements[name] ?? name).join(', ') || t.account.nothing}</dd>
      </dl>
    </Card>
  );
}

function PasswordForm() {
  const { t } = useI18n();
  const [differ, setDiffer] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api('POST /auth/me/password', { body }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const newPassword = exactTextOf(form, 'new');
    const same = newPassword === exactTextOf(form, 'repeat');
    setDiffer(!same);
    if (!same) return;
    mutate(
      { currentPassword: exactTextOf(form, 'current'), newPassword },
      {
        onSuccess: () => {
          element.reset();
          notify(t.account.passwordChanged);
        },
      },
    );
  };
  const problem = differ ? t.account.differ : error && explain(error, t);
  return (
    <form onSubmit={submit} className="grid max-w-sm gap-4">
      <TextField label={t.account.current} name="current" type="password" autoComplete="current-password" required />
      <TextField
        label={t.account.new}
        hint={t.account.newHint}
        name="new"
        type="password"
        autoComplete="new-password"
        minLength={6}
        required
      />
      <TextField label={t.account.repeat} name="repeat" type="password" autoComplete="new-password" required />
      <Problem>{problem}</Problem>
      <Button type="submit" variant="primary" className="w-fit" disabled={isPending}>
        {t.account.change}
      </Button>
    </form>
  );
}

function ProviderPassword() {
  const { t } = useI18n();
  const { data } = useQuery(read('GET /auth/password-redirect'));
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      <p className="text-muted">{t.account.atProvider}</p>
      {data?.url && <ButtonAnchor href={data.url}>{t.account.toProvider}</ButtonAnchor>}
    </div>
  );
}

function Preferences() {
  const { t } = useI18n();
  const { view, density, change } = usePreferences();
  return (
    <Card>
      <Section title={t.account.preferences}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Choices
            legend={t.browse.view}
            options={views.map((value) => ({ value, label: t.browse.views[value] }))}
            value={view}
            onChange={(chosen) => change({ view: chosen })}
          />
          <Choices
            legend={t.browse.density}
            options={densities.map((value) => ({ value, label: t.browse.densities[value] }))}
            value={density}
            onChange={(chosen) => change({ density: chosen })}
          />
        </div>
        <label className="mt-4 flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={shortcutsOn.use()}
            onChange={({ target }) => shortcutsOn.set(target.checked)}
          />
          {t.account.shortcuts}
        </label>
      </Section>
    </Card>
  );
}
