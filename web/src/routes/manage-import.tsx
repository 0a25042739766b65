// Importing a catalogue in three steps (file, trial run, import, with a way back), and exporting it.
import type { ImportResult } from '@toolscore/contract/schemas';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { ManagePage } from '../admin/frame.tsx';
import { ImportReport } from '../admin/import-report.tsx';
import { Button, ButtonAnchor } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Card, Section } from '../components/page.tsx';
import { LoadingLines } from '../components/states.tsx';
import { api } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';
import { isAdmin, useMe } from '../lib/session.ts';

type Mode = 'create' | 'upsert';
interface Picked {
  name: string;
  content: string;
}

export function ImportPage() {
  return (
    <ManagePage name="import">
      <div className="grid max-w-4xl gap-6">
        <Card>
          <Import />
        </Card>
        <Card>
          <Export />
        </Card>
      </div>
    </ManagePage>
  );
}

function Import() {
  const { t } = useI18n();
  const [file, setFile] = useState<Picked>();
  const [mode, setMode] = useState<Mode>('create');
  const run = useMutation({
    mutationFn: ({ content, as, dryRun }: { content: string; as: Mode; dryRun: boolean }) =>
      api('POST /admin/tools/import', { query: { dryRun, mode: as, rows: 'all' }, body: { content } }),
  });
  const { mutate, data: result, isPending, error } = run;
  const tryOut = (picked: Picked, as: Mode) => mutate({ content: picked.content, as, dryRun: true });
  const pick = async (chosen: File | undefined) => {
    if (!chosen) return;
    const picked = { name: chosen.name, content: await chosen.text() };
    setFile(picked);
    tryOut(picked, mode);
  };
  const startOver = () => {
    setFile(undefined);
    run.reset();
  };
  return (
    <Section title={t.admin.import.title}>
      {!file && <DropZone pick={(chosen) => void pick(chosen)} />}
      {file && (
        <div className="grid gap-5">
          <div className="flex flex-wrap items-center gap-3">
            <bdi className="mr-auto font-medium">{file.name}</bdi>
            <Button onClick={startOver}>{t.admin.import.other}</Button>
          </div>
          {(!result || result.dryRun) && (
            <ModeChoice
              mode={mode}
              onChange={(chosen) => {
                setMode(chosen);
                tryOut(file, chosen);
              }}
            />
          )}
          {isPending && (
            <>
              <progress aria-label={t.admin.import.working} className="w-full" />
              <LoadingLines lines={5} />
            </>
          )}
          {error && (
            <p role="alert" className="text-danger">
              {explain(error, t)}
            </p>
          )}
          {result && !isPending && <ImportReport result={result} />}
          {result && !isPending && (
            <NextStep
              result={result}
              commit={() => mutate({ content: file.content, as: mode, dryRun: false })}
              undone={startOver}
            />
          )}
        </div>
      )}
    </Section>
  );
}

function DropZone({ pick }: { pick: (file: File | undefined) => void }) {
  const { t } = useI18n();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    pick(event.dataTransfer.files[0]);
  };
  return (
    <label
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="relative grid cursor-pointer justify-items-center gap-2 rounded-xl border-2 border-dashed border-line px-6 py-12 text-center hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-accent"
    >
      <Icon name="upload" size={28} />
      <span className="font-medium">{t.admin.import.drop}</span>
      <span className="text-sm text-muted">{t.admin.import.formats}</span>
      <input
        type="file"
        accept=".csv,.tsv,.json,.yaml,.yml,.txt"
        className="sr-only"
        onChange={({ target }) => pick(target.files?.[0])}
      />
    </label>
  );
}

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const { t } = useI18n();
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1 font-medium">{t.admin.import.mode}</legend>
      {(['create', 'upsert'] as const).map((value) => (
        <label key={value} className="flex items-center gap-2">
          <input type="radio" name="mode" checked={mode === value} onChange={() => onChange(value)} />
          {t.admin.import.modes[value]}
        </label>
      ))}
    </fieldset>
  );
}

interface NextProps {
  result: ImportResult;
  commit: () => void;
  undone: () => void;
}

function NextStep({ result, commit, undone }: NextProps) {
  const { t } = useI18n();
  const changes = result.created + result.updated;
  const undo = useMutation({
    mutationFn: (id: number) => api('DELETE /admin/tools/import/:id', { params: { id } }),
    onSuccess: ({ trashed = 0 }) => {
      undone();
      notify(t.admin.import.undone(trashed));
    },
    onError: (error) => notifyFailure(explain(error, t)),
  });
  if (result.dryRun) {
    return (
      <Button variant="primary" className="w-fit" disabled={changes === 0} onClick={commit}>
        {t.admin.import.commit(changes)}
      </Button>
    );
  }
  const { importId } = result;
  if (importId === null || result.created === 0) return null;
  return (
    <Button className="w-fit" disabled={undo.isPending} onClick={() => undo.mutate(importId)}>
      {t.admin.import.undo(result.created)}
    </Button>
  );
}

function Export() {
  const { t } = useI18n();
  const { user } = useMe();
  return (
    <Section title={t.admin.import.exportTitle}>
      <p className="mb-3 text-sm text-muted">{t.admin.import.exportText}</p>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'json', 'yaml'] as const).map((format) => (
          <ButtonAnchor key={format} href={`/api/tools/export?format=${format}`} download>
            <Icon name="download" />
            {t.admin.download(format.toUpperCase())}
          </ButtonAnchor>
        ))}
      </div>
      {isAdmin(user) && (
        <>
          <p className="mt-5 mb-3 text-sm text-muted">{t.admin.import.exportRatings}</p>
          <div className="flex flex-wrap gap-2">
            {(['csv', 'jsonl'] as const).map((format) => (
              <ButtonAnchor key={format} href={`/api/admin/ratings/export?format=${format}`} download>
                <Icon name="download" />
                {t.admin.download(format.toUpperCase())}
              </ButtonAnchor>
            ))}
          </div>
        </>
      )}
    </Section>
  );
}
