import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../api.ts';
import { explainFailure, explainReason } from '../failure.ts';
import { focusFirstError } from '../form/focus-first-error.ts';
import { t } from '../language.ts';
import { replacePage } from '../page-load.ts';
import { clearRequestedPage, readRequestedPage } from '../urls/requested-page.ts';
import { useStoredFields } from '../form/stored-fields.ts';
import { toast } from '../toast.tsx';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { forgetNewAccount, readNewAccount } from './new-account.ts';
import { useLoginAttempts } from './use-login-attempts.ts';

const REDIRECT_MS = 1500;

/** The login form. A new account logs in automatically. */
export function useLoginForm() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
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

  return { form, failure, attempts, submit };
}
