// What was decided about overlapping tools, newest first, with the way to decide again.
import type { RedundancyDecision } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Section } from '../components/page.tsx';
import { usePortion } from '../components/portion.tsx';
import { Cell, Row, SimpleTable } from '../components/simple-table.tsx';
import { allTools } from '../lib/api.ts';
import { daysFromToday } from '../lib/format.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useAdminI18n } from './i18n.ts';
import { DecisionDialog } from './decision-dialog.tsx';

const STEP = 20;

export function Decisions({ decisions }: { decisions: readonly RedundancyDecision[] }) {
  const { t } = useAdminI18n();
  const { data: tools } = useQuery(allTools);
  const names = useMemo(() => new Map(tools?.map(({ id, name }) => [id, name])), [tools]);
  const { shown, more } = usePortion(decisions, STEP);
  const head = [
    t.admin.redundancy.pair,
    t.admin.redundancy.decision,
    t.costs.note,
    t.admin.redundancy.due,
    t.admin.audit.who,
    { label: <span className="sr-only">{t.admin.actions}</span> },
  ];
  return (
    <Section title={t.admin.redundancy.decided}>
      <SimpleTable caption={t.admin.redundancy.decided} head={head}>
        {shown.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} names={names} />
        ))}
      </SimpleTable>
      {more}
    </Section>
  );
}

function DecisionRow({ decision, names }: { decision: RedundancyDecision; names: ReadonlyMap<number, string> }) {
  const { t, format } = useAdminI18n();
  const [again, setAgain] = useState(false);
  const [now] = useState(Date.now);
  const { toolId, relatedToolId, keeperId, note, dueOn } = decision;
  const pair = [toolId, relatedToolId].map((id) => ({ id, name: names.get(id) ?? `#${id}` }));
  const overdue = dueOn !== null && daysFromToday(dueOn, now) < 0;
  return (
    <Row>
      <Cell>
        {pair.map(({ id, name }) => (
          <ToolName key={id} id={id} name={name} className="line-clamp-1 font-medium" />
        ))}
      </Cell>
      <Cell label={t.admin.redundancy.decision}>
        {t.admin.redundancy.decisions[decision.decision]}
        {keeperId !== null && (
          <span className="block text-muted">
            {t.admin.redundancy.stays} <bdi>{names.get(keeperId) ?? `#${keeperId}`}</bdi>
          </span>
        )}
        {!decision.labelsUnchanged && <span className="block text-danger">{t.admin.redundancy.reopened}</span>}
      </Cell>
      <Cell label={t.costs.note} className="text-muted md:max-w-md">
        <bdi dir="auto" className="line-clamp-4">
          {note ?? '–'}
        </bdi>
      </Cell>
      <Cell label={t.admin.redundancy.due} className="whitespace-nowrap">
        {dueOn === null ? '–' : format.day(dueOn)}
        {dueOn !== null && (
          <span className={`block text-xs ${overdue ? 'font-medium text-danger' : 'text-muted'}`}>
            {format.fromToday(dueOn, now)}
          </span>
        )}
      </Cell>
      <Cell label={t.admin.audit.who} className="text-muted">
        <bdi>{decision.decidedBy}</bdi>
        <span className="block text-xs whitespace-nowrap">{format.date(decision.createdAt)}</span>
      </Cell>
      <Cell className="md:w-0">
        <Button size="small" variant="quiet" onClick={() => setAgain(true)}>
          {t.admin.redundancy.again}
        </Button>
        {again && <DecisionDialog tools={pair} keeper={keeperId ?? undefined} onClose={() => setAgain(false)} />}
      </Cell>
    </Row>
  );
}
