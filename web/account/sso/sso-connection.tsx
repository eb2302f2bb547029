import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { confirm } from '../../form/confirm.tsx';
import { t } from '../../language.ts';
import { toast } from '../../toast.tsx';
import { Section } from '../parts/section.tsx';
import { factorsQuery, loginWaysQuery } from '../factors/factors.api.ts';
import { ConfirmedBySso } from './confirmed-by-sso.tsx';
import { useConnect, useDisconnect } from './sso.api.ts';
import { beginRound, clearReturned, explainSso, readReturned, type Returned } from './sso-round.ts';

/** Connects one's own account with a provider. Rounds that confirm a login end here, too. */
export function SsoConnection() {
  const [returned] = useState(() => readReturned(['connect', 'confirm']));
  const { data: account } = useQuery(factorsQuery);
  const { data: ways } = useQuery(loginWaysQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const { failure, isBusy } = useConnection(returned);
  useEffect(() => {
    if (returned !== null) clearReturned();
  }, [returned]);
  const provider = ways?.sso[0];
  const isConnected = account?.has_sso === 1;
  if (returned?.purpose === 'confirm' && returned.ticket !== null) {
    return <ConfirmedBySso ticket={returned.ticket} page={returned.fields['page'] ?? ''} />;
  }
  if (account === undefined || (provider === undefined && !isConnected)) return null;
  const name = provider?.name ?? t('settings.sso.page');
  return (
    <Section title={t('settings.sso.page')} headingRef={heading} className="factors">
      <p className="muted">
        {t(isConnected ? 'sso.connected.text' : 'sso.connect.text', { name })}
      </p>
      {failure !== null && (
        <p data-tone="bad" role="alert">
          {failure}
        </p>
      )}
      {isConnected && <DisconnectButton name={name} onDone={() => heading.current?.focus()} />}
      {!isConnected && provider !== undefined && (
        <Button
          variant="default"
          mt="md"
          disabled={isBusy}
          onClick={() => beginRound(provider.id, 'connect')}
        >
          {t('sso.connect', { name })}
        </Button>
      )}
    </Section>
  );
}

function useConnection(returned: Returned | null) {
  const [failure, setFailure] = useState(returned?.fault ?? null);
  const { mutate, isPending } = useConnect();
  const finish = useEffectEvent(() => {
    if (returned === null || returned.ticket === null || returned.purpose !== 'connect') return;
    mutate(returned.ticket, {
      onSuccess: () => toast('success', t('sso.connected')),
      onError: (error) => setFailure(explainSso(error, 'sso.failed')),
    });
  });
  useEffect(() => finish(), []);
  return { failure, isBusy: isPending };
}

function DisconnectButton({
  name,
  onDone,
}: {
  readonly name: string;
  readonly onDone: () => void;
}) {
  const { mutate, isPending } = useDisconnect();
  const disconnect = async () => {
    const isSure = await confirm({
      title: t('sso.disconnect.title', { name }),
      content: t('sso.disconnect.text'),
      yes: t('sso.disconnect'),
      isDangerous: true,
    });
    if (!isSure) return;
    mutate(undefined, {
      onSuccess: () => {
        toast('success', t('sso.disconnected'));
        onDone();
      },
      onError: (error) => toast('error', explainSso(error, 'sso.failed')),
    });
  };
  return (
    <Button variant="default" mt="md" disabled={isPending} onClick={() => void disconnect()}>
      {t('sso.disconnect')}
    </Button>
  );
}
