// Adding a tool to the catalogue, and changing one.
import type { ToolInput, ToolWithStats } from '@toolscore/contract/schemas';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Page } from '../components/page.tsx';
import { ErrorState, LoadingLines, NotAllowed } from '../components/states.tsx';
import { api, read } from '../lib/api.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify } from '../lib/notify.ts';
import { useMe } from '../lib/session.ts';
import { ToolForm } from '../tool/tool-form.tsx';

const editRoute = getRouteApi('/tools/$toolId/edit');

export function NewToolPage() {
  const { t } = useI18n();
  const { user, isPending } = useMe();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (body: ToolInput) => api('POST /tools', { body }),
    onSuccess: async ({ id, name }) => {
      await navigate({ to: '/tools/$toolId', params: { toolId: String(id) } });
      notify(t.form.created(name));
    },
  });
  return (
    <Page title={t.nav.addTool}>
      {isPending && <LoadingLines />}
      {!isPending && !user && <NotAllowed signedIn={false} needs={t.form.signIn} />}
      {user && (
        <ToolForm submitLabel={t.nav.addTool} pending={create.isPending} error={create.error} submit={create.mutate} />
      )}
    </Page>
  );
}

export function EditToolPage() {
  const { t } = useI18n();
  const id = Number(editRoute.useParams().toolId);
  const { data: tool, error, refetch } = useQuery(read('GET /tools/:id', { params: { id } }));
  return (
    <Page title={tool ? t.form.editing(tool.name) : t.actions.edit}>
      {error && !tool && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !tool && <LoadingLines lines={8} />}
      {tool && <EditForm tool={tool} />}
    </Page>
  );
}

function EditForm({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const update = useMutation({
    mutationFn: (body: ToolInput) => api('PATCH /tools/:id', { params: { id: tool.id }, body }),
    onSuccess: async () => {
      await navigate({ to: '/tools/$toolId', params: { toolId: String(tool.id) } });
      notify(t.actions.saved);
    },
  });
  return (
    <ToolForm
      initial={tool}
      submitLabel={t.actions.save}
      pending={update.isPending}
      error={update.error}
      submit={update.mutate}
    />
  );
}
