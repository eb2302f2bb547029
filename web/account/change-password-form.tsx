import { Button, Checkbox, Stack } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { usePasswordForm } from './use-password-form.ts';

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

export function ChangePasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const { form, isPending, submit } = usePasswordForm(onChanged);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordField
          {...form.getInputProps('old')}
          label={t('password.old')}
          toggleLabel={t('password.toggle')}
          name="old_password"
          autoComplete="current-password"
          {...initialFocus}
        />
        <PasswordField
          {...form.getInputProps('new')}
          label={t('password.new')}
          toggleLabel={t('password.toggle')}
          description={t('init.password.help')}
          name="new_password"
          autoComplete="new-password"
        />
        <PasswordField
          {...form.getInputProps('repeat')}
          label={t('password.repeat')}
          toggleLabel={t('password.toggle')}
          name="repeat"
          autoComplete="new-password"
        />
        <Checkbox
          {...form.getInputProps('keepsToken', { type: 'checkbox' })}
          label={t('password.keep.token')}
          description={t('password.keep.token.help')}
          name="keep_api_token"
        />
        <Button type="submit" fullWidth disabled={isPending}>
          {t(isPending ? 'password.submitting' : 'password.submit')}
        </Button>
      </Stack>
    </form>
  );
}
