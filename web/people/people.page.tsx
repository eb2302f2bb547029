import { Box, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refreshAppInfo, useAppInfo } from '../app-info.ts';
import { LoadFailure } from '../failure-notice.tsx';
import { t, toCounted } from '../language.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { AccountList } from './account-list.tsx';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { accountsQuery, invitationsQuery } from './people.api.ts';
import { ServiceDialog } from './service-dialog.tsx';
import './people.css';

/** The people and services of the site, and who is invited. */
export function PeoplePage() {
  useDocumentTitle(t('people.title'));
  const [open, setOpen] = useState<'invite' | 'service' | null>(null);
  const info = useAppInfo().data;
  const { accounts, invitations, isPending, failed } = useEveryone();
  useFreshAppInfo(accounts !== undefined && accounts.length > 1);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAlone = accounts?.length === 1 && invitations?.length === 0;
  const isListed = accounts !== undefined && invitations !== undefined && !isAlone;
  const inviteButton = <Button onClick={() => setOpen('invite')}>{t('people.invite')}</Button>;
  const serviceButton = (
    <Button variant="default" onClick={() => setOpen('service')}>
      {t('people.service.add')}
    </Button>
  );
  return (
    <div className="people">
      <PageHead
        ref={heading}
        title={t('people.title')}
        note={isListed && t('people.count', toCounted(accounts.length))}
        actions={
          isListed && (
            <>
              {serviceButton}
              {inviteButton}
            </>
          )
        }
      />
      {isPending && <Skeleton height={160} aria-label={t('people.loading')} />}
      {failed !== undefined && <LoadFailure title={t('people.failed')} query={failed} />}
      {isAlone && (
        <>
          <Notice title={t('people.alone')} text={t('people.alone.text')} action={inviteButton} />
          <p className="muted">{t('people.alone.service')}</p>
          <Box mt="0.75rem">{serviceButton}</Box>
        </>
      )}
      {isListed && (
        <>
          <AccountList accounts={accounts} me={info?.id ?? 0} />
          <InvitationList invitations={invitations} onEnded={() => heading.current?.focus()} />
        </>
      )}
      {info !== undefined && (
        <>
          <InviteDialog info={info} isOpen={open === 'invite'} onClose={() => setOpen(null)} />
          <ServiceDialog isOpen={open === 'service'} onClose={() => setOpen(null)} />
        </>
      )}
    </div>
  );
}

function useEveryone() {
  const accounts = useQuery(accountsQuery);
  const invitations = useQuery(invitationsQuery);
  return {
    accounts: accounts.data,
    invitations: invitations.data,
    isPending: accounts.isPending || invitations.isPending,
    failed: [accounts, invitations].find(({ isError, data }) => isError && data === undefined),
  };
}

/** An invited person may have joined since the page read the account. */
function useFreshAppInfo(areOthers: boolean) {
  const queries = useQueryClient();
  const isOld = useAppInfo().data?.has_others === 0 && areOthers;
  useEffect(() => {
    if (isOld) void refreshAppInfo(queries);
  }, [isOld, queries]);
}
