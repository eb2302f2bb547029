import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '../language.ts';
import { PublicFrame } from '../frame/public-frame.tsx';
import { localValues } from '../storage.ts';
import { showNextToast } from '../toast.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { plainInput } from '../ui/fields/plain-input.ts';
import { useDocumentTitle } from '../use-document-title.ts';
import { useLoginForm } from './use-login-form.ts';
import './account-form.css';

export function LoginPage() {
  useDocumentTitle(t('login.title'));
  const { form, failure, attempts, submit } = useLoginForm();
  const [canStore] = useState(() => localValues.canStore());
  useEffect(showNextToast, []);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
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
