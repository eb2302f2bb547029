import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadFailure } from '../../failure-notice.tsx';
import { t } from '../../language.ts';
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
  const query = useQuery({
    ...settingsQuery,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data: stored, isPending } = query;
  if (isPending) {
    return (
      <Stack gap="xl" maw={672} aria-busy aria-label={t('settings.loading')}>
        <Skeleton height={88} />
        <Skeleton height={120} />
        <Skeleton height={160} />
      </Stack>
    );
  }
  if (stored === undefined) return <LoadFailure title={t('settings.load.failed')} query={query} />;
  return <SettingsForm stored={stored} />;
}
