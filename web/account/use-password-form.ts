import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { countCharacters, isSamePassword, PASSWORD_MIN } from '../../contracts/password.ts';
import { refreshAppInfo, useAppInfo } from '../app-info.ts';
import { ApiError, type FailureKey } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { useUnsaved } from '../form/unsaved.ts';
import { t } from '../language.ts';
import { toast } from '../toast.tsx';
import { useChangePassword } from './account.api.ts';

const fieldOfKey: Partial<Record<FailureKey, 'old' | 'new'>> = {
  'oldpass.error': 'old',
  'oldpass.notallow.empty': 'old',
  'newpass.notallow.empty': 'new',
  'password.not.allow': 'new',
  'password.too.common': 'new',
};

function explainNew(password: string, min: number): string | null {
  if (password === '') return t('newpass.notallow.empty');
  return countCharacters(password) < min ? t('password.new.short', { min }) : null;
}

function explainRepeat(repeat: string, password: string): string | null {
  if (repeat === '') return t('password.repeat.empty');
  return isSamePassword(repeat, password) ? null : t('password.repeat.mismatch');
}

/** The form for a new password, and what sends it. */
export function usePasswordForm(onChanged: () => void) {
  const change = useChangePassword();
  const queries = useQueryClient();
  const min = useAppInfo(false).data?.password_min ?? PASSWORD_MIN;
  const form = useForm({
    initialValues: { old: '', new: '', repeat: '', keepsToken: false },
    validateInputOnBlur: true,
    validate: {
      old: (password) => (password === '' ? t('oldpass.notallow.empty') : null),
      new: (password) => explainNew(password, min),
      repeat: (repeat, values) => explainRepeat(repeat, values.new),
    },
  });
  useUnsaved(form.isDirty());
  form.watch('new', () => {
    if (form.getValues().repeat !== '') form.validateField('repeat');
  });

  const showFailure = (error: unknown) => {
    const isShort = error instanceof ApiError && error.key === 'password.not.allow';
    // Someone has joined meanwhile, or changed the setting.
    if (isShort) void refreshAppInfo(queries);
    const text = isShort ? t('password.short') : explainFailure(error, 'password.failed');
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

  return { form, min, isPending: change.isPending, submit };
}
