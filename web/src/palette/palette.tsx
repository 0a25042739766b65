// The command palette: tools, pages and actions by a few letters. Its code is fetched when it is first opened.
import { Command } from 'cmdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useModal } from '../components/dialog.tsx';
import { selectTools, toEntries } from '../catalogue/filters.ts';
import { Icon } from '../components/icon.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { allTools } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { type Choice, type Deeds, useCommands } from './commands.ts';

const MOST_TOOLS = 8;
const itemLook =
  'flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm aria-selected:bg-tint aria-selected:text-accent-strong';
const groupLook =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted';

export function Palette({ close, ...deeds }: Deeds & { close: () => void }) {
  const { t } = useI18n();
  // The dialog would give the focus to the list around the input.
  const ref = useModal('input');
  const [query, setQuery] = useState('');
  const tools = useToolChoices(query);
  const { here, pages, actions } = useCommands(deeds);
  const fits = ({ label }: Choice) => label.toLowerCase().includes(query.trim().toLowerCase());
  const groups = [
    [t.palette.here, here.filter(fits)],
    [t.nav.browse, tools],
    [t.palette.pages, pages.filter(fits)],
    [t.palette.actions, actions.filter(fits)],
  ] as const;
  return (
    <dialog
      ref={ref}
      aria-label={t.palette.title}
      onCancel={close}
      onClick={({ target }) => target === ref.current && close()}
      className="mt-[12vh] w-[min(38rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-0 shadow-2xl"
    >
      <Command shouldFilter={false} label={t.palette.title}>
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder={t.nav.palette}
          className="w-full border-b border-line bg-transparent px-5 py-4 outline-none placeholder:text-muted"
        />
        <Command.List className="max-h-[50vh] overflow-y-auto p-2">
          <Command.Empty className="p-6 text-center text-sm text-muted">{t.palette.nothing}</Command.Empty>
          {groups.map(
            ([heading, choices]) =>
              choices.length > 0 && (
                <Command.Group key={heading} heading={heading} className={groupLook}>
                  {choices.map(({ label, icon, image, hint, run }, index) => (
                    <Command.Item
                      key={`${label}-${index}`}
                      value={`${heading}-${label}-${index}`}
                      className={itemLook}
                      onSelect={() => {
                        close();
                        run();
                      }}
                    >
                      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-muted">
                        {icon ? <Icon name={icon} /> : <ToolIcon name={label} url={image} size={24} />}
                      </span>
                      <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
                      {hint && <bdi className="max-w-[40%] truncate text-xs text-muted">{hint}</bdi>}
                    </Command.Item>
                  ))}
                </Command.Group>
              ),
          )}
        </Command.List>
      </Command>
    </dialog>
  );
}

function useToolChoices(query: string): Choice[] {
  const navigate = useNavigate();
  const { data } = useQuery(allTools);
  const entries = useMemo(() => toEntries(data ?? []), [data]);
  return useMemo(() => {
    if (query.trim() === '') return [];
    const { results } = selectTools(entries, { q: query });
    const inName = (name: string) => Number(name.toLowerCase().includes(query.trim().toLowerCase()));
    return results
      .toSorted((a, b) => inName(b.name) - inName(a.name))
      .slice(0, MOST_TOOLS)
      .map(({ id, name, category, iconUrl }) => ({
        label: name,
        image: iconUrl,
        hint: category,
        run: () => navigate({ to: '/tools/$toolId', params: { toolId: String(id) } }),
      }));
  }, [entries, query, navigate]);
}
