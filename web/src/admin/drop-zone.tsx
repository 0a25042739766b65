// Where a file is dropped or chosen. Files dropped beside it are taken as well: the browser would leave the page for them.
import { useEffect, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { useAdminI18n } from './i18n.ts';

interface Props {
  pick: (file: File) => void;
  /** Hidden once there is a file; dropping another one still works. */
  small: boolean;
}

export function DropZone({ pick, small }: Props) {
  const { t } = useAdminI18n();
  const over = useDrop(pick);
  return (
    <label
      hidden={small && !over}
      className={`relative grid cursor-pointer justify-items-center gap-2 rounded-xl border-2 border-dashed px-6 py-12 text-center hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-accent ${over ? 'border-accent bg-tint' : 'border-line'}`}
    >
      <Icon name="upload" size={28} />
      <span className="font-medium">{t.admin.import.drop}</span>
      <span className="text-sm text-muted">{t.admin.import.formats}</span>
      <input
        type="file"
        accept=".csv,.tsv,.json,.jsonl,.ndjson,.yaml,.yml,.txt"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) pick(file);
          // The same file can be chosen again, after it was corrected.
          target.value = '';
        }}
      />
    </label>
  );
}

/** Takes files dropped anywhere on the page; whether one is being dragged over it. */
function useDrop(pick: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) pick(file);
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('dragleave', onLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('dragleave', onLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [pick]);
  return over;
}
