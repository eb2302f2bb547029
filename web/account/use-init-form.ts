import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { z } from 'zod';
import { email, newPassword, username } from '../../contracts/account.ts';
import { isMessageKey } from '../../contracts/envelope.ts';
import { isSamePassword } from '../../contracts/password.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { t, type TextKey } from '../language.ts';
import { useStoredFields } from '../form/stored-fields.ts';
import { toast } from '../toast.tsx';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { useInit } from './account.api.ts';
import { newAccount } from './new-account.ts';

const REDIRECT_MS = 2000;

/** Checks a field with the schema of the server. */
function check(schema: z.ZodType, value: string, whenEmpty: TextKey): string | null {
  if (value.trim() === '') return t(whenEmpty);
  const message = schema.safeParse(value).error?.issues[0]?.message;
  if (message === undefined) return null;
  return t(isMessageKey(message) ? message : 'bad.request');
}

/** Also of an account that is changed. */
export const accountRules = {
  username: (value: string) => check(username, value, 'init.username.empty'),
  email: (value: string) => check(email, value, 'init.email.empty'),
};

const rules = {
  ...accountRules,
  password: (value: string) => check(newPassword, value, 'init.password.empty'),
  repeat: (value: string, { password }: { readonly password: string }) => {
    if (value === '') return t('init.repeat.empty');
    return isSamePassword(value, password) ? null : t('init.mismatch');
  },
};

/** As the server stores it. */
export function toUsername(typed: string): string {
  return typed.trim().toLowerCase();
}

/** The fields of a new administrator, and what sends them. */
export function useInitForm(onDone: () => void) {
  const navigate = useNavigate();
  const init = useInit();
  const form = useForm({
    initialValues: { username: '', email: '', password: '', repeat: '' },
    validateInputOnBlur: true,
    validate: rules,
  });
  form.watch('password', () => {
    if (form.getValues().repeat !== '') form.validateField('repeat');
  });

  const { username: typedName, email: typedEmail } = form.values;
  useStoredFields('init', { username: typedName, email: typedEmail }, form.setValues);

  useDelayedAction(init.isSuccess, REDIRECT_MS, () => {
    const { username: name, password } = form.getValues();
    newAccount.current = { username: toUsername(name), password };
    void navigate({ to: '/login' });
  });

  const showFailure = (error: unknown) => {
    toast('error', explainFailure(error, 'init.failed'));
    if (!(error instanceof ApiError)) return;
    const refused = error.issues.filter(({ field }) => field in form.values);
    const errors = Object.fromEntries(refused.map(({ field, key }) => [field, t(key)]));
    form.setErrors({ ...form.errors, ...errors });
    focusFirstError(form, errors);
  };

  const submit = form.onSubmit(
    ({ username: name, email: address, password }) =>
      init.mutate(
        { username: toUsername(name), email: address, password },
        {
          onError: showFailure,
          onSuccess: () => {
            onDone();
            toast('success', t('init.done'));
          },
        },
      ),
    (errors) => focusFirstError(form, errors),
  );

  const showUsername = () => form.setFieldValue('username', toUsername(form.getValues().username));
  return { form, init, submit, showUsername };
}
