import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../../form/dialog.tsx';
import { t, type TextKey } from '../../language.ts';
import { toStoredCode } from '../../urls/short-link.ts';
import { toSettings } from '../stats-link.ts';
import { DialogForm } from './dialog-form.tsx';
import type { LinkTask } from './link-task.ts';
import type { DialogEvents } from './use-dialog-form.tsx';

interface LinkDialogProps extends Pick<DialogEvents, 'onAdded'> {
  /** Null: the dialog was never open. */
  readonly task: LinkTask | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function findTitle(task: LinkTask | null): TextKey {
  if (task?.kind === 'edit') return 'links.edit.action';
  return task?.original === undefined ? 'links.add' : 'links.duplicate.action';
}

export function LinkDialog({ task, isOpen, onClose, onAdded }: LinkDialogProps) {
  const more =
    task?.kind === 'edit' ? (
      <Link {...toSettings(toStoredCode(task.link))}>{t('edit.all')}</Link>
    ) : (
      task !== null &&
      task.original === undefined && (
        <Link to="/admin/$name" params={{ name: 'many' }} search={{}}>
          {t('many.open')}
        </Link>
      )
    );
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t(findTitle(task))}>
      {task !== null && (
        <DialogForm
          key={task.kind}
          task={task}
          onSaved={onClose}
          onAdded={(link, about) => {
            onClose();
            onAdded(link, about);
          }}
        />
      )}
      {more !== false && (
        <Box component="p" className="links-all" mt="1rem" ta="center">
          {more}
        </Box>
      )}
    </Dialog>
  );
}
