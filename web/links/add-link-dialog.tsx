import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { t } from '../language.ts';
import { AddLinkForm } from './add-link-form.tsx';

interface AddLinkDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: () => void;
}

export function AddLinkDialog({ isOpen, onClose, onAdded }: AddLinkDialogProps) {
  // A dialog that is born open would not know where to return the focus to.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={onClose}
      size={400}
      title={t('add.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <AddLinkForm
        onAdded={() => {
          onClose();
          onAdded();
        }}
      />
    </Modal>
  );
}
