import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { clearRequestedPage, readRequestedPage } from '../requested-page.ts';
import { explainFailure, explainReason } from '../failure.ts';
import { useStoredFields } from '../stored-fields.ts';
import { t } from '../language.ts';
import { replacePage } from '../page-load.ts';
import { PublicFrame } from '../public-frame.tsx';
import { localValues } from '../storage.ts';
import { focusFirstError } from '../focus-first-error.ts';
import { showNextToast, toast } from '../toast.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { plainInput } from '../ui/plain-input.ts';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { forgetNewAccount, readNewAccount } from './new-account.ts';
import { useLoginAttempts } from './use-login-attempts.ts';
import './account-form.css';

const REDIRECT_MS = 1500;

export function LoginPage() {
  useDocumentTitle(t('login.title'));
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const [canStore] = useState(() => localValues.canStore());
  const [newAccount] = useState(readNewAccount);
  const form = useForm({
    initialValues: newAccount ?? { username: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      username: (name) => (name.trim() === '' ? t('login.username.empty') : null),
      password: (password) => (password === '' ? t('password.not.allow.empty') : null),
    },
    // The form now holds other credentials: the page must not retry the old ones.
    onValuesChange: () => attempts.stop(),
  });

  useStoredFields('login', { username: form.values.username }, form.setValues);
  useEffect(showNextToast, []);

  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);

  const showFailure = (error: unknown) => {
    const text = explainReason(error, 'login.failed');
    toast('error', explainFailure(error, 'login.failed'));
    const key = error instanceof ApiError ? error.key : null;
    if (key === 'username.error') form.setFieldError('username', text);
    else if (key === 'password.error') form.setFieldError('password', text);
    else setFailure(text);
  };
  const attempts = useLoginAttempts({
    onSuccess: (name) => toast('success', t('login.done', { name })),
    onFailure: showFailure,
  });
  useDelayedAction(attempts.isDone, REDIRECT_MS, () => {
    const requestedPage = readRequestedPage();
    clearRequestedPage();
    if (requestedPage === null) void navigate({ to: '/' });
    else replacePage(requestedPage);
  });

  const logInAutomatically = useEffectEvent(() => {
    forgetNewAccount();
    if (newAccount !== null) attempts.logIn(newAccount);
  });
  useEffect(() => logInAutomatically(), []);

  const submit = form.onSubmit(
    (credentials) => {
      setFailure(null);
      attempts.logIn(credentials);
    },
    (errors) => focusFirstError(form, errors),
  );

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
            {...plainInput}
            {...form.getInputProps('username')}
          />
          <PasswordField
            label={t('login.password')}
            toggleLabel={t('password.toggle')}
            size="md"
            name="password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          {failure !== null && <p className="account-failure">{failure}</p>}
          {attempts.isRetrying && <output>{t('login.retrying')}</output>}
          <Button
            type="submit"
            size="md"
            fullWidth
            disabled={attempts.isPending || attempts.isDone}
          >
            {t(attempts.isPending ? 'login.submitting' : 'login.submit')}
          </Button>
        </form>
        {!canStore && <p className="account-note">{t('storage.none')}</p>}
      </div>
    </PublicFrame>
  );
}
