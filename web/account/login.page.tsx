import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language.ts';
import { PublicFrame } from '../frame/public-frame.tsx';
import { localValues } from '../storage.ts';
import { showNextToast } from '../toast.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { loginWaysQuery } from './factors/factors.api.ts';
import { PasskeyButton } from './factors/second-factor.tsx';
import { LoginFields } from './login-fields.tsx';
import { SsoLogin } from './sso/sso-login.tsx';
import { useLoginForm } from './use-login-form.ts';
import './account-form.css';

export function LoginPage() {
  useDocumentTitle(t('login.title'));
  const credentials = useLoginForm();
  const { data: ways } = useQuery(loginWaysQuery);
  const [canStore] = useState(() => localValues.canStore());
  useEffect(showNextToast, []);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <PublicFrame>
      <div className="account">
        <h1 className="account-title">{t('login.title')}</h1>
        {credentials.second === null && <SsoLogin credentials={credentials} />}
        {(ways?.password !== 0 || credentials.second !== null) && (
          <LoginFields credentials={credentials} username={{ ref: firstField }} />
        )}
        {credentials.second === null && ways?.passkeys === 1 && (
          <div className="account-ways">
            <PasskeyButton onLoggedIn={credentials.logIn} />
          </div>
        )}
        {!canStore && (
          <Box component="p" c="dimmed" mt="1.5rem">
            {t('storage.none')}
          </Box>
        )}
      </div>
    </PublicFrame>
  );
}
