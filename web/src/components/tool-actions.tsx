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

/** With a text, as wide as the longer of its two: what is next to it stays where it is. */
const lookOf = (small: boolean) =>
  small ? ({ variant: 'quiet', size: 'small-icon' } as const) : { className: 'min-w-32' };

export function ToolActions(props: Props) {
  const { user } = useMe();
  return (
    <>
      {can(user, 'watchlist') && <WatchButton {...props} />}
      {can(user, 'compare') && <CompareButton {...props} />}
    </>
  );
}

function WatchButton({ id, name, small = false }: Props) {
  const { t } = useI18n();
  const { isKnown, ids, toggle } = useWatchlist();
  const watching = ids.includes(id);
  return (
    <Button
      {...lookOf(small)}
      disabled={!isKnown}
      aria-pressed={watching}
      aria-label={small ? t.tool.watchNamed(name) : undefined}
      title={small ? t.tool.watch : undefined}
      onClick={() => toggle(id)}
    >
      <Icon name="eye" />
      {!small && (watching ? t.tool.watched : t.tool.watch)}
    </Button>
  );
}

function CompareButton({ id, name, small = false }: Props) {
  const { t } = useI18n();
  const comparing = useComparison().includes(id);
  const toggle = () => {
    if (!toggleCompared(id)) notifyFailure(t.compare.full(MOST));
  };
  return (
    <Button
      {...lookOf(small)}
      aria-pressed={comparing}
      aria-label={small ? t.tool.compareNamed(name) : undefined}
      title={small ? t.tool.compare : undefined}
      onClick={toggle}
    >
      <Icon name="compare" />
      {!small && (comparing ? t.tool.comparing : t.tool.compare)}
    </Button>
  );
}
