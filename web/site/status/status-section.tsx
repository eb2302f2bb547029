import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../language.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import { StatusList } from './status-list.tsx';
import { statusQuery } from './status.api.ts';

/** Shows the state of the server to its operator. */
export function StatusSection() {
  const { data, dataUpdatedAt, isError } = useQuery(statusQuery);
  return (
    <SettingsSection section="status" about={t('status.about')}>
      {data !== undefined ? (
        <StatusList status={data} answeredAt={dataUpdatedAt} />
      ) : isError ? (
        <p className="muted">{t('status.failed')}</p>
      ) : (
        <Skeleton height={240} />
      )}
    </SettingsSection>
  );
}
