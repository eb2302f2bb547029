import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isBackup } from './backup-footer.ts';
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
  /** Files that belong to the site and may lie outside its data directory. */
  readonly settingFiles: readonly string[];
  /** Whether Brisk itself chose the name, for a file that it removes later. */
  readonly isTemporary?: boolean;
}

/**
 * Throws, with a sentence for the operator, when writing to `path` would replace a file of a site. That
 * may be this site, or another one whose data directory the path leads into. Links are followed, and
 * other names of the same file are recognized.
 */
export function assertNotOfSite(path: string, options: GuardOptions): void {
  const target = followLinks(path);
  if (target === null) return;
  const found = statSync(target, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) throw new Error(`${path} is not a file`);
  const ownFiles = [...listSiteFiles(options.dataDir), ...options.settingFiles];
  const isOwn = found !== undefined && isOneOf(target, ownFiles.filter(isNotKept));
  if (isOwn || liesInSite(target, options)) {
    throw new Error(`${path} belongs to a site: choose another file`);
  }
}

/**
 * Throws when the file to restore is in use by the site itself: a restore would remove it before it is
 * read, or could not read it.
 */
export function assertNoLiveFile(path: string, dataDir: string): void {
  const target = followLinks(path);
  if (target === null || statSync(target, { throwIfNoEntry: false }) === undefined) return;
  if (!isOneOf(target, listSiteFiles(dataDir).filter(isInUse))) return;
  throw new Error(`${path} belongs to the site itself and is not a backup`);
}

/**
 * Where writing to a path ends up; null when a directory on the way is missing. `..` behind a link
 * is the parent of where the link leads, so nothing is taken from a path before links are followed.
 */
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

/** Tells whether a file is one of these: also by another name of the same file. */
function isOneOf(file: string, others: readonly string[]): boolean {
  const { dev, ino } = statSync(file, { bigint: true });
  return others.some((other) => {
    const stat = statSync(other, { bigint: true, throwIfNoEntry: false });
    return stat !== undefined && stat.dev === dev && stat.ino === ino;
  });
}

/** Operators may keep backups of their own in the folder for those that Brisk makes. */
function isNotKept(file: string): boolean {
  return basename(dirname(file)) !== BACKUP_FOLDER || isOwnBackup(basename(file));
}

/** Backups and former databases can be restored; every other file is in use. */
function isInUse(file: string): boolean {
  return basename(dirname(file)) !== BACKUP_FOLDER && !basename(file).includes('.before-restore-');
}

/** Brisk replaces and removes files with these names in its folder for backups. */
function isOwnBackup(name: string): boolean {
  return /^(before|download)-/i.test(name);
}

/** Tells whether a path without links is the place of a file that a site has, or may have later. */
function liesInSite(target: string, { dataDir, isTemporary = false }: GuardOptions): boolean {
  const own = followLinks(dataDir);
  for (let directory = dirname(target); ; directory = dirname(directory)) {
    if (directory === own || isDataDirectory(directory)) {
      if (isPlaceOfSite(relative(directory, target), isTemporary)) return true;
    }
    if (directory === dirname(directory)) return false;
  }
}

function isDataDirectory(directory: string): boolean {
  const has = (name: string) =>
    statSync(join(directory, name), { throwIfNoEntry: false })?.isFile() === true;
  if (has(KEY_FILE) || has(LOCK_FILE)) return true;
  // Operators may call a backup so, too.
  return has(DATABASE_FILE) && !isBackup(join(directory, DATABASE_FILE));
}

/**
 * Tells whether a path inside a data directory belongs to its site. Case is passed over: some file
 * systems take names that differ in it for the same.
 */
function isPlaceOfSite(path: string, isTemporary: boolean): boolean {
  const [first = '', second, ...rest] = path.split(sep);
  const folder = first.toLowerCase();
  if (folder === JOURNAL_FOLDER || folder === PROJECTION_FOLDER) return true;
  if (folder !== BACKUP_FOLDER) return second === undefined && isSiteFile(first);
  if (second === undefined) return true;
  return rest.length === 0 && isOwnBackup(second) && !isTemporary;
}
