// The two things to do with a tool anywhere it is shown: watch it, and put it into a comparison.
import { MOST, toggleCompared, useComparison } from '../compare/selection.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notifyFailure } from '../lib/notify.ts';
import { can, useMe } from '../lib/session.ts';
import { useWatchlist } from '../watchlist/watchlist.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  id: number;
  name: string;
  /** Icons only, for lists. */
  small?: boolean;
}

export function ToolActions({ id, name, small = false }: Props) {
  const { t } = useI18n();
  const { user } = useMe();
  const { allowed, isKnown, ids, toggle } = useWatchlist();
  const comparing = useComparison().includes(id);
  const watching = ids.includes(id);
  const look = small ? ({ variant: 'quiet', size: 'icon' } as const) : {};
  const compare = () => {
    if (!toggleCompared(id)) notifyFailure(t.compare.full(MOST));
  };
  return (
    <>
      {allowed && (
        <Button
          {...look}
          disabled={!isKnown}
          aria-pressed={watching}
          aria-label={small ? t.tool.watchNamed(name) : undefined}
          onClick={() => toggle(id)}
        >
          <Icon name="eye" />
          {!small && (watching ? t.tool.watched : t.tool.watch)}
        </Button>
      )}
      {can(user, 'compare') && (
        <Button
          {...look}
          aria-pressed={comparing}
          aria-label={small ? t.tool.compareNamed(name) : undefined}
          onClick={compare}
        >
          <Icon name="compare" />
          {!small && (comparing ? t.tool.comparing : t.tool.compare)}
        </Button>
      )}
    </>
  );
}
