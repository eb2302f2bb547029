import { downloadBackup } from '../../contracts/backup.ts';
import { actorOf } from '../audit/actor.ts';
import { recordSaved } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { BackupProcess } from './backup-process.ts';

/** `backups` is null on PostgreSQL, which has its own backups. */
export function backupRoutes(
  engine: Engine,
  backups: BackupProcess | null,
  onError: (error: unknown) => void,
): Endpoint[] {
  return [
    endpoint(downloadBackup, async (_, call) => {
      if (backups === null) throw new Problem('backup.elsewhere');
      await recordSaved(engine, actorOf(call), 'site.backed_up', onError);
      const day = new Date().toISOString().slice(0, 10);
      return new Download(`brisk-${day}.db`, 'application/vnd.sqlite3', await backups.open());
    }),
  ];
}
