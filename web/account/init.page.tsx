import { Box, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, useEffect, useRef } from 'react';
import { t } from '../language.ts';
import { PublicFrame } from '../frame/public-frame.tsx';
import { initStateQuery } from '../site-info.ts';
import { Notice } from '../ui/notice.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { plainInput } from '../ui/fields/plain-input.ts';
import { useInitForm } from './use-init-form.ts';
import './account-form.css';

export function InitPage() {
  useDocumentTitle(t('init.title'));
  const state = useQuery(initStateQuery);
  const [isDone, setIsDone] = useState(false);
  return (
    <PublicFrame>
      {state.data?.is_init === 'yes' && !isDone ? (
        <Notice
          isPage
          title={t('init.already.title')}
          text={t('init.already.text')}
          action={
            <Button renderRoot={(props) => <Link to="/login" {...props} />}>{t('login.go')}</Button>
          }
        />
      ) : (
        <InitForm onDone={() => setIsDone(true)} />
      )}
    </PublicFrame>
  );
}

export function InitForm({ onDone }: { readonly onDone: () => void }) {
  const { form, init, submit, showUsername } = useInitForm(onDone);
  const { onBlur, ...username } = form.getInputProps('username');
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <div className="account">
      <h1 className="account-title">{t('init.title')}</h1>
      <Box component="p" c="dimmed" mt="0.5rem">
        {t('init.subtitle')}
      </Box>
      <form className="account-form" onSubmit={submit} noValidate>
        <TextInput
          ref={firstField}
          label={t('login.username')}
          description={t('init.username.help')}
          size="md"
          name="username"
          autoComplete="username"
          {...plainInput}
          {...username}
          onBlur={(event) => {
            showUsername();
            onBlur(event);
          }}
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
          label={t('login.password')}
          description={t('init.password.help')}
          size="md"
          name="password"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('init.repeat')}
          size="md"
          name="repeat"
          autoComplete="new-password"
          {...form.getInputProps('repeat')}
        />
        <Button type="submit" size="md" fullWidth disabled={init.isPending || init.isSuccess}>
          {t(init.isPending ? 'creating' : 'init.submit')}
        </Button>
      </form>
    </div>
  );
}
