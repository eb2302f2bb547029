import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { t } from '../language.ts';
import { AddLinkForm } from './add-link-form.tsx';
import { EditLinkForm } from './edit-link-form.tsx';
import type { Link } from './links.api.ts';

/** What the dialog is open for. */
export type LinkTask =
  | { readonly kind: 'add'; readonly url: string; readonly code: string }
  | { readonly kind: 'edit'; readonly link: Link };

interface LinkDialogProps {
  readonly task: LinkTask;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (code: string, isNew: boolean) => void;
}

export function LinkDialog({ task, isOpen, onClose, onAdded }: LinkDialogProps) {
  // A dialog that is born open would not know where to return the focus to.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={onClose}
      size={400}
      title={t(task.kind === 'add' ? 'add.title' : 'edit.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {task.kind === 'add' ? (
        <AddLinkForm
          url={task.url}
          code={task.code}
          onAdded={(code, isNew) => {
            onClose();
            onAdded(code, isNew);
          }}
        />
      ) : (
        <EditLinkForm link={task.link} onSaved={onClose} />
      )}
    </Modal>
  );
}
