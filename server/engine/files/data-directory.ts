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

export const DATABASE_FILE = 'brisk.db';

export const KEY_FILE = 'secret.key';

/** The projection of statistics. Deleting it loses nothing: Brisk builds it again. */
export const PROJECTION_FILE = 'clicks.duckdb';

export const PROJECTION_FOLDER = `${PROJECTION_FILE}.tmp`;

export const BACKUP_FOLDER = 'backups';

/** Uploaded files of imports. */
export const IMPORT_FOLDER = 'imports';
/** What a command has read from standard input. */
export const INPUT_ENDING = '.input';

export const LOCK_FILE = 'server.lock';

export const GENERATION_FILE = 'generation';

export const JOURNAL_FOLDER = 'clicks';

export const RESTORE_FILE = 'restore.part';

export const COMPANIONS = ['-wal', '-shm', '-journal'] as const;

const folders = [JOURNAL_FOLDER, BACKUP_FOLDER, IMPORT_FOLDER, PROJECTION_FOLDER];

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Restricts the site's files to their owner, whatever the umask is; keeps the directory's mode. */
export function openDataDirectory(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE });
  for (const file of listSiteFiles(dataDir)) restrict(file, FILE_MODE);
  for (const folder of folders) restrict(join(dataDir, folder), FOLDER_MODE);
}

/** SQLite accepts an empty file as a new database and gives its mode to the files beside it. */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', FILE_MODE));
  } catch (error) {
    // An existing file is not opened: closing it would drop SQLite's locks on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export function listSiteFiles(dataDir: string): string[] {
  const files = listFiles(dataDir).filter((file) => isSiteFile(basename(file)));
  for (const folder of folders) {
    files.push(...listFiles(join(dataDir, folder), { recursive: true }));
  }
  return [...files, ...listLinked(dataDir)];
}

/** If `brisk.db` is a symbolic link, the database and its companions lie elsewhere. */
function listLinked(dataDir: string): string[] {
  const file = join(dataDir, DATABASE_FILE);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const real = realpathSync(file);
  return real === file ? [] : ['', ...COMPANIONS].map((suffix) => real + suffix);
}

const siteFile =
  /^(brisk\.db(-wal|-shm|-journal|\.before-restore-.*)?|secret\.key(\.\d+|\.unusable-\d+)?|server\.lock(-journal)?|generation|clicks\.duckdb(\.wal)?|restore\.part(-journal)?)$/i;

export function isSiteFile(name: string): boolean {
  return siteFile.test(name);
}

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

function restrict(path: string, mode: number): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.mode & 0o777 & ~mode) === 0) return;
  try {
    chmodSync(path, stats.mode & mode);
  } catch (error) {
    // The file belongs to another user or was removed meanwhile.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOENT') throw error;
  }
}

export interface OpenFile extends Disposable {
  readonly fd: number;
}

export function openFile(path: string, flags = 'r', mode?: number): OpenFile {
  const fd = openSync(path, flags, mode);
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}

export function syncToDisk(path: string, flags?: string): void {
  using file = openFile(path, flags);
  fsyncSync(file.fd);
}
