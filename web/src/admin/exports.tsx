// Everything that can be downloaded, each in the formats it comes in.
import { ButtonAnchor } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Card, Section } from '../components/page.tsx';
import { useAdminI18n } from './i18n.ts';
import { isAdmin, useMe } from '../lib/session.ts';

const records = ['csv', 'jsonl'] as const;

export function Exports() {
  const { t } = useAdminI18n();
  const { user } = useMe();
  const texts = t.admin.import;
  return (
    <Card>
      <Section title={texts.exportTitle}>
        <div className="grid gap-6">
          <Export
            title={texts.exportTools}
            text={texts.exportText}
            address="/api/tools/export"
            formats={['csv', 'json', 'yaml']}
          />
          {isAdmin(user) && (
            <>
              <Export
                title={texts.exportRatings}
                text={texts.exportRatingsText}
                address="/api/admin/ratings/export"
                formats={records}
              />
              <Export
                title={t.manage.pages.audit}
                text={t.admin.intros.audit}
                address="/api/audit-logs/export"
                formats={records}
              />
            </>
          )}
        </div>
      </Section>
    </Card>
  );
}

interface Props {
  title: string;
  text: string;
  address: string;
  formats: readonly string[];
}

function Export({ title, text, address, formats }: Props) {
  const { t } = useAdminI18n();
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <p className="mt-0.5 text-sm text-muted">{text}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {formats.map((format) => (
          <ButtonAnchor
            key={format}
            size="small"
            href={`${address}?format=${format}`}
            aria-label={`${title}: ${t.admin.download(format.toUpperCase())}`}
            download
          >
            <Icon name="download" size={16} />
            {format.toUpperCase()}
          </ButtonAnchor>
        ))}
      </div>
    </div>
  );
}
