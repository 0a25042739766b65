// What a tool costs, with its history, for those who may see it; admins record and remove.
import type { Cost, CostInput } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { ConfirmDialog, Dialog } from '../components/dialog.tsx';
import { Problem, SelectField, TextField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notifyFailure } from '../lib/notify.ts';
import { isAdmin, useMe } from '../lib/session.ts';

const periods = ['monthly', 'yearly', 'once'] as const satisfies Cost['period'][];

export function Costs({ toolId }: { toolId: number }) {
  const { t } = useI18n();
  const { user } = useMe();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read('GET /tools/:id/costs', { params: { id: toolId } }));
  return (
    <Section
      title={t.costs.title}
      actions={
        isAdmin(user) && (
          <Button size="small" onClick={() => setAdding(true)}>
            <Icon name="plus" size={16} />
            {t.costs.add}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={2} />}
      {data?.length === 0 && <p className="text-sm text-muted">{t.costs.none}</p>}
      <ul className="grid gap-3">
        {data?.map((cost) => (
          <CostItem key={cost.id} cost={cost} editable={isAdmin(user)} />
        ))}
      </ul>
      {adding && <CostDialog toolId={toolId} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function CostItem({ cost, editable }: { cost: Cost; editable: boolean }) {
  const { t, format } = useI18n();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api('DELETE /costs/:id', { params: { id: cost.id } }),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  const details = [
    cost.vendor,
    cost.seats === null ? null : t.costs.seats(cost.seats),
    cost.yearlyAmount !== null && cost.period === 'monthly'
      ? t.costs.perYear(format.money(cost.yearlyAmount, cost.currency))
      : null,
    cost.renewsOn === null ? null : t.costs.renews(format.day(cost.renewsOn)),
    cost.note,
  ];
  return (
    <li className="flex items-start gap-3 border-b border-line pb-3 text-sm last:border-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium tabular-nums">
          {format.money(cost.amount, cost.currency)}{' '}
          <span className="font-normal text-muted">{t.costs.periods[cost.period]}</span>
        </p>
        <p dir="auto" className="text-muted">
          {[t.costs.since(format.day(cost.startsOn)), ...details].filter(Boolean).join(' · ')}
        </p>
        {cost.endsOn !== null && <p className="text-muted">{t.costs.ended(format.day(cost.endsOn))}</p>}
      </div>
      {editable && (
        <Button variant="quiet" size="icon" aria-label={t.actions.delete} onClick={() => setAsking(true)}>
          <Icon name="trash" size={16} />
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t.costs.deleteTitle}
          text={t.costs.deleteText}
          action={t.actions.delete}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}

function CostDialog({ toolId, onClose }: { toolId: number; onClose: () => void }) {
  const { t } = useI18n();
  const create = useMutation({
    mutationFn: (body: CostInput) => api('POST /tools/:id/costs', { params: { id: toolId }, body }),
    onSuccess: onClose,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({
      amount: textOf(form, 'amount').replace(',', '.'),
      currency: textOf(form, 'currency').toUpperCase(),
      period: textOf(form, 'period') as Cost['period'],
      seats: Number(textOf(form, 'seats')) || null,
      vendor: textOf(form, 'vendor') || null,
      note: textOf(form, 'note') || null,
      startsOn: textOf(form, 'startsOn'),
      renewsOn: textOf(form, 'renewsOn') || null,
    });
  };
  return (
    <Dialog title={t.costs.add} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label={t.costs.amount}
            name="amount"
            inputMode="decimal"
            pattern="\d{1,12}([.,]\d{1,4})?"
            required
          />
          <TextField label={t.costs.currency} name="currency" defaultValue="EUR" pattern="[A-Za-z]{3}" required />
          <SelectField label={t.costs.period} name="period">
            {periods.map((period) => (
              <option key={period} value={period}>
                {t.costs.periods[period]}
              </option>
            ))}
          </SelectField>
          <TextField label={t.costs.seatsLabel} name="seats" type="number" min={1} />
          <TextField label={t.costs.startsOn} name="startsOn" type="date" required />
          <TextField label={t.costs.renewsOn} name="renewsOn" type="date" />
        </div>
        <TextField label={t.costs.vendor} name="vendor" maxLength={200} />
        <TextField label={t.costs.note} name="note" maxLength={5000} />
        <Problem>{create.error && explain(create.error, t)}</Problem>
        <Button type="submit" variant="primary" disabled={create.isPending}>
          {t.actions.save}
        </Button>
      </form>
    </Dialog>
  );
}
