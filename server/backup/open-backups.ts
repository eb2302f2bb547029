import type { Feature } from '../feature.ts';
import type { OwnCommandOptions } from '../own-command.ts';
import { BackupProcess } from './backup-process.ts';
import { backupRoutes } from './backup.routes.ts';

interface OpenBackupsOptions {
  readonly dataDir: string;
  /** PostgreSQL has its own backups. */
  readonly isPostgres: boolean;
  readonly command: OwnCommandOptions;
}

export function openBackups({ dataDir, isPostgres, command }: OpenBackupsOptions): Feature {
  if (isPostgres) return { routes: backupRoutes(null) };
  const backups = new BackupProcess(dataDir, command);
  return {
    routes: backupRoutes(backups),
    close: () => backups.close(),
    kill: () => backups.kill(),
  };
}
