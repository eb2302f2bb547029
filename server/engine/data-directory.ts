import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** The database inside the data directory. */
export const DATABASE_FILE = 'brisk.db';

/** The key inside the data directory that seals the API token. */
export const KEY_FILE = 'secret.key';

/** The projection of statistics inside the data directory; nothing is lost when it is deleted. */
export const PROJECTION_FILE = 'clicks.duckdb';

/** The folder inside the data directory in which the projection's process works. */
export const PROJECTION_FOLDER = `${PROJECTION_FILE}.tmp`;

/** The folder inside the data directory for the backups that Brisk makes by itself. */
export const BACKUP_FOLDER = 'backups';

/** The file inside the data directory by which one server keeps the others out. */
export const LOCK_FILE = 'server.lock';

/** The file inside the data directory by which the server tells its workers of changes. */
export const GENERATION_FILE = 'generation';

/** The folder inside the data directory for the journal of clicks. */
export const JOURNAL_FOLDER = 'clicks';

/** The database inside the data directory that a restore is about to put in place. */
export const RESTORE_FILE = 'restore.part';

/** What SQLite keeps beside a database, by what stands behind its name. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

const folders = [JOURNAL_FOLDER, BACKUP_FOLDER, PROJECTION_FOLDER];

/** Only the owner may read and write. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/**
 * Creates the data directory if it is missing, and leaves rights on the files of the site to their
 * owner alone, whatever the umask is. A directory that exists keeps its mode.
 */
export function openDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  for (const file of listSiteFiles(dataDir)) restrict(file, FILE_MODE);
  for (const folder of folders) restrict(join(dataDir, folder), FOLDER_MODE);
}

/**
 * Creates an empty file with mode 0600 if there is none. SQLite takes an empty file for a new
 * database, and gives its mode to the files beside it.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', FILE_MODE));
  } catch (error) {
    // A file that exists is not opened: closing it would drop the locks that SQLite has on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** All files in a data directory that belong to its site, by their paths. */
export function listSiteFiles(dataDir: string): string[] {
  const files = listFiles(dataDir).filter((file) => isSiteFile(basename(file)));
  for (const folder of folders) {
    files.push(...listFiles(join(dataDir, folder), { recursive: true }));
  }
  return [...files, ...listLinked(dataDir)];
}

/** The database and its companions where `brisk.db` is a link to another place. */
function listLinked(dataDir: string): string[] {
  const file = join(dataDir, DATABASE_FILE);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const real = realpathSync(file);
  return real === file ? [] : ['', ...COMPANIONS].map((suffix) => real + suffix);
}

const siteFile =
  /^(brisk\.db(-wal|-shm|-journal|\.before-restore-.*)?|secret\.key(\.\d+|\.unusable-\d+)?|server\.lock(-journal)?|generation|clicks\.duckdb(\.wal)?|restore\.part(-journal)?)$/i;

/** Tells whether a file of this name, right inside a data directory, belongs to the site. */
export function isSiteFile(name: string): boolean {
  return siteFile.test(name);
}

/** The files in a directory, without links; none when there is no such directory. */
function listFiles(directory: string, { recursive = false } = {}): string[] {
  try {
    return readdirSync(directory, { recursive, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

/** Removes all rights from a file or folder that `mode` does not have. */
function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o777 & ~mode) === 0) return;
  try {
    chmodSync(path, found.mode & mode);
  } catch (error) {
    // Another owner's file stays as it is; so does one that has just been removed.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOENT') throw error;
  }
}

/** Makes a file, or the names in a directory, safe against a power cut. */
export function syncToDisk(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
