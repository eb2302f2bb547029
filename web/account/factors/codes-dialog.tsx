import { Button, Group } from '@mantine/core';
import { Dialog } from '../../form/dialog.tsx';
import { t } from '../../language.ts';
import { projectName } from '../../project.ts';
import { toast } from '../../toast.tsx';
import { initialFocus } from '../../ui/fields/initial-focus.ts';
import { saveFile } from '../../ui/save-file.ts';
import { CopyButton } from '../../parts/copy-button.tsx';

interface CodesDialogProps {
  /** None: closed. */
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Recovery codes are shown once. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      isOpen={codes.length > 0}
      onClose={onClose}
      size={420}
      title={t('factors.codes.title')}
      closeOnClickOutside={false}
    >
      <p>{t('factors.codes.text')}</p>
      <ul className="factors-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton
          {...initialFocus}
          text={text}
          label={t('factors.codes.copy')}
          onFail={() => toast('error', t('factors.codes.copy.failed'))}
        />
        <Button
          variant="default"
          onClick={() =>
            saveFile({
              name: `${projectName.toLowerCase()}-recovery-codes.txt`,
              content: new Blob([text], { type: 'text/plain' }),
            })
          }
        >
          {t('factors.codes.save')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('factors.codes.done')}
        </Button>
      </Group>
    </Dialog>
  );
}
