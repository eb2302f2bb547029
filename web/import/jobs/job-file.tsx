import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconUpload } from '@tabler/icons-react';
import { JOB_FILE_MAX } from '../../../contracts/import.constants.ts';
import { explainFailure } from '../../failure.ts';
import { useUnsavedGuard } from '../../form/use-unsaved-guard.tsx';
import { t } from '../../language.ts';
import { hideFaults, toast } from '../../toast.tsx';
import { Progressing } from './progressing.tsx';
import type { useSending } from './send-file.ts';

type Sending = ReturnType<typeof useSending>;

/** Takes one file of any format and uploads it. */
export function JobFile({ sending }: { readonly sending: Sending }) {
  const { isPending, variables, sent, error, cancel, mutate } = sending;
  useUnsavedGuard(isPending);
  const pick = (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const fault = findFault(file, files.length);
    if (fault !== null) {
      toast('error', t(fault));
      return;
    }
    hideFaults();
    mutate(file);
  };
  if (isPending) {
    return (
      <div className="over-sending">
        <Progressing
          label={t('over.uploading', { name: variables.name })}
          share={sent.share}
          endsAt={sent.endsAt}
        />
        <Button variant="default" onClick={cancel}>
          {t('over.upload.stop')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Dropzone
        className="migration-drop over-drop"
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-hidden': true, multiple: false }}
        onDropAny={(accepted, refused) => pick([...accepted, ...refused.map(({ file }) => file)])}
        onDrop={() => undefined}
      >
        <IconUpload size={28} aria-hidden />
        <p className="migration-drop-title">{t('over.drop')}</p>
        <p className="migration-drop-help">{t('over.drop.help')}</p>
        {/* The click bubbles to the drop area, which opens the file dialog. */}
        <Button variant="default" size="xs" mt="md">
          {t('over.pick')}
        </Button>
      </Dropzone>
      {error !== null && (
        <p className="migration-failure" role="alert">
          {explainFailure(error, 'over.upload.failed')}
        </p>
      )}
    </>
  );
}

function findFault(file: File, count: number) {
  if (count > 1) return 'over.one.file';
  if (file.size > JOB_FILE_MAX) return 'import.too.large';
  return file.size === 0 ? 'over.empty.file' : null;
}
