import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStoredFields } from '../form/stored-fields.ts';
import { adoptLanguage, t } from '../language.ts';
import { replacePage } from '../page-load.ts';
import { toast } from '../toast.tsx';
import { useDelayedAction } from '../ui/use-delayed-action.ts';
import { clearRequestedPage, readRequestedPage } from '../urls/requested-page.ts';
import { newAccount } from './new-account.ts';
import { useCredentials } from './use-credentials.ts';

const REDIRECT_MS = 1500;

/** The login form of the page. A new account logs in automatically. */
export function useLoginForm() {
  const navigate = useNavigate();
  const [created] = useState(newAccount.current);
  const [isOtherLanguage, setIsOtherLanguage] = useState(false);
  const credentials = useCredentials(
    created ?? { username: '', password: '' },
    ({ username, language }) => {
      setIsOtherLanguage(adoptLanguage(language ?? ''));
      toast('success', t('login.done', { name: username }));
    },
  );
  const { form, attempts, isDone } = credentials;
  useStoredFields('login', { username: form.values.username }, form.setValues);
  useDelayedAction(isDone, REDIRECT_MS, () => {
    const requestedPage = readRequestedPage();
    clearRequestedPage();
    if (requestedPage === null && !isOtherLanguage) void navigate({ to: '/' });
    else replacePage(requestedPage ?? '/');
  });

  const logInAutomatically = useEffectEvent(() => {
    newAccount.current = null;
    if (created !== null) attempts.logIn(created);
  });
  useEffect(() => logInAutomatically(), []);

  return credentials;
}
