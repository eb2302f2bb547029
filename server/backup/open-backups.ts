import type { Engine } from '../engine/engine.ts';
import type { Feature } from '../feature.ts';
import type { OwnCommandOptions } from '../own-command.ts';
import { BackupProcess } from './backup-process.ts';
import { backupRoutes } from './backup.routes.ts';

interface OpenBackupsOptions {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly command: OwnCommandOptions;
  readonly onError: (error: unknown) => void;
}

/** PostgreSQL has its own backups. */
export function openBackups(options: OpenBackupsOptions): Feature {
  const { engine, dataDir, command, onError } = options;
  if (engine.sql.isShared) return { routes: backupRoutes(engine, null, onError) };
  const backups = new BackupProcess(dataDir, command);
  return {
    routes: backupRoutes(engine, backups, onError),
    close: () => backups.close(),
    kill: () => backups.kill(),
  };
}
