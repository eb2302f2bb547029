import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { explainReason } from '../../failure.ts';
import { t } from '../../language.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useDocumentTitle } from '../../use-document-title.ts';
import { SettingsForm } from './settings-form.tsx';
import { settingsQuery } from './settings.api.ts';
import './settings.css';

export function SettingsPage() {
  useDocumentTitle(t('settings.title'));
  return (
    <>
      <PageHead title={t('settings.title')} />
      <SettingsContent />
    </>
  );
}

function SettingsContent() {
  // A refetch on focus must not change the input.
  const { data, isPending, isError, error, refetch } = useQuery({
    ...settingsQuery,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isError) {
    return (
      <Notice
        isFailure
        title={t('settings.load.failed')}
        text={explainReason(error, 'internal.error')}
        action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  }
  if (isPending) {
    return (
      <Stack gap="xl" maw={672} aria-busy aria-label={t('settings.loading')}>
        <Skeleton height={88} />
        <Skeleton height={120} />
        <Skeleton height={160} />
      </Stack>
    );
  }
  return <SettingsForm stored={data} />;
}
