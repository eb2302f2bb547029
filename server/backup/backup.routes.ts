import { downloadBackup } from '../../contracts/backup.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { BackupProcess } from './backup-process.ts';

/** `backups` is null on PostgreSQL, which has its own backups. */
export function backupRoutes(backups: BackupProcess | null): Endpoint[] {
  return [
    endpoint(downloadBackup, async () => {
      if (backups === null) throw new Problem('backup.elsewhere');
      const day = new Date().toISOString().slice(0, 10);
      return new Download(`brisk-${day}.db`, 'application/vnd.sqlite3', await backups.open());
    }),
  ];
}
