import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLacks } from '../../app-info.ts';
import { ApiError } from '../../api.ts';
import { explainFailure, explainReason } from '../../failure.ts';
import { t } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { Notes } from '../../ui/notes.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { tokenQuery, useIssueToken } from '../account.api.ts';
import { Bookmarklet, OtherApps, CurlExample } from './other-apps.tsx';
import { ChangeTokenButton } from './change-token-button.tsx';
import { NamedTokens } from './named/named-tokens.tsx';
import { TokenField } from './token-field.tsx';
import './token.css';

export function TokenPage() {
  useDocumentTitle(t('token.title'));
  const lacksCreate = useLacks('links.create');
  return (
    <>
      <PageHead title={t('token.title')} />
      <Notes label={t('notes')}>
        <li>{t(lacksCreate ? 'token.note.read' : 'token.note.use')}</li>
        <li>{t('token.note.one')}</li>
        <li>
          {t('token.note.docs')}{' '}
          <a href="/docs" target="_blank">
            {t('nav.docs')}
          </a>
        </li>
      </Notes>
      <Stack className="token" gap="2.5rem" maw="42rem">
        <TokenContent />
        <NamedTokens />
        {!lacksCreate && <Bookmarklet />}
      </Stack>
    </>
  );
}

function TokenContent() {
  const lacksCreate = useLacks('links.create');
  const { data: token, isPending, isError, error, refetch } = useQuery(tokenQuery);
  useEffect(() => {
    if (isError) toast('error', explainFailure(error, 'token.get.failed'));
  }, [isError, error]);
  if (isPending) return <Skeleton height={120} maw={672} aria-label={t('token.loading')} />;
  if (isError) {
    return (
      <Notice
        isFailure
        title={t('token.get.failed')}
        text={explainReason(error, 'internal.error')}
        action={
          isUnreadable(error) ? (
            <ChangeTokenButton />
          ) : (
            <Button onClick={() => void refetch()}>{t('retry')}</Button>
          )
        }
      />
    );
  }
  return (
    <>
      {token === null ? <NoToken /> : <TokenField token={token} />}
      {!lacksCreate && <CurlExample token={token} />}
      {!lacksCreate && token !== null && <OtherApps token={token} />}
    </>
  );
}

/** A retry does not help: the server can only issue another token. */
function isUnreadable(error: Error): boolean {
  return error instanceof ApiError && error.key === 'token.unreadable';
}

function NoToken() {
  const creation = useIssueToken('create');
  const create = () =>
    creation.mutate(undefined, {
      onSuccess: () => toast('success', t('token.created')),
      onError: toastFailure('token.create.failed'),
    });
  return (
    <Notice
      title={t('token.empty.title')}
      text={t('token.empty.text')}
      action={
        <Button onClick={create} disabled={creation.isPending}>
          {t(creation.isPending ? 'creating' : 'token.create')}
        </Button>
      }
    />
  );
}
