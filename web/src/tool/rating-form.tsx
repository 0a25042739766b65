// Rating a tool in place: two native groups of radio buttons with words for 1 to 5, and one's own rating to change or
// withdraw.
import type { Rating, RatingInput } from '@toolscore/contract/schemas';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Problem, TextArea, TextField } from '../components/field.tsx';
import { api, statusOf } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { textOf } from '../lib/forms.ts';
import { useMyRating } from './my-rating.ts';

export function RatingPanel({ toolId }: { toolId: number }) {
  const { t } = useI18n();
  const { mine, refetch, save, withdraw } = useMyRating(toolId);
  const [editing, setEditing] = useState(false);
  const submit = (input: RatingInput) => save.mutate(input, { onSuccess: () => setEditing(false) });
  /** After a 409: the earlier rating takes the place of the refused one, and may be changed. */
  const editEarlier = async () => {
    await refetch();
    setEditing(true);
    save.reset();
  };
  // What was typed stays until its refusal has been read, even if the earlier rating is known by then.
  const isRefused = statusOf(save.error) === 409;
  if (mine && !editing && !isRefused)
    return <OwnRating rating={mine} change={() => setEditing(true)} remove={() => withdraw.mutate(undefined)} />;
  return (
    <div onFocus={api.prepare}>
      {isRefused && (
        <div role="alert" className="mb-5 grid justify-items-start gap-2 rounded-lg bg-tint p-3 text-sm">
          {t.rate.duplicate}
          <Button size="small" onClick={() => void editEarlier()}>
            {t.rate.editMine}
          </Button>
        </div>
      )}
      <RatingForm
        key={editing ? 'change' : 'new'}
        initial={editing ? mine : undefined}
        pending={save.isPending}
        error={save.error && !isRefused ? explain(save.error, t) : undefined}
        submit={submit}
        cancel={editing ? () => setEditing(false) : undefined}
      />
    </div>
  );
}

function OwnRating({ rating, change, remove }: { rating: Rating; change: () => void; remove: () => void }) {
  const { t } = useI18n();
  const word = (key: 'usefulness' | 'usability') => `${rating[key]} – ${t.score.words[key][rating[key] - 1]}`;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">{t.score.usefulness}</dt>
        <dd className="font-medium">{word('usefulness')}</dd>
        <dt className="text-muted">{t.score.usability}</dt>
        <dd className="font-medium">{word('usability')}</dd>
      </dl>
      {rating.comment && (
        <p dir="auto" className="line-clamp-4 text-sm text-muted">
          {rating.comment}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="small" onClick={change}>
          {t.rate.change}
        </Button>
        <Button size="small" variant="danger" onClick={remove}>
          {t.rate.withdraw}
        </Button>
      </div>
    </div>
  );
}

interface FormProps {
  initial: Rating | undefined;
  pending: boolean;
  error: string | undefined;
  submit: (input: RatingInput) => void;
  cancel: (() => void) | undefined;
}

export function RatingForm({ initial, pending, error, submit, cancel }: FormProps) {
  const { t } = useI18n();
  const [usefulness, setUsefulness] = useState(initial?.usefulness);
  const [usability, setUsability] = useState(initial?.usability);
  const [missing, setMissing] = useState(false);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (usefulness === undefined || usability === undefined) return setMissing(true);
    const form = new FormData(event.currentTarget);
    return submit({
      usefulness,
      usability,
      comment: textOf(form, 'comment') || null,
      reviewerName: textOf(form, 'reviewerName') || null,
    });
  };
  const problem = missing && (usefulness === undefined || usability === undefined) ? t.rate.missing : error;
  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      <div className="grid grid-cols-2 gap-3">
        <ScoreChoice name="usefulness" legend={t.rate.usefulness} value={usefulness} onChange={setUsefulness} />
        <ScoreChoice name="usability" legend={t.rate.usability} value={usability} onChange={setUsability} />
      </div>
      <TextArea
        label={t.rate.comment}
        placeholder={t.rate.commentHint}
        name="comment"
        maxLength={5000}
        dir="auto"
        defaultValue={initial?.comment ?? ''}
      />
      <TextField
        label={t.rate.name}
        hint={t.rate.nameHint}
        name="reviewerName"
        maxLength={100}
        autoComplete="nickname"
        defaultValue={initial?.reviewerName ?? ''}
      />
      <Problem>{problem}</Problem>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={pending}>
          {initial ? t.rate.update : t.rate.submit}
        </Button>
        {cancel && <Button onClick={cancel}>{t.actions.cancel}</Button>}
      </div>
    </form>
  );
}

interface ChoiceProps {
  name: 'usefulness' | 'usability';
  legend: string;
  value: number | undefined;
  onChange: (value: number) => void;
}

/** Five native radio buttons, each with its word; the two groups stand side by side. */
function ScoreChoice({ name, legend, value, onChange }: ChoiceProps) {
  const { t } = useI18n();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-1">
        {t.score.words[name].map((word, index) => (
          <label
            key={word}
            className="flex min-h-12 cursor-pointer items-center gap-2 rounded-lg border border-line px-2 py-1 text-sm leading-tight transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-tint has-checked:text-accent-strong"
          >
            <input
              type="radio"
              name={name}
              value={index + 1}
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
              className="size-4 shrink-0"
            />
            <span>
              <span className="font-semibold tabular-nums">{index + 1}</span> {word}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
