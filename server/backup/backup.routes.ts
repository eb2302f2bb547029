import { downloadBackup } from '../../contracts/backup.ts';
import { actorOf } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Engine } from '../engine/engine.ts';
import { Download, endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import type { BackupProcess } from './backup-process.ts';

/** `backups` is null on PostgreSQL, which has its own backups. */
export function backupRoutes(engine: Engine, backups: BackupProcess | null): Endpoint[] {
  return [
    endpoint(downloadBackup, async (_, call) => {
      if (backups === null) throw new Problem('backup.elsewhere');
      const event = { action: 'site.backed_up', target: { kind: 'site' } };
      await engine.write((tx) => record(tx, actorOf(call), event));
      const day = new Date().toISOString().slice(0, 10);
      return new Download(`brisk-${day}.db`, 'application/vnd.sqlite3', await backups.open());
    }),
  ];
}
