import { Dialog } from '../dialog.tsx';
import { t } from '../language.ts';
import { AddLinkForm } from './add-link-form.tsx';
import { EditLinkForm } from './edit-link-form.tsx';
import type { Link } from './links.api.ts';

/** What the dialog is open for. */
export type LinkTask =
  | {
      readonly kind: 'add';
      readonly url: string;
      readonly code: string;
      readonly title: string;
    }
  | { readonly kind: 'edit'; readonly link: Link };

interface LinkDialogProps {
  /** Null before the first one. */
  readonly task: LinkTask | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (code: string, isNew: boolean) => void;
  readonly onQr: (code: string) => void;
}

export function LinkDialog({ task, isOpen, onClose, onAdded, onQr }: LinkDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size={400}
      title={t(task?.kind === 'edit' ? 'edit.title' : 'add.title')}
    >
      {task?.kind === 'add' && (
        <AddLinkForm
          url={task.url}
          code={task.code}
          title={task.title}
          onQr={onQr}
          onAdded={(code, isNew) => {
            onClose();
            onAdded(code, isNew);
          }}
        />
      )}
      {task?.kind === 'edit' && <EditLinkForm link={task.link} onSaved={onClose} />}
    </Dialog>
  );
}
