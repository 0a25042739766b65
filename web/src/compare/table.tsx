// The comparison itself: a column a tool, whose best figures stand out; the names of the lines stay in sight.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { ButtonLink } from '../components/button.tsx';
import { ScrollRegion } from '../components/page.tsx';
import { Icon } from '../components/icon.tsx';
import { ToolIcon } from '../components/tool-icon.tsx';
import { ToolName } from '../components/tool-name.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { SmallDistribution } from './distribution.tsx';
import { NO, type Row, YES } from './rows.ts';

const nameLook = 'sticky left-0 z-10 bg-surface px-4 py-2 text-left font-normal text-muted max-sm:px-3';

export function ComparisonTable({ tools, rows }: { tools: readonly ToolWithStats[]; rows: readonly Row[] }) {
  const { t } = useI18n();
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <ScrollRegion label={t.compare.title} className="overflow-x-auto print:overflow-visible">
      <table
        className="w-full table-fixed text-sm print:min-w-0! print:text-xs print:[&_:is(td,th)]:px-1.5"
        style={{ minWidth: `${8 + tools.length * 11}rem` }}
      >
        <thead>
          <tr className="align-top">
            <td className="sticky left-0 z-10 w-32 bg-surface sm:w-48 print:w-24" />
            {tools.map((tool) => (
              <th key={tool.id} scope="col" className="p-4 text-left">
                <ToolHead tool={tool} others={tools.filter(({ id }) => id !== tool.id).map(({ id }) => id)} />
              </th>
            ))}
          </tr>
          <tr className="border-t border-line align-top">
            <th scope="row" className={`${nameLook} py-3`}>
              {t.tool.distribution}
            </th>
            {tools.map(({ id }) => (
              <td key={id} className="px-4 py-3">
                <SmallDistribution toolId={id} />
              </td>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group}>
            <tr className="border-t border-line bg-sunken">
              <th
                scope="rowgroup"
                colSpan={tools.length + 1}
                className="px-4 py-2 text-left text-xs font-semibold tracking-wide text-muted max-sm:px-3"
              >
                {group}
              </th>
            </tr>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <Line key={row.name} row={row} tools={tools} />
              ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  );
}

function Line({ row, tools }: { row: Row; tools: readonly ToolWithStats[] }) {
  const { t } = useI18n();
  return (
    <tr className="group border-t border-line transition-colors hover:bg-sunken">
      <th scope="row" className={`${nameLook} transition-colors group-hover:bg-sunken`}>
        <bdi>{row.name}</bdi>
      </th>
      {row.cells.map((cell, index) => {
        const isBest = row.best?.includes(index) ?? false;
        return (
          <td key={tools[index]?.id} className={`px-4 py-2 tabular-nums ${isBest ? 'font-semibold text-good' : ''}`}>
            <Cell text={cell} />
            {isBest && <span className="sr-only"> ({t.compare.best})</span>}
          </td>
        );
      })}
    </tr>
  );
}

function Cell({ text }: { text: string }) {
  const { t } = useI18n();
  if (text === YES) {
    return (
      <span className="inline-flex text-good">
        <Icon name="check" />
        <span className="sr-only">{t.compare.has}</span>
      </span>
    );
  }
  if (text === NO) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">{NO}</span>
        <span className="sr-only">{t.compare.lacks}</span>
      </span>
    );
  }
  return <bdi>{text}</bdi>;
}

function ToolHead({ tool, others }: { tool: ToolWithStats; others: readonly number[] }) {
  const { t } = useI18n();
  return (
    <div className="flex items-start gap-2.5">
      <span className="print:hidden">
        <ToolIcon name={tool.name} url={tool.iconUrl} size={32} />
      </span>
      <ToolName id={tool.id} name={tool.name} className="mt-1.5 min-w-0 flex-1" />
      {others.length > 0 && (
        <ButtonLink
          data-no-print
          variant="quiet"
          size="small-icon"
          to="/compare"
          search={{ ids: others.join(',') }}
          aria-label={t.compare.remove(tool.name)}
        >
          <Icon name="close" size={16} />
        </ButtonLink>
      )}
    </div>
  );
}
