import { Button, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { ApiError } from '../../api.ts';
import { t } from '../../language.ts';
import { replacePage } from '../../page-load.ts';
import { toastNext } from '../../toast.tsx';
import { Section } from '../parts/section.tsx';
import { useConfirmSession } from '../account.api.ts';
import { codeField } from '../factors/second-factor.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { explainSso } from './sso-round.ts';

interface ConfirmedBySsoProps {
  readonly ticket: string;
  /** Where the person was. */
  readonly page: string;
}

/** Confirms the login with the ticket of a new login at the provider, and goes on. */
export function ConfirmedBySso({ ticket, page }: ConfirmedBySsoProps) {
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate, isPending } = useConfirmSession();
  const send = (typed?: string) =>
    mutate(typed === undefined ? { ticket } : { ticket, code: typed }, {
      onSuccess: () => {
        toastNext('success', 'sso.confirmed');
        replacePage(/^\/admin(?:[/?#]|$)/.test(page) ? page : '/admin/account');
      },
      onError: (error) => {
        const isSecond = error instanceof ApiError && error.key === 'second.factor.required';
        if (isSecond) return setCode('');
        if (!isOver(error)) return setFailure(explainSso(error, 'confirm.failed'));
        setCode(null);
        return setFailure(t('sso.over'));
      },
    });
  const begin = useEffectEvent(() => send());
  useEffect(() => begin(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    send(code?.trim());
  };
  return (
    <Section title={t('confirm.title')} className="factors">
      {isPending && code === null && <output>{t('confirm.checking')}</output>}
      {code === null && failure !== null && (
        <>
          <p data-tone="bad" role="alert">
            {failure}
          </p>
          <ConfirmButton page={page} />
        </>
      )}
      {code !== null && (
        <form className="account-form" onSubmit={submit} noValidate>
          <TextInput
            {...codeField}
            label={t('confirm.code')}
            value={code}
            error={failure}
            onChange={({ currentTarget: { value } }) => setCode(value)}
          />
          <Button type="submit" me="auto" disabled={isPending}>
            {t(isPending ? 'confirm.checking' : 'confirm.submit')}
          </Button>
        </form>
      )}
    </Section>
  );
}

/** A ticket lasts a minute, and works once. */
function isOver(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.key === 'sso.failed' || error.key === 'session.expired')
  );
}
