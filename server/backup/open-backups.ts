import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import type { OwnCommandOptions } from '../own-command.ts';
import { BackupProcess } from './backup-process.ts';
import { backupRoutes } from './backup.routes.ts';

interface OpenBackupsOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly command: OwnCommandOptions;
}

/** PostgreSQL has its own backups. */
export function openBackups({ engine, dataDir, command }: OpenBackupsOptions): Feature {
  if (engine.sql.isShared) return { routes: backupRoutes(engine, null) };
  const backups = new BackupProcess(dataDir, command);
  return {
    routes: backupRoutes(engine, backups),
    close: () => backups.close(),
    kill: () => backups.kill(),
  };
}
