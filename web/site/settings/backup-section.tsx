import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { downloadBackup } from '../../../contracts/backup.ts';
import { download, endpoint } from '../../api.ts';
import { t } from '../../language.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { statusQuery } from '../status/status.api.ts';
import { SettingsSection } from './settings-section.tsx';

/** Saves the whole site as a file. A command restores it while the server is stopped. */
export function BackupSection() {
  const { mutate, isPending } = useBackup();
  const { data: status } = useQuery(statusQuery);
  const save = () =>
    mutate(undefined, {
      onSuccess: (file) => {
        saveFile(file);
        toast('success', t('backup.done'));
      },
      onError: toastFailure('backup.failed'),
    });
  // A PostgreSQL database has backups of its own.
  if (status?.postgres_version !== undefined) {
    return (
      <SettingsSection id="backup" title={t('backup.title')} about={t('backup.elsewhere.about')} />
    );
  }
  return (
    <SettingsSection id="backup" title={t('backup.title')} about={t('backup.about')}>
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          disabled={isPending}
          onClick={save}
        >
          {t(isPending ? 'backup.running' : 'backup.download')}
        </Button>
        <Box component="p" className="note" mt="0.375rem">
          {t('backup.restore')} <code>brisk restore FILE</code>
        </Box>
      </div>
    </SettingsSection>
  );
}

const downloadBackupEndpoint = endpoint<typeof downloadBackup>('GET', '/api/backup');

function useBackup() {
  return useMutation({ mutationFn: () => download(downloadBackupEndpoint, {}) });
}
