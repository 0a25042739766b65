// What is shown at an address that leads nowhere, and when a page breaks.
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ButtonLink } from '../components/button.tsx';
import { Page } from '../components/page.tsx';
import { Empty, ErrorState } from '../components/states.tsx';
import { useI18n } from '../lib/i18n.tsx';

export function NotFoundPage() {
  const { t } = useI18n();
  return (
    <Page title={t.states.notFoundTitle}>
      <Empty title={t.states.notFound}>
        <ButtonLink to="/">{t.states.toTools}</ButtonLink>
      </Empty>
    </Page>
  );
}

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { t } = useI18n();
  const router = useRouter();
  // A page whose code did not arrive has to be asked for again before it can be drawn again.
  const retry = () => void router.invalidate().then(reset);
  return (
    <Page title={t.states.failed} heading="hidden">
      <ErrorState error={error} retry={retry} />
    </Page>
  );
}
