import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { ChangePasswordForm } from './change-password-form.tsx';

interface ChangePasswordDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function ChangePasswordDialog({ isOpen, onClose, onChanged }: ChangePasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t('password.title')}>
      <ChangePasswordForm
        onChanged={() => {
          onClose();
          onChanged();
        }}
      />
    </Dialog>
  );
}
