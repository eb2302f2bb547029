import { Button, Checkbox, Stack } from '@mantine/core';
import { Dialog } from '../form/dialog.tsx';
import { t } from '../language.ts';
import { initialFocus } from '../ui/fields/initial-focus.ts';
import { HiddenUsername, PasswordField } from '../parts/password-field.tsx';
import { usePasswordForm } from './use-password-form.ts';

interface ChangePasswordDialogProps extends ChangePasswordFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

interface ChangePasswordFormProps {
  readonly username: string;
  readonly onChanged: () => void;
}

export function ChangePasswordDialog(props: ChangePasswordDialogProps) {
  const { username, isOpen, onClose, onChanged } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size={400} title={t('password.title')}>
      <ChangePasswordForm
        username={username}
        onChanged={() => {
          onClose();
          onChanged();
        }}
      />
    </Dialog>
  );
}

export function ChangePasswordForm({ username, onChanged }: ChangePasswordFormProps) {
  const { form, min, isPending, submit } = usePasswordForm(onChanged);
  return (
    <form onSubmit={submit} noValidate>
      <HiddenUsername name={username} />
      <Stack gap="md">
        <PasswordField
          {...form.getInputProps('old')}
          label={t('password.old')}
          name="old_password"
          autoComplete="current-password"
          {...initialFocus}
        />
        <PasswordField
          {...form.getInputProps('new')}
          label={t('password.new')}
          description={t('password.new.help', { min })}
          name="new_password"
          autoComplete="new-password"
        />
        <PasswordField
          {...form.getInputProps('repeat')}
          label={t('password.repeat')}
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
          {t(isPending ? 'password.submitting' : 'password.title')}
        </Button>
      </Stack>
    </form>
  );
}
