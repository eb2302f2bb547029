import { Box, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type Ref } from 'react';
import { loginWaysQuery } from '../../account/factors/factors.api.ts';
import type { Returned } from '../../account/sso/sso-round.ts';
import { t } from '../../language.ts';
import { useSiteInfo } from '../../site-info.ts';
import { HiddenUsername, PasswordField } from '../../parts/password-field.tsx';
import { plainInput } from '../../ui/fields/plain-input.ts';
import type { LinkFacts } from './join.api.ts';
import { useJoinForm } from './use-join-form.ts';

interface JoinFormProps {
  readonly secret: string;
  readonly facts: LinkFacts;
  /** From the provider of single sign-on. */
  readonly returned?: Returned | null;
  /** Another person has used the link in the meantime. */
  readonly onRefused: () => void;
}

export function JoinForm({ secret, facts, returned = null, onRefused }: JoinFormProps) {
  const { kind, username, takes_password: takesPassword, password_min: min } = facts;
  const { form, failure, isBusy, submit, joinBySso } = useJoinForm(
    { secret, facts, returned },
    onRefused,
  );
  const isPasswordAsked = takesPassword === 1;
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <>
      <JoinHeading facts={facts} />
      <form className="account-form" onSubmit={submit} noValidate>
        <NameField facts={facts} input={form.getInputProps('username')} ref={firstField} />
        {isPasswordAsked && (
          <PasswordField
            {...(kind === 'reset' && { ref: firstField })}
            {...form.getInputProps('password')}
            label={t(kind === 'reset' ? 'join.password.new' : 'login.password')}
            description={t('join.password.help', { min })}
            size="md"
            name="password"
            autoComplete="new-password"
          />
        )}
        {failure !== null && (
          <p data-tone="bad" role="alert">
            {failure}
          </p>
        )}
        {(kind !== 'invitation' || isPasswordAsked) && (
          <Button type="submit" size="md" fullWidth disabled={isBusy}>
            {t(`join.submit.${kind}`, { name: username })}
          </Button>
        )}
        {kind === 'invitation' && (
          <SsoButtons isOnly={!isPasswordAsked} isBusy={isBusy} onChoose={joinBySso} />
        )}
      </form>
    </>
  );
}

interface NameFieldProps extends Pick<JoinFormProps, 'facts'> {
  readonly input: object;
  readonly ref: Ref<HTMLInputElement>;
}

/** A password manager stores the password for the user name only. */
function NameField({ facts: { kind, username, email }, input, ref }: NameFieldProps) {
  if (kind !== 'invitation') {
    return <HiddenUsername name={username} />;
  }
  return (
    <>
      <TextInput
        ref={ref}
        {...plainInput}
        {...input}
        label={t('login.username')}
        description={t('init.username.help')}
        size="md"
        name="username"
        autoComplete="username"
      />
      <p className="note">{t('join.email', { email })}</p>
    </>
  );
}

interface SsoButtonsProps {
  readonly isOnly: boolean;
  readonly isBusy: boolean;
  readonly onChoose: (id: number) => void;
}

function SsoButtons({ isOnly, isBusy, onChoose }: SsoButtonsProps) {
  const { data: ways } = useQuery(loginWaysQuery);
  return ways?.sso.map(({ id, name }) => (
    <Button
      key={id}
      size="md"
      fullWidth
      variant={isOnly ? 'filled' : 'default'}
      disabled={isBusy}
      // The field of the password would lose the focus, complain, and move the button away.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(id)}
    >
      {t('join.sso', { name })}
    </Button>
  ));
}

function JoinHeading({ facts }: Pick<JoinFormProps, 'facts'>) {
  const { kind, username: name, role, invited_by: by } = facts;
  const { title } = useSiteInfo();
  const invited = by === '' ? 'join.invited' : 'join.invited.by';
  return (
    <>
      <h1 className="account-title">{t(`join.title.${kind}`, { title, name })}</h1>
      <Box component="p" c="dimmed" mt="0.5rem">
        {kind === 'invitation'
          ? t(invited, { by, role: t(`role.${role}`) })
          : t(`join.about.${kind}`, { name })}
      </Box>
      {kind === 'invitation' && (
        <Box component="p" c="dimmed" mt="0.5rem">
          {t(`role.${role}.you`)}
        </Box>
      )}
    </>
  );
}
