import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isBackup } from '../sqlite/backup-footer.ts';
import {
  BACKUP_FOLDER,
  DATABASE_FILE,
  isSiteFile,
  JOURNAL_FOLDER,
  KEY_FILE,
  listSiteFiles,
  LOCK_FILE,
  PROJECTION_FOLDER,
} from './data-directory.ts';

interface GuardOptions {
  readonly dataDir: string;
  readonly settingFiles: readonly string[];
  readonly isTemporary?: boolean;
}

/** Throws for the operator when writing to `path` would replace a file of any site. */
export function assertOutsideSite(path: string, options: GuardOptions): void {
  const target = followLinks(path);
  if (target === null) return;
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new Error(`${path} is not a file`);
  const ownFiles = [...listSiteFiles(options.dataDir), ...options.settingFiles];
  const isOwn = stats !== undefined && isSameFileAsAny(target, ownFiles.filter(isManagedByBrisk));
  if (isOwn || isSitePath(target, options)) {
    throw new Error(`${path} belongs to a site: choose another file`);
  }
}

/** Throws for the operator when the site uses the file: a restore would remove it. */
export function assertNotInUse(path: string, dataDir: string): void {
  const target = followLinks(path);
  if (target === null || statSync(target, { throwIfNoEntry: false }) === undefined) return;
  if (!isSameFileAsAny(target, listSiteFiles(dataDir).filter(isInUse))) return;
  throw new Error(`${path} belongs to the site itself and is not a backup`);
}

/** `..` behind a link is the parent of the link's target. Null = a directory is missing. */
function followLinks(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    const target = readlinkSync(path);
    return followLinks(isAbsolute(target) ? target : `${dirname(path)}/${target}`);
  }
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** Compares files, so hard links are recognized. */
function isSameFileAsAny(file: string, others: readonly string[]): boolean {
  const { dev, ino } = statSync(file, { bigint: true });
  return others.some((other) => {
    const stat = statSync(other, { bigint: true, throwIfNoEntry: false });
    return stat !== undefined && stat.dev === dev && stat.ino === ino;
  });
}

function isManagedByBrisk(file: string): boolean {
  return basename(dirname(file)) !== BACKUP_FOLDER || isOwnBackup(basename(file));
}

function isInUse(file: string): boolean {
  return basename(dirname(file)) !== BACKUP_FOLDER && !basename(file).includes('.before-restore-');
}

function isOwnBackup(name: string): boolean {
  return /^(before|download)-/i.test(name);
}

function isSitePath(target: string, { dataDir, isTemporary = false }: GuardOptions): boolean {
  const sitePath = followLinks(dataDir);
  for (let directory = dirname(target); ; directory = dirname(directory)) {
    if (directory === sitePath || isDataDirectory(directory)) {
      if (isNameOfSite(relative(directory, target), isTemporary)) return true;
    }
    if (directory === dirname(directory)) return false;
  }
}

function isDataDirectory(directory: string): boolean {
  const has = (name: string) =>
    statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === true;
  if (has(KEY_FILE) || has(LOCK_FILE)) return true;
  // An operator's backup may have this name.
  return has(DATABASE_FILE) && !isBackup(join(directory, DATABASE_FILE));
}

/** Ignores case, because some file systems do. */
function isNameOfSite(path: string, isTemporary: boolean): boolean {
  const [first = '', second, ...rest] = path.split(sep);
  const folder = first.toLowerCase();
  if (folder === JOURNAL_FOLDER || folder === PROJECTION_FOLDER) return true;
  if (folder !== BACKUP_FOLDER) return second === undefined && isSiteFile(first);
  if (second === undefined) return true;
  return rest.length === 0 && isOwnBackup(second) && !isTemporary;
}
