// Deciding about overlapping tools: about two of them, or about every pair of a group at once.
import type { RedundancyDecision, RedundancyInput } from '@toolscore/contract/schemas';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Dialog, DialogButtons } from '../components/dialog.tsx';
import { Problem, SelectField, TextField } from '../components/field.tsx';
import { api } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/forms.ts';
import { useAdminI18n } from './i18n.ts';
import { notify } from '../lib/notify.ts';

type Verdict = RedundancyDecision['decision'];
interface Named {
  id: number;
  name: string;
}

/** Every verdict, and whether one of the tools goes: then it matters which one stays. */
const verdicts = {
  keep: false,
  overlap_accepted: false,
  duplicate: true,
  merge: true,
  retire: true,
} as const satisfies Record<Verdict, boolean>;
const choices = Object.keys(verdicts) as Verdict[];

interface Props {
  tools: readonly Named[];
  keeper?: number | undefined;
  onClose: () => void;
}

export function DecisionDialog({ tools, keeper, onClose }: Props) {
  const { t } = useAdminI18n();
  const [pair, setPair] = useState<readonly Named[]>(tools);
  const [verdict, setVerdict] = useState<Verdict>('keep');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (inputs: readonly RedundancyInput[]) => {
      for (const body of inputs) await api('POST /admin/redundancy', { body });
    },
    onSuccess: () => {
      onClose();
      notify(t.admin.redundancy.recorded);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const stays = Number(textOf(form, 'keeperId'));
    const about = { decision: verdict, note: textOf(form, 'note') || null, dueOn: textOf(form, 'dueOn') || null };
    mutate(
      pairsOf(pair).map(([{ id: toolId }, { id: relatedToolId }]) => ({
        ...about,
        toolId,
        relatedToolId,
        keeperId: stays === toolId || stays === relatedToolId ? stays : null,
      })),
    );
  };
  return (
    <Dialog title={t.admin.redundancy.decide} onClose={onClose}>
      <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <WhichTools tools={tools} pair={pair} setPair={setPair} />
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">{t.admin.redundancy.decision}</legend>
          {choices.map((choice) => (
            <label key={choice} className="flex items-baseline gap-2.5 text-sm">
              <input
                type="radio"
                name="decision"
                checked={verdict === choice}
                onChange={() => setVerdict(choice)}
                className="translate-y-0.5"
              />
              <span>
                <span className="font-medium">{t.admin.redundancy.decisions[choice]}</span>{' '}
                <span className="text-muted">– {t.admin.redundancy.meanings[choice]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {verdicts[verdict] && (
          <SelectField
            key={pair.map(({ id }) => id).join('-')}
            label={t.admin.redundancy.keep}
            name="keeperId"
            defaultValue={keeper}
          >
            <option value="">{t.admin.redundancy.nobody}</option>
            <Options tools={pair} />
          </SelectField>
        )}
        <TextField label={t.costs.note} name="note" maxLength={5000} dir="auto" />
        <TextField label={t.admin.redundancy.dueOptional} name="dueOn" type="date" />
        <Problem>{error && explain(error, t)}</Problem>
        <DialogButtons label={t.actions.save} busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const pairsOf = (tools: readonly Named[]) =>
  tools.flatMap((first, index) => tools.slice(index + 1).map((second) => [first, second] as const));

const Options = ({ tools }: { tools: readonly Named[] }) =>
  tools.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));

interface WhichProps {
  tools: readonly Named[];
  pair: readonly Named[];
  setPair: (pair: readonly Named[]) => void;
}

/** The tools it is about; of a larger group all, or two to be chosen. */
function WhichTools({ tools, pair, setPair }: WhichProps) {
  const { t, format } = useAdminI18n();
  if (tools.length === 2) {
    return (
      <p className="text-muted">
        <bdi>{format.list(tools.map(({ name }) => name))}</bdi>
      </p>
    );
  }
  const isAll = pair.length === tools.length;
  const [first, second] = pair;
  const byId = (id: string) => tools.filter((tool) => tool.id === Number(id));
  const others = tools.filter(({ id }) => id !== first?.id);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t.admin.redundancy.first}
        value={isAll ? '' : first?.id}
        onChange={({ target }) => {
          const [chosen] = byId(target.value);
          setPair(chosen ? [chosen, ...tools.filter(({ id }) => id !== chosen.id).slice(0, 1)] : tools);
        }}
      >
        <option value="">{t.admin.redundancy.all(tools.length)}</option>
        <Options tools={tools} />
      </SelectField>
      {!isAll && first && (
        <SelectField
          label={t.admin.redundancy.second}
          value={second?.id}
          onChange={({ target }) => setPair([first, ...byId(target.value)])}
        >
          <Options tools={others} />
        </SelectField>
      )}
    </div>
  );
}
