// Importing a catalogue in three steps (file, trial run, import, with a way back), and exporting it.
import type { ImportResult } from '@toolscore/contract/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DropZone } from '../admin/drop-zone.tsx';
import { Exports } from '../admin/exports.tsx';
import { ManagePage } from '../admin/frame.tsx';
import { ImportReport } from '../admin/import-report.tsx';
import { Button, ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Card, Section } from '../components/page.tsx';
import { api } from '../lib/api.ts';
import { explain } from '../lib/errors.ts';
import { useAdminI18n } from '../admin/i18n.ts';
import { useI18n } from '../lib/i18n.tsx';
import { notify, notifyFailure } from '../lib/notify.ts';

const modes = ['create', 'upsert'] as const;
type Mode = (typeof modes)[number];

export function ImportPage() {
  return (
    <ManagePage name="import">
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Import />
        <Exports />
      </div>
    </ManagePage>
  );
}

interface Attempted {
  of: File;
  as: Mode;
}

/** Sends a file, as a trial or in earnest, and knows what share of its rows is done. */
function useUpload(dryRun: boolean) {
  const [share, setShare] = useState<number>();
  const mutation = useMutation({
    mutationFn: ({ of, as }: Attempted) =>
      api('POST /admin/tools/import', {
        query: { dryRun, mode: as, rows: 'all' },
        body: of,
        onProgress: (done, total) => setShare(total === 0 ? undefined : done / total),
      }),
    onMutate: () => setShare(undefined),
  });
  return { ...mutation, share };
}
type Upload = ReturnType<typeof useUpload>;

function Import() {
  const { t } = useAdminI18n();
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<Mode>('create');
  const trial = useUpload(true);
  const run = useUpload(false);
  const pick = (of: File) => {
    setFile(of);
    run.reset();
    trial.mutate({ of, as: mode });
  };
  const startOver = () => {
    setFile(undefined);
    trial.reset();
    run.reset();
  };
  return (
    <Card>
      <Section title={t.admin.import.title}>
        <Steps current={run.data ? 2 : file ? 1 : 0} />
        <DropZone pick={pick} small={file !== undefined} />
        {file && (
          <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
            <FileHead file={file} startOver={startOver} />
            {!run.data && (
              <ModeChoice
                mode={mode}
                disabled={run.isPending}
                onChange={(as) => {
                  setMode(as);
                  trial.mutate({ of: file, as });
                }}
              />
            )}
            {run.data ? (
              <>
                <Done result={run.data} startOver={startOver} />
                <ImportReport result={run.data} />
              </>
            ) : (
              <Trial trial={trial} run={run} commit={() => run.mutate({ of: file, as: mode })} />
            )}
          </div>
        )}
      </Section>
    </Card>
  );
}

function Steps({ current }: { current: number }) {
  const { t } = useAdminI18n();
  return (
    <ol className="mb-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {t.admin.import.steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className="flex items-center gap-2 text-muted aria-[current=step]:font-medium aria-[current=step]:text-ink"
        >
          <span
            aria-hidden="true"
            className={`grid size-6 place-items-center rounded-full border text-xs ${index <= current ? 'border-transparent bg-accent text-on-accent' : 'border-line'}`}
          >
            {index < current ? <Icon name="check" size={14} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
}

function FileHead({ file, startOver }: { file: File; startOver: () => void }) {
  const { t, format } = useAdminI18n();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="mr-auto min-w-0">
        <bdi className="font-medium">{file.name}</bdi>{' '}
        <span className="text-sm whitespace-nowrap text-muted">{format.bytes(file.size)}</span>
      </p>
      <Button onClick={startOver}>{t.admin.import.other}</Button>
    </div>
  );
}

interface ModeProps {
  mode: Mode;
  disabled: boolean;
  onChange: (mode: Mode) => void;
}

function ModeChoice({ mode, disabled, onChange }: ModeProps) {
  const { t } = useAdminI18n();
  return (
    <fieldset disabled={disabled} className="text-sm">
      <legend className="mb-2 font-medium">{t.admin.import.mode}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {modes.map((value) => (
          <label key={value} className="flex items-center gap-2">
            <input type="radio" name="mode" checked={mode === value} onChange={() => onChange(value)} />
            {t.admin.import.modes[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** What the import would do, and the button that does it. */
function Trial({ trial, run, commit }: { trial: Upload; run: Upload; commit: () => void }) {
  const { t } = useAdminI18n();
  const error = run.error ?? trial.error;
  const { data } = trial;
  const changes = data ? data.created + data.updated : 0;
  return (
    <>
      {trial.isPending && <Progress text={t.admin.import.checking} share={trial.share} />}
      {run.isPending && <Progress text={t.admin.import.importing(changes)} share={run.share} />}
      {error && !run.isPending && (
        <p role="alert" className="rounded-lg bg-danger-tint px-4 py-3 text-danger">
          {explain(error, t)}
        </p>
      )}
      {data && !run.isPending && (
        <Button variant="primary" className="w-fit" disabled={changes === 0} onClick={commit}>
          {t.admin.import.commit(changes)}
        </Button>
      )}
      {data && <ImportReport result={data} />}
    </>
  );
}

function Progress({ text, share }: { text: string; share: number | undefined }) {
  const { format } = useI18n();
  return (
    <label className="grid gap-2 text-sm text-muted">
      <span className="flex justify-between gap-4">
        {text}
        {share !== undefined && <span className="tabular-nums">{format.percent(share)}</span>}
      </span>
      <progress value={share} className="h-2 w-full" />
    </label>
  );
}

/** What was done, and the way back. */
function Done({ result: { importId, created }, startOver }: { result: ImportResult; startOver: () => void }) {
  const { t } = useAdminI18n();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => api('DELETE /admin/tools/import/:id', { params: { id } }),
    onSuccess: ({ trashed = 0 }) => {
      startOver();
      notify(t.admin.import.undone(trashed));
    },
    onError: (error) => notifyFailure(explain(error, t)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink variant="primary" to="/" search={{ sort: 'newest' }}>
        {t.admin.import.look}
      </ButtonLink>
      {importId !== null && created > 0 && (
        <Button disabled={isPending} onClick={() => mutate(importId)}>
          <Icon name="undo" size={16} />
          {t.admin.import.undo(created)}
        </Button>
      )}
    </div>
  );
}
