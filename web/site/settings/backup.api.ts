import { useMutation } from '@tanstack/react-query';
import type { downloadBackup } from '../../../contracts/backup.ts';
import { download, endpoint } from '../../api.ts';

const downloadBackupEndpoint = endpoint<typeof downloadBackup>('GET', '/api/backup');

export function useBackup() {
  return useMutation({ mutationFn: () => download(downloadBackupEndpoint, {}) });
}
