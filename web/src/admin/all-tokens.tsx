// Everybody's API tokens, for administrators to see and revoke.
import type { OwnedApiToken } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TokenTable } from '../account/token-table.tsx';
import { Section } from '../components/page.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';

/** Nothing at all while nobody has one. */
export function AllTokens() {
  const { t } = useI18n();
  const { data: tokens = [] } = useQuery(read('GET /tokens'));
  const revoke = useMutation({
    mutationFn: ({ id }: OwnedApiToken) => api('DELETE /tokens/:id', { params: { id } }),
    onSuccess: () => notify(t.tokens.revoked),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  if (tokens.length === 0) return null;
  return (
    <Section title={t.tokens.title}>
      <TokenTable tokens={tokens} onRevoke={revoke.mutate} />
    </Section>
  );
}
