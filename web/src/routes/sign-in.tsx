// Signing in: with username and password, or with the organisation's identity provider, as the service is set up.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useState } from 'react';
import { Button, ButtonAnchor } from '../components/button.tsx';
import { Problem, TextField } from '../components/field.tsx';
import { Card, Page } from '../components/page.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { read, statusOf } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { exactTextOf, textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { rememberSignIn, signIn, useMe } from '../lib/session.ts';

const route = getRouteApi('/sign-in');

/** An address of these pages to go on to; anything that leads elsewhere becomes the start page. */
export const localPath = (path: string | undefined) => (path && /^\/(?![/\\])/.test(path) ? path : '/');

export function SignInPage() {
  const { t } = useI18n();
  const search = route.useSearch();
  const returnTo = localPath(search.returnTo);
  const mode = useQuery(read('GET /auth/mode'));
  const { user } = useMe();
  const { history } = useRouter();
  useEffect(() => {
    if (user) history.replace(returnTo);
  }, [user, history, returnTo]);
  return (
    <div className="mx-auto mt-8 max-w-sm">
      <Page title={t.signIn.title}>
        <Card>
          <Problem className="mb-4">{search.error && t.signIn.failed}</Problem>
          {mode.isPending && <LoadingLines />}
          {mode.isError && <ErrorState error={mode.error} retry={() => void mode.refetch()} />}
          {mode.data?.mode === 'oidc' && <ProviderSignIn returnTo={returnTo} />}
          {mode.data?.mode === 'local' && <PasswordSignIn />}
        </Card>
      </Page>
    </div>
  );
}

function ProviderSignIn({ returnTo }: { returnTo: string }) {
  const { t } = useI18n();
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">{t.signIn.oidcHint}</p>
      <ButtonAnchor
        variant="primary"
        href={`/api/auth/oidc/login?returnTo=${encodeURIComponent(returnTo)}`}
        onClick={rememberSignIn}
      >
        {t.signIn.oidc}
      </ButtonAnchor>
    </div>
  );
}

function PasswordSignIn() {
  const { t } = useI18n();
  const [error, setError] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    try {
      await signIn(textOf(form, 'username'), exactTextOf(form, 'password'));
    } catch (failure) {
      setError(failure);
      setPending(false);
    }
  };
  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField label={t.signIn.username} name="username" autoComplete="username" required />
      <TextField label={t.signIn.password} name="password" type="password" autoComplete="current-password" required />
      <Problem>{error !== undefined && (statusOf(error) === 401 ? t.signIn.wrong : explain(error, t))}</Problem>
      <Button type="submit" variant="primary" disabled={pending}>
        {t.signIn.submit}
      </Button>
    </form>
  );
}
