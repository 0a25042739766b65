// How a tool relates to others, as people of the service have said; whoever is signed in may add to it.
import type { Relation, RelationInput } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useState } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Problem, SelectField, TextField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { Section } from '../components/page.tsx';
import { ErrorState, LoadingLines } from '../components/states.tsx';
import { ToolPicker } from '../components/tool-picker.tsx';
import { api, read } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { textOf } from '../lib/forms.ts';
import { ToolName } from '../components/tool-name.tsx';
import { useI18n } from '../lib/i18n.tsx';
import { notifyFailure } from '../lib/notify.ts';
import { isAdmin, useMe } from '../lib/session.ts';

const kinds = [
  'alternative',
  'complement',
  'integrates',
  'replaces',
  'recommended',
] as const satisfies Relation['kind'][];

export function Relations({ toolId }: { toolId: number }) {
  const { t } = useI18n();
  const { user } = useMe();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read('GET /tools/:id/relations', { params: { id: toolId } }));
  return (
    <Section
      title={t.relations.title}
      actions={
        user && (
          <Button size="small" onClick={() => setAdding(true)}>
            <Icon name="plus" size={16} />
            {t.relations.add}
          </Button>
        )
      }
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingLines lines={2} />}
      {data?.length === 0 && <p className="text-sm text-muted">{t.relations.none}</p>}
      <ul className="grid gap-2">
        {data?.map((relation) => (
          <RelationItem key={relation.id} relation={relation} />
        ))}
      </ul>
      {adding && <RelationDialog toolId={toolId} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function RelationItem({ relation }: { relation: Relation }) {
  const { t } = useI18n();
  const { user } = useMe();
  const { otherTool } = relation;
  const remove = useMutation({
    mutationFn: () => api('DELETE /relations/:id', { params: { id: relation.id } }),
    onError: (error) => notifyFailure(explain(error, t)),
  });
  const own = user !== undefined && (isAdmin(user) || relation.createdBy === user.preferredUsername);
  return (
    <li className="flex min-h-9 items-center gap-3 text-sm">
      <span className="w-40 shrink-0 text-muted">
        {relation.direction === 'outgoing' ? t.relations.kinds[relation.kind] : t.relations.inverse[relation.kind]}
      </span>
      <span className="min-w-0 flex-1">
        <ToolName id={otherTool.id} name={otherTool.name} className="font-medium" />
        {relation.note && (
          <bdi dir="auto" className="ml-2 text-muted">
            {relation.note}
          </bdi>
        )}
      </span>
      {own && (
        <Button
          variant="quiet"
          size="icon"
          aria-label={t.relations.remove(otherTool.name)}
          onClick={() => remove.mutate()}
        >
          <Icon name="close" size={16} />
        </Button>
      )}
    </li>
  );
}

function RelationDialog({ toolId, onClose }: { toolId: number; onClose: () => void }) {
  const { t } = useI18n();
  const { user } = useMe();
  const exclude = useMemo(() => [toolId], [toolId]);
  const [relatedToolId, setRelated] = useState<number>();
  const create = useMutation({
    mutationFn: (body: RelationInput) => api('POST /tools/:id/relations', { params: { id: toolId }, body }),
    onSuccess: onClose,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (relatedToolId === undefined) return;
    create.mutate({
      relatedToolId,
      kind: textOf(form, 'kind') as Relation['kind'],
      note: textOf(form, 'note') || null,
    });
  };
  return (
    <Dialog title={t.relations.add} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField label={t.relations.kind} name="kind">
          {kinds
            .filter((kind) => kind !== 'recommended' || isAdmin(user))
            .map((kind) => (
              <option key={kind} value={kind}>
                {t.relations.kinds[kind]}
              </option>
            ))}
        </SelectField>
        <ToolPicker label={t.relations.tool} exclude={exclude} onPick={setRelated} />
        <TextField label={t.relations.note} name="note" maxLength={5000} dir="auto" />
        <Problem>{create.error && explain(create.error, t)}</Problem>
        <Button type="submit" variant="primary" disabled={relatedToolId === undefined || create.isPending}>
          {t.actions.add}
        </Button>
      </form>
    </Dialog>
  );
}
