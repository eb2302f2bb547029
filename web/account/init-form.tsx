import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { email, newPassword, username } from '../../contracts/account.ts';
import { isMessageKey } from '../../contracts/envelope.ts';
import { isSamePassword } from '../../contracts/password.ts';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { useStoredFields } from '../stored-fields.ts';
import { t, type TextKey } from '../language.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { toast } from '../toast.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { plainInput } from '../ui/plain-input.ts';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { useInit } from './account.api.ts';
import { rememberNewAccount } from './new-account.ts';
import './account-form.css';

const REDIRECT_MS = 2000;

/** Checks a field with the schema of the server. */
function check(schema: z.ZodType, value: string, whenEmpty: TextKey): string | null {
  if (value.trim() === '') return t(whenEmpty);
  const message = schema.safeParse(value).error?.issues[0]?.message;
  if (message === undefined) return null;
  return t(isMessageKey(message) ? message : 'bad.request');
}

export function InitForm({ onDone }: { readonly onDone: () => void }) {
  const navigate = useNavigate();
  const init = useInit();
  const form = useForm({
    initialValues: { username: '', email: '', password: '', repeat: '' },
    validateInputOnBlur: true,
    validate: {
      // The server stores capitals as small letters and does not report it.
      username: (value) =>
        /\p{Lu}/u.test(value)
          ? t('user.name.invalid')
          : check(username, value, 'init.username.empty'),
      email: (value) => check(email, value, 'init.email.empty'),
      password: (value) => check(newPassword, value, 'init.password.empty'),
      repeat: (value, { password }) => {
        if (value === '') return t('init.repeat.empty');
        return isSamePassword(value, password) ? null : t('init.mismatch');
      },
    },
  });
  form.watch('password', () => {
    if (form.getValues().repeat !== '') form.validateField('repeat');
  });

  const { username: typedName, email: typedEmail } = form.values;
  useStoredFields('init', { username: typedName, email: typedEmail }, form.setValues);

  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  useDelayedAction(init.isSuccess, REDIRECT_MS, () => {
    const { username: name, password } = form.getValues();
    rememberNewAccount({ username: name, password });
    void navigate({ to: '/login' });
  });

  const showFailure = (error: unknown) => {
    toast('error', explainFailure(error, 'init.failed'));
    if (!(error instanceof ApiError)) return;
    for (const { field, key } of error.issues) {
      if (field in form.values) form.setFieldError(field, t(key));
    }
  };

  const submit = form.onSubmit(
    ({ username: name, email: address, password }) =>
      init.mutate(
        { username: name, email: address, password },
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

  return (
    <div className="account">
      <h1 className="account-title">{t('init.title')}</h1>
      <p className="account-subtitle">{t('init.subtitle')}</p>
      <form className="account-form" onSubmit={submit} noValidate>
        <TextInput
          ref={firstField}
          label={t('init.username')}
          description={t('init.username.help')}
          size="md"
          name="username"
          autoComplete="username"
          {...plainInput}
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('init.email')}
          size="md"
          type="email"
          inputMode="email"
          name="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('init.password')}
          toggleLabel={t('password.toggle')}
          description={t('init.password.help')}
          size="md"
          name="password"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('init.repeat')}
          toggleLabel={t('password.toggle')}
          size="md"
          name="repeat"
          autoComplete="new-password"
          {...form.getInputProps('repeat')}
        />
        <Button type="submit" size="md" fullWidth disabled={init.isPending || init.isSuccess}>
          {t(init.isPending ? 'init.submitting' : 'init.submit')}
        </Button>
      </form>
    </div>
  );
}
