import { Button, Checkbox, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isLongEnough, isSamePassword } from '../../contracts/password.ts';
import { ApiError, type FailureKey } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { toast } from '../toast.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { initialFocus } from '../ui/initial-focus.ts';
import { useChangePassword } from './account.api.ts';

const fieldOfKey: Partial<Record<FailureKey, 'old' | 'new'>> = {
  'oldpass.error': 'old',
  'oldpass.notallow.empty': 'old',
  'newpass.notallow.empty': 'new',
  'password.not.allow': 'new',
  'password.too.common': 'new',
};

function explainNew(password: string): string | null {
  if (password === '') return t('newpass.notallow.empty');
  return isLongEnough(password) ? null : t('password.new.short');
}

function explainRepeat(repeat: string, password: string): string | null {
  if (repeat === '') return t('password.repeat.empty');
  return isSamePassword(repeat, password) ? null : t('password.repeat.mismatch');
}

export function ChangePasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const change = useChangePassword();
  const form = useForm({
    initialValues: { old: '', new: '', repeat: '', keepsToken: false },
    validateInputOnBlur: true,
    validate: {
      old: (password) => (password === '' ? t('oldpass.notallow.empty') : null),
      new: explainNew,
      repeat: (repeat, values) => explainRepeat(repeat, values.new),
    },
  });
  form.watch('new', () => {
    if (form.getValues().repeat !== '') form.validateField('repeat');
  });

  const showFailure = (error: unknown) => {
    const text = explainFailure(error, 'password.failed');
    toast('error', text);
    const field = error instanceof ApiError ? fieldOfKey[error.key] : undefined;
    if (field === undefined) return;
    form.setFieldError(field, text);
    form.getInputNode(field)?.focus();
  };

  const submit = form.onSubmit(
    ({ old, new: password, keepsToken }) =>
      change.mutate(
        {
          old_password: old,
          new_password: password,
          ...(keepsToken ? { keep_api_token: 1 as const } : {}),
        },
        { onSuccess: onChanged, onError: showFailure },
      ),
    (errors) => focusFirstError(form, errors),
  );

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
        <Button type="submit" fullWidth disabled={change.isPending}>
          {t(change.isPending ? 'password.submitting' : 'password.submit')}
        </Button>
      </Stack>
    </form>
  );
}
