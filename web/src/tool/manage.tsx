// Changing and removing a tool, for its creator and for admins: into the trash with a way back, or for good after asking.
import type { ToolWithStats } from '@toolscore/contract/schemas';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, ButtonLink } from '../components/button.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { api } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { can, isAdmin, useMe } from '../lib/session.ts';

export function ManageTool({ tool }: { tool: ToolWithStats }) {
  const { t } = useI18n();
  const { user } = useMe();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const hasTrash = can(user, 'trash');
  const failed = (error: Error) => notifyFailure(explain(error, t));
  const restore = useMutation({
    mutationFn: () => api('POST /tools/trash/restore', { body: { ids: [tool.id] } }),
    onSuccess: () => notify(t.tool.restored(tool.name)),
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => api('DELETE /tools/:id', { params: { id: tool.id } }),
    onSuccess: async () => {
      await navigate({ to: '/' });
      if (hasTrash) notify(t.tool.trashed(tool.name), { label: t.actions.undo, run: () => restore.mutate() });
      else notify(t.tool.deleted(tool.name));
    },
    onError: failed,
  });
  if (!user || !(isAdmin(user) || user.preferredUsername === tool.createdBy)) return null;
  return (
    <>
      <ButtonLink to="/tools/$toolId/edit" params={{ toolId: String(tool.id) }}>
        <Icon name="edit" />
        {t.tool.edit}
      </ButtonLink>
      <Button variant="danger" onClick={() => (hasTrash ? remove.mutate() : setAsking(true))}>
        <Icon name="trash" />
        {hasTrash ? t.tool.trash : t.tool.deleteForGood}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t.tool.deleteTitle(tool.name)}
          text={t.tool.deleteText}
          action={t.tool.deleteForGood}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
