import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { explainFailure } from '../failure.ts';
import { t } from '../language.ts';
import { PublicFrame } from '../public-frame.tsx';
import { toast } from '../toast.tsx';
import { useAfter } from '../ui/use-after.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { useLogin } from './account.api.ts';
import './account-form.css';

const REDIRECT_MS = 1500;

export function LoginPage() {
  useDocumentTitle(t('login.title'));
  const navigate = useNavigate();
  const login = useLogin();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      username: (name) => (name.trim() === '' ? t('login.username.empty') : null),
      password: (password) => (password === '' ? t('password.not.allow.empty') : null),
    },
  });

  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  useAfter(login.isSuccess, REDIRECT_MS, () => void navigate({ to: '/' }));

  const showFailure = (error: unknown) => {
    const text = explainFailure(error, 'login.failed');
    toast('error', text);
    const key = error instanceof ApiError ? error.key : null;
    if (key === 'username.error') form.setFieldError('username', text);
    else if (key === 'password.error') form.setFieldError('password', text);
    else setFailure(text);
  };

  const submit = form.onSubmit((credentials) => {
    setFailure(null);
    login.mutate(credentials, {
      onError: showFailure,
      onSuccess: ({ username }) => toast('success', t('login.done', { name: username })),
    });
  });

  return (
    <PublicFrame>
      <div className="account">
        <h1 className="account-title">{t('login.title')}</h1>
        <form className="account-form" onSubmit={submit} noValidate>
          <TextInput
            ref={firstField}
            label={t('login.username')}
            size="md"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('login.password')}
            size="md"
            name="password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('password.toggle'), tabIndex: 0 }}
            {...form.getInputProps('password')}
          />
          {failure !== null && <p className="account-failure">{failure}</p>}
          <Button type="submit" size="md" fullWidth disabled={login.isPending || login.isSuccess}>
            {t(login.isPending ? 'login.submitting' : 'login.submit')}
          </Button>
        </form>
      </div>
    </PublicFrame>
  );
}
