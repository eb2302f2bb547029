import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconUpload } from '@tabler/icons-react';
import type { Ref } from 'react';
import { IMPORT_FILE_MAX } from '../../contracts/import.constants.ts';
import { t } from '../language.ts';
import { hideFaults, toast } from '../toast.tsx';

interface FilePickerProps {
  readonly isBusy: boolean;
  readonly openRef: Ref<() => void>;
  readonly onPick: (file: File) => void;
  /** The other section takes the file. */
  readonly onOther: () => void;
}

/** Takes one JSON file by drop or by choice. Explains why it refuses any other. */
export function FilePicker({ isBusy, openRef, onPick, onOther }: FilePickerProps) {
  const pick = (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const fault = files.length > 1 ? 'migration.one.file' : findFileFault(file);
    if (fault !== null) {
      toast('error', t(fault));
      if (fault !== 'migration.one.file') onOther();
      return;
    }
    hideFaults();
    onPick(file);
  };
  return (
    <Dropzone
      className="migration-drop"
      accept={{ 'application/json': ['.json'], 'application/x-ndjson': ['.jsonl', '.ndjson'] }}
      disabled={isBusy}
      activateOnKeyboard={false}
      enablePointerEvents
      openRef={openRef}
      inputProps={{ 'aria-hidden': true, multiple: false }}
      onDropAny={(accepted, refused) => pick([...accepted, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
    >
      <IconUpload size={28} aria-hidden />
      <p className="migration-drop-title">{t('migration.drop')}</p>
      <p className="migration-drop-help">{t('migration.drop.help')}</p>
      {/* The click bubbles to the drop area, which opens the file dialog. */}
      <Button variant="default" size="xs" mt="md" disabled={isBusy}>
        {t('migration.choose')}
      </Button>
    </Dropzone>
  );
}

/** The reason why a file cannot be imported; null: the page sees none. */
function findFileFault(file: File): 'json.only' | 'file.too.large' | null {
  const isJson = file.type === 'application/json' || /\.(json|jsonl|ndjson)$/i.test(file.name);
  if (!isJson) return 'json.only';
  return file.size > IMPORT_FILE_MAX ? 'file.too.large' : null;
}
