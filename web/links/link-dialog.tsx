import { Link } from '@tanstack/react-router';
import { Dialog } from '../dialog.tsx';
import { t, type TextKey } from '../language.ts';
import { toStoredCode } from '../short-link.ts';
import { AddLinkForm } from './add-link-form.tsx';
import { EditLinkForm } from './edit-link-form.tsx';
import type { LinkTask } from './link-task.ts';
import { toSettings } from './stats-link.ts';

interface LinkDialogProps {
  /** Null: the dialog was never open. */
  readonly task: LinkTask | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (code: string, isNew: boolean) => void;
  readonly onQr: (code: string) => void;
}

function findTitle(task: LinkTask | null): TextKey {
  if (task?.kind === 'edit') return 'edit.title';
  return task?.original === undefined ? 'add.title' : 'links.duplicate.action';
}

export function LinkDialog({ task, isOpen, onClose, onAdded, onQr }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t(findTitle(task))}>
      {task?.kind === 'add' && (
        <AddLinkForm
          url={task.url}
          code={task.code}
          title={task.title}
          domain={task.domain}
          original={task.original}
          onQr={onQr}
          onAdded={(code, isNew) => {
            onClose();
            onAdded(code, isNew);
          }}
        />
      )}
      {task?.kind === 'edit' && (
        <>
          <EditLinkForm link={task.link} onSaved={onClose} />
          <p className="links-all">
            <Link {...toSettings(toStoredCode(task.link))}>{t('edit.all')}</Link>
          </p>
        </>
      )}
    </Dialog>
  );
}
