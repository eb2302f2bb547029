import { downloadBackup } from '../../contracts/backup.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import type { BackupProcess } from './backup-process.ts';

export function backupRoutes(backups: BackupProcess): Endpoint[] {
  return [
    endpoint(downloadBackup, async () => {
      const day = new Date().toISOString().slice(0, 10);
      return new Download(`brisk-${day}.db`, 'application/vnd.sqlite3', await backups.open());
    }),
  ];
}
