// API tokens as a table, one's own or everybody's; asks before it revokes.
import type { ApiToken, OwnedApiToken } from '@toolscore/contract/schemas';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Cell, Row, SimpleTable } from '../components/simple-table.tsx';
import { Named } from '../components/text.tsx';
import { useI18n } from '../lib/i18n.tsx';

interface Props<T> {
  tokens: readonly T[];
  onRevoke: (token: T) => void;
}

const isOwned = (token: ApiToken | OwnedApiToken): token is OwnedApiToken => 'username' in token;

export function TokenTable<T extends ApiToken | OwnedApiToken>({ tokens, onRevoke }: Props<T>) {
  const { t, format } = useI18n();
  const [asked, setAsked] = useState<T>();
  const [now] = useState(Date.now);
  const owned = tokens.some(isOwned);
  const { name, owner, scope, expires, lastUsed, actions } = t.tokens;
  const head = [name, ...(owned ? [owner] : []), scope, expires, lastUsed, actions];
  return (
    <>
      <SimpleTable caption={t.tokens.title} head={head}>
        {tokens.map((token) => (
          <Row key={token.id}>
            <Cell className="font-medium">
              <Named>{token.name}</Named> <span className="font-normal text-muted">…{token.hint}</span>
            </Cell>
            {isOwned(token) && (
              <Cell label={owner}>
                <Named>{token.username}</Named>
              </Cell>
            )}
            <Cell label={scope}>{t.tokens.scopeNames[token.scope]}</Cell>
            <Cell label={expires} className="whitespace-nowrap">
              {Date.parse(token.expiresAt) <= now ? t.tokens.expired : format.date(token.expiresAt)}
            </Cell>
            <Cell label={lastUsed} className="whitespace-nowrap">
              {token.lastUsedAt === null ? t.tokens.never : format.dateTime(token.lastUsedAt)}
            </Cell>
            <Cell className="md:w-0">
              <Button
                variant="danger"
                size="small"
                aria-label={t.tokens.revokeNamed(token.name)}
                onClick={() => setAsked(token)}
              >
                {t.tokens.revoke}
              </Button>
            </Cell>
          </Row>
        ))}
      </SimpleTable>
      {asked && (
        <ConfirmDialog
          title={t.tokens.revokeNamed(asked.name)}
          text={t.tokens.revokeText}
          action={t.tokens.revoke}
          onConfirm={() => onRevoke(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
