// The form for a new tool and for changing one.
import type { ToolInput } from '@toolscore/contract/schemas';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Problem, TextArea, TextField } from '../components/field.tsx';
import { read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/forms.ts';
import { useI18n } from '../lib/i18n.tsx';
import { LabelsField, splitLabels } from './labels-field.tsx';

interface Props {
  initial?: ToolInput;
  submitLabel: string;
  pending: boolean;
  error: unknown;
  submit: (tool: Required<ToolInput>) => void;
}

export function ToolForm({ initial, submitLabel, pending, error, submit }: Props) {
  const { t } = useI18n();
  const [tags, setTags] = useState(initial?.tags ?? []);
  const [features, setFeatures] = useState(initial?.features ?? []);
  const { data: knownTags = [] } = useQuery(read('GET /tags/all'));
  const { data: knownFeatures = [] } = useQuery(read('GET /features/all'));
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    submit({
      name: textOf(form, 'name'),
      description: textOf(form, 'description'),
      category: textOf(form, 'category'),
      websiteUrl: textOf(form, 'websiteUrl') || null,
      iconUrl: textOf(form, 'iconUrl') || null,
      tags: [...new Set([...tags, ...splitLabels(textOf(form, 'tags'))])],
      features: [...new Set([...features, ...splitLabels(textOf(form, 'features'))])],
    });
  };
  return (
    <form onSubmit={onSubmit} className="grid max-w-2xl gap-5">
      <PlainFields initial={initial} />
      <LabelsField name="tags" label={t.browse.tags} value={tags} known={knownTags} onChange={setTags} />
      <LabelsField
        name="features"
        label={t.browse.features}
        value={features}
        known={knownFeatures}
        onChange={setFeatures}
      />
      <Problem>{Boolean(error) && explain(error, t)}</Problem>
      <Button type="submit" variant="primary" className="w-fit" disabled={pending}>
        {submitLabel}
      </Button>
    </form>
  );
}

function PlainFields({ initial }: { initial: ToolInput | undefined }) {
  const { t } = useI18n();
  const list = useId();
  const { data: categories = [] } = useQuery(read('GET /categories'));
  return (
    <>
      <TextField
        label={t.form.name}
        name="name"
        required
        maxLength={200}
        pattern=".*\S.*"
        dir="auto"
        defaultValue={initial?.name}
      />
      <TextArea
        label={t.form.description}
        name="description"
        required
        rows={4}
        maxLength={10_000}
        dir="auto"
        defaultValue={initial?.description}
      />
      <TextField
        label={t.form.category}
        hint={t.form.categoryHint}
        name="category"
        required
        maxLength={100}
        pattern=".*\S.*"
        list={list}
        defaultValue={initial?.category}
      />
      <datalist id={list}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <TextField
        label={t.form.website}
        name="websiteUrl"
        inputMode="url"
        maxLength={2048}
        placeholder="https://example.org"
        defaultValue={initial?.websiteUrl ?? ''}
      />
      <TextField
        label={t.form.icon}
        hint={t.form.iconHint}
        name="iconUrl"
        inputMode="url"
        maxLength={2048}
        defaultValue={initial?.iconUrl ?? ''}
      />
    </>
  );
}
