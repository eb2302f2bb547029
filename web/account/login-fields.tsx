import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { t } from '../language.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { plainInput } from '../ui/fields/plain-input.ts';
import type { useCredentials } from './use-credentials.ts';

const SecondFactor = lazy(async () => ({
  default: (await import('./factors/second-factor.tsx')).SecondFactor,
}));

interface LoginFieldsProps {
  readonly credentials: ReturnType<typeof useCredentials>;
  readonly username?: Pick<TextInputProps, 'ref' | 'readOnly'>;
  readonly password?: object;
}

/** Name and password, with the reason when they are refused. */
export function LoginFields({ credentials, username, password }: LoginFieldsProps) {
  const { form, failure, attempts, submit, second, setSecond, logIn } = credentials;
  if (second !== null) {
    const back = () => setSecond(null);
    return (
      <Suspense>
        <SecondFactor second={second} onLoggedIn={logIn} onBack={back} />
      </Suspense>
    );
  }
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <TextInput
        {...username}
        label={t('login.username')}
        size="md"
        name="username"
        autoComplete="username"
        {...plainInput}
        {...form.getInputProps('username')}
      />
      <PasswordField
        {...password}
        label={t('login.password')}
        size="md"
        name="password"
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {failure !== null && <p data-tone="bad">{failure}</p>}
      {attempts.isRetrying && <output>{t('login.retrying')}</output>}
      <Button type="submit" size="md" fullWidth disabled={attempts.isPending || attempts.isDone}>
        {t(attempts.isPending ? 'login.submitting' : 'login.submit')}
      </Button>
    </form>
  );
}
