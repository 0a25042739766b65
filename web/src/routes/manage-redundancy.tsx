// Tools that do the same: what they share, what could be saved, and deciding about them.
import type { Redundancy, RedundancyDecision, RedundancyInput } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { ManagePage } from '../admin/frame.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField, TextField } from '../components/field.tsx';
import { Card, Section } from '../components/page.tsx';
import { RatingCount, ScoreBadge } from '../components/score.tsx';
import { cellLook, SimpleTable } from '../components/simple-table.tsx';
import { Empty, ErrorState, LoadingLines } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify } from '../lib/notify.ts';

type Cluster = Redundancy['clusters'][number];
const choices = [
  'duplicate',
  'overlap_accepted',
  'keep',
  'merge',
  'retire',
] as const satisfies RedundancyDecision['decision'][];
const STEP = 20;

export function RedundancyPage() {
  return (
    <ManagePage name="redundancy">
      <Workbench />
    </ManagePage>
  );
}

function Workbench() {
  const { t } = useI18n();
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch } = useQuery(read('GET /admin/redundancy'));
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <LoadingLines lines={8} />;
  return (
    <>
      {data.clusters.length === 0 && <Empty title={t.admin.redundancy.empty} />}
      <ul className="grid gap-4">
        {data.clusters.slice(0, shown).map((cluster) => (
          <li key={cluster.tools.map(({ id }) => id).join('-')}>
            <ClusterCard cluster={cluster} />
          </li>
        ))}
      </ul>
      {data.clusters.length > shown && (
        <Button className="mt-4" onClick={() => setShown(shown + STEP)}>
          {t.tool.moreRatings}
        </Button>
      )}
      {data.decisions.length > 0 && <Decisions decisions={data.decisions} />}
    </>
  );
}

function ClusterCard({ cluster }: { cluster: Cluster }) {
  const { t, format } = useI18n();
  const [deciding, setDeciding] = useState(false);
  const shared = [...cluster.sharedTags, ...cluster.sharedFeatures];
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="text-sm text-muted">
          {t.admin.redundancy.alike(format.percent(cluster.similarity))}
          {shared.length > 0 && ` · ${t.tool.shares(shared.slice(0, 8))}`}
        </p>
        <Button onClick={() => setDeciding(true)}>{t.admin.redundancy.decide}</Button>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {cluster.tools.map((tool) => (
          <li key={tool.id} className="flex flex-wrap items-center gap-3 py-2 text-sm">
            <Link
              to="/tools/$toolId"
              params={{ toolId: String(tool.id) }}
              className="min-w-0 flex-1 font-medium underline-offset-4 hover:underline"
            >
              <bdi>{tool.name}</bdi>
            </Link>
            {tool.id === cluster.suggestedKeeperId && (
              <span title={cluster.keeperReason} className="rounded-full bg-tint px-2.5 py-0.5 text-accent-strong">
                {t.admin.redundancy.keeper}
              </span>
            )}
            <span className="text-muted tabular-nums">
              {cluster.yearlyCosts
                .filter(({ toolId }) => toolId === tool.id)
                .map(({ yearlyAmount, currency }) => format.money(yearlyAmount, currency))
                .join(' + ')}
            </span>
            <RatingCount count={tool.ratingCount} />
            <ScoreBadge value={tool.avgCombined} />
          </li>
        ))}
      </ul>
      {cluster.potentialSavings.length > 0 && (
        <p className="mt-2 text-sm font-medium text-good">
          {t.admin.redundancy.saving(
            cluster.potentialSavings
              .map(({ yearlyAmount, currency }) => format.money(yearlyAmount, currency))
              .join(' + '),
          )}
        </p>
      )}
      {deciding && <DecisionDialog cluster={cluster} onClose={() => setDeciding(false)} />}
    </Card>
  );
}

function DecisionDialog({ cluster, onClose }: { cluster: Cluster; onClose: () => void }) {
  const { t } = useI18n();
  const { tools, suggestedKeeperId } = cluster;
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: RedundancyInput) => api('POST /admin/redundancy', { body }),
    onSuccess: async () => {
      onClose();
      notify(t.actions.saved);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({
      toolId: Number(textOf(form, 'toolId')),
      relatedToolId: Number(textOf(form, 'relatedToolId')),
      decision: textOf(form, 'decision') as RedundancyDecision['decision'],
      keeperId: Number(textOf(form, 'keeperId')) || null,
      note: textOf(form, 'note') || null,
      dueOn: textOf(form, 'dueOn') || null,
    });
  };
  const options = tools.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return (
    <Dialog title={t.admin.redundancy.decide} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label={t.admin.redundancy.first} name="toolId" defaultValue={tools[0]?.id}>
            {options}
          </SelectField>
          <SelectField label={t.admin.redundancy.second} name="relatedToolId" defaultValue={tools[1]?.id}>
            {options}
          </SelectField>
          <SelectField label={t.admin.redundancy.decision} name="decision">
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {t.admin.redundancy.decisions[choice]}
              </option>
            ))}
          </SelectField>
          <SelectField label={t.admin.redundancy.keep} name="keeperId" defaultValue={suggestedKeeperId}>
            <option value="">{t.admin.redundancy.nobody}</option>
            {options}
          </SelectField>
        </div>
        <TextField label={t.costs.note} name="note" maxLength={5000} dir="auto" />
        <TextField label={t.admin.redundancy.due} name="dueOn" type="date" />
        {error && (
          <p role="alert" className="text-sm text-danger">
            {explain(error, t)}
          </p>
        )}
        <Button type="submit" variant="primary" disabled={isPending}>
          {t.actions.save}
        </Button>
      </form>
    </Dialog>
  );
}

function Decisions({ decisions }: { decisions: readonly RedundancyDecision[] }) {
  const { t, format } = useI18n();
  const head = [
    t.admin.redundancy.pair,
    t.admin.redundancy.decision,
    t.costs.note,
    t.admin.redundancy.due,
    t.admin.audit.who,
  ];
  return (
    <Section title={t.admin.redundancy.decided}>
      <SimpleTable caption={t.admin.redundancy.decided} head={head}>
        {decisions.map((decision) => (
          <tr key={decision.id}>
            <td className={cellLook}>
              <ToolById id={decision.toolId} /> / <ToolById id={decision.relatedToolId} />
            </td>
            <td className={cellLook}>{t.admin.redundancy.decisions[decision.decision]}</td>
            <td className={`${cellLook} text-muted`}>
              <bdi dir="auto">{decision.note}</bdi>
            </td>
            <td className={`${cellLook} whitespace-nowrap`}>{decision.dueOn && format.day(decision.dueOn)}</td>
            <td className={`${cellLook} text-muted`}>
              <bdi>{decision.decidedBy}</bdi> · {format.date(decision.createdAt)}
            </td>
          </tr>
        ))}
      </SimpleTable>
    </Section>
  );
}

function ToolById({ id }: { id: number }) {
  const { data } = useQuery(read('GET /tools/:id', { params: { id } }));
  return (
    <Link to="/tools/$toolId" params={{ toolId: String(id) }} className="underline-offset-4 hover:underline">
      <bdi>{data?.name ?? `#${id}`}</bdi>
    </Link>
  );
}
