import { closeSync, fsyncSync, openSync } from 'node:fs';

/** The database inside the data directory. */
export const DATABASE_FILE = 'brisk.db';

/** The key inside the data directory that seals the API token. */
export const KEY_FILE = 'secret.key';

/** What statistics have copied from the database; nothing is lost when it is deleted. */
export const SETTLED_COPY_FILE = 'settled-clicks.copy';

/** The folder inside the data directory for the backups that Brisk makes by itself. */
export const BACKUP_FOLDER = 'backups';

/** Makes a file, or the names in a directory, safe against a power cut. */
export function syncToDisk(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
