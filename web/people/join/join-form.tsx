import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../language.ts';
import { useSiteInfo } from '../../site-info.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { plainInput } from '../../ui/fields/plain-input.ts';
import type { LinkFacts } from './join.api.ts';
import { useJoinForm } from './use-join-form.ts';

interface JoinFormProps {
  readonly secret: string;
  readonly facts: LinkFacts;
  /** Another person has used the link in the meantime. */
  readonly onRefused: () => void;
}

export function JoinForm({ secret, facts, onRefused }: JoinFormProps) {
  const { kind, username, email, password_min: min } = facts;
  const { form, failure, isBusy, submit } = useJoinForm(secret, facts, onRefused);
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <>
      <JoinHeading facts={facts} />
      <form className="account-form" onSubmit={submit} noValidate>
        {kind === 'invitation' ? (
          <>
            {/* A password manager stores the password for the user name only. */}
            <TextInput
              ref={firstField}
              {...plainInput}
              {...form.getInputProps('username')}
              label={t('init.username')}
              description={t('init.username.help')}
              size="md"
              name="username"
              autoComplete="username"
            />
            <p className="note">{t('join.email', { email })}</p>
          </>
        ) : (
          <input
            hidden
            readOnly
            aria-label={t('login.username')}
            name="username"
            autoComplete="username"
            value={username}
          />
        )}
        {kind !== 'login' && (
          <PasswordField
            {...(kind === 'reset' && { ref: firstField })}
            {...form.getInputProps('password')}
            label={t(kind === 'reset' ? 'join.password.new' : 'init.password')}
            toggleLabel={t('password.toggle')}
            description={t('join.password.help', { min })}
            size="md"
            name="password"
            autoComplete="new-password"
          />
        )}
        {failure !== null && (
          <p className="account-failure" role="alert">
            {failure}
          </p>
        )}
        <Button type="submit" size="md" fullWidth disabled={isBusy}>
          {t(`join.submit.${kind}`, { name: username })}
        </Button>
      </form>
    </>
  );
}

function JoinHeading({ facts }: Pick<JoinFormProps, 'facts'>) {
  const { kind, username: name, role, invited_by: by } = facts;
  const { title } = useSiteInfo();
  const invited = by === '' ? 'join.invited' : 'join.invited.by';
  return (
    <>
      <h1 className="account-title">{t(`join.title.${kind}`, { title, name })}</h1>
      <p className="account-subtitle">
        {kind === 'invitation'
          ? t(invited, { by, role: t(`role.${role}`) })
          : t(`join.about.${kind}`, { name })}
      </p>
      {kind === 'invitation' && <p className="account-subtitle">{t(`role.${role}.you`)}</p>}
    </>
  );
}
