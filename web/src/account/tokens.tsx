// API tokens of one's own: make one, copy its secret while it is shown, see what there is, revoke it.
import type { ApiToken, NewApiToken } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Problem, SelectField, TextField } from '../components/field.tsx';
import { Card, Section } from '../components/page.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { TokenTable } from './token-table.tsx';

const scopes = ['read', 'rate', 'manage'] as const satisfies ApiToken['scope'][];
const choicesOfDays = [7, 30, 90, 366];
const USUAL_DAYS = 90;

export function Tokens() {
  const { t } = useI18n();
  const [adding, setAdding] = useState(false);
  const { data: tokens = [] } = useQuery(read('GET /auth/me/tokens'));
  const revoke = useMutation({
    mutationFn: ({ id }: ApiToken) => api('DELETE /auth/me/tokens/:id', { params: { id } }),
    onSuccess: () => notify(t.tokens.revoked),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  return (
    <Card>
      <Section title={t.tokens.title} actions={<Button onClick={() => setAdding(true)}>{t.tokens.make}</Button>}>
        <p className="mb-4 text-sm text-muted">{t.tokens.intro}</p>
        {tokens.length === 0 ? (
          <p className="text-sm">{t.tokens.none}</p>
        ) : (
          <TokenTable tokens={tokens} onRevoke={revoke.mutate} />
        )}
        {adding && <MakeToken onClose={() => setAdding(false)} />}
      </Section>
    </Card>
  );
}

function MakeToken({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (body: { name: string; scope: ApiToken['scope']; expiresInDays: number }) =>
      api('POST /auth/me/tokens', { body }),
  });
  if (data) return <Secret made={data} onClose={onClose} />;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({
      name: textOf(form, 'name'),
      scope: textOf(form, 'scope') as ApiToken['scope'],
      expiresInDays: Number(textOf(form, 'days')),
    });
  };
  return (
    <Dialog title={t.tokens.make} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t.tokens.name}
          hint={t.tokens.nameHint}
          name="name"
          autoComplete="off"
          maxLength={100}
          required
        />
        <SelectField label={t.tokens.scope} name="scope">
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {t.tokens.scopes[scope]}
            </option>
          ))}
        </SelectField>
        <SelectField label={t.tokens.expires} name="days" defaultValue={USUAL_DAYS}>
          {choicesOfDays.map((days) => (
            <option key={days} value={days}>
              {t.tokens.days(days)}
            </option>
          ))}
        </SelectField>
        <Problem>{error && explain(error, t)}</Problem>
        <Button type="submit" variant="primary" disabled={isPending}>
          {t.tokens.make}
        </Button>
      </form>
    </Dialog>
  );
}

function Secret({ made, onClose }: { made: NewApiToken; onClose: () => void }) {
  const { t } = useI18n();
  const copy = async () => {
    try {
      // Browsers offer no clipboard at all to pages that came without TLS.
      await navigator.clipboard.writeText(made.token);
      notify(t.actions.copied);
    } catch {
      notifyFailure(t.tokens.notCopied);
    }
  };
  return (
    <Dialog title={t.tokens.madeTitle} onClose={onClose}>
      <p role="status" className="text-sm">
        {t.tokens.once}
      </p>
      <TextField
        label={t.tokens.secret}
        value={made.token}
        readOnly
        spellCheck={false}
        onFocus={({ target }) => target.select()}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t.actions.close}</Button>
        <Button variant="primary" onClick={() => void copy()}>
          {t.tokens.copy}
        </Button>
      </div>
    </Dialog>
  );
}
