import { Button } from '@mantine/core';
import { JOB_FILE_MAX } from '../../../contracts/import.constants.ts';
import { useUnsavedGuard } from '../../form/use-unsaved-guard.tsx';
import { t } from '../../language.ts';
import { FailureLine } from '../failure-line.tsx';
import { FilePicker } from '../file-picker.tsx';
import { Progressing } from './progressing.tsx';
import type { useSending } from './send-file.ts';

type Sending = ReturnType<typeof useSending>;

/** Takes one file of any format and uploads it. */
export function JobFile({ sending }: { readonly sending: Sending }) {
  const { isPending, variables, sent, error, cancel, mutate } = sending;
  useUnsavedGuard(isPending);
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
      <FilePicker
        className="over-drop"
        title={t('over.drop')}
        help={t('over.drop.help')}
        button={t('over.pick')}
        findFault={findFault}
        onPick={(file) => mutate(file)}
      />
      {error !== null && <FailureLine error={error} sentence="over.upload.failed" />}
    </>
  );
}

function findFault(file: File, count: number) {
  if (count > 1) return 'over.one.file';
  if (file.size > JOB_FILE_MAX) return 'import.too.large';
  return file.size === 0 ? 'over.empty.file' : null;
}
