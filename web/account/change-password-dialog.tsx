import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { t } from '../language.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

interface ChangePasswordDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function ChangePasswordDialog({ isOpen, onClose, onChanged }: ChangePasswordDialogProps) {
  // A dialog that is born open would not know where to return the focus to.
  const isMounted = useMounted();
  return (
    <Modal
      opened={isMounted && isOpen}
      onClose={onClose}
      size={400}
      title={t('password.title')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ChangePasswordForm
        onChanged={() => {
          onClose();
          onChanged();
        }}
      />
    </Modal>
  );
}
