import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../../api.ts';
import { t } from '../../language.ts';
import type { useCredentials } from '../use-credentials.ts';
import { loginWaysQuery } from '../factors/factors.api.ts';
import type { SecondStep } from '../factors/second-factor.tsx';
import { useSsoLogin } from './sso.api.ts';
import { beginRound, clearReturned, explainSso, readReturned } from './sso-round.ts';

type Credentials = Pick<ReturnType<typeof useCredentials>, 'logIn' | 'setSecond'>;

/** Logs in with the ticket that a round has brought back. */
function useReturned({ logIn, setSecond }: Credentials) {
  const [returned] = useState(() => readReturned(['login']));
  const [failure, setFailure] = useState(returned?.fault ?? null);
  const login = useSsoLogin();
  const finish = useEffectEvent(() => {
    if (returned === null) return;
    clearReturned();
    if (returned.ticket === null) return;
    login.mutate(returned.ticket, {
      onSuccess: logIn,
      onError: (error) => {
        const isSecond = error instanceof ApiError && error.key === 'second.factor.required';
        if (isSecond) setSecond(error.data as SecondStep);
        else setFailure(explainSso(error, 'login.failed'));
      },
    });
  });
  useEffect(() => finish(), []);
  return { failure, isBusy: login.isPending || login.isSuccess };
}

/** The buttons of the providers, and what became of the round that led here. */
export function SsoLogin({ credentials }: { readonly credentials: Credentials }) {
  const { failure, isBusy } = useReturned(credentials);
  const { data: ways } = useQuery(loginWaysQuery);
  return (
    <>
      {failure !== null && (
        <p className="account-sso" data-tone="bad" role="alert">
          {failure}
        </p>
      )}
      {ways?.sso.map(({ id, name }) => (
        <Button
          key={id}
          className="account-sso"
          variant={ways.password === 1 ? 'default' : 'filled'}
          size="md"
          fullWidth
          disabled={isBusy}
          // The field of the name would lose the focus, complain, and move the button away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => beginRound(id, 'login')}
        >
          {isBusy ? t('login.submitting') : t('sso.login', { name })}
        </Button>
      ))}
    </>
  );
}
