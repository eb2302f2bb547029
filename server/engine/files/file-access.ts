import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { listSiteFiles } from './data-directory.ts';

/** What keeps this process from a file or folder; '' = nothing that its owner explains. */
export function describeAccess(path: string): string {
  const existing = findExisting(path);
  try {
    const { uid, mode } = statSync(existing);
    const rights = (mode & 0o777).toString(8).padStart(3, '0');
    const runner = process.getuid?.();
    if (runner === undefined) return '';
    const what = existing === path ? 'it' : existing;
    return `${what} belongs to ${nameUser(uid)} with mode ${rights}, and Brisk runs as ${nameUser(runner)}`;
  } catch {
    return '';
  }
}

/** Adds the owner of the file to a refusal of the system; other errors stay as they are. */
export function describeFileError(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  if ((code !== 'EACCES' && code !== 'EPERM') || path === undefined) return message;
  const reason = describeAccess(path);
  return reason === '' ? message : `cannot open ${path}: ${reason}`;
}

export function describeUnreadable(file: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === 'EACCES' || code === 'EPERM' ? describeAccess(file) : '';
  return reason === '' ? `cannot read ${file}` : `cannot read ${file}: ${reason}`;
}

/** Why a file cannot be read, in a sentence; null = it can be. */
export function describeFault(path: string): string | null {
  try {
    accessSync(path, constants.R_OK);
    const stats = statSync(path);
    if (stats.isDirectory()) return `${path} is a directory: name one file`;
    return stats.isFile() ? null : `${path} is no file: "-" reads standard input`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? `there is no file ${path}`
      : describeUnreadable(path, error);
  }
}

/** The first file or folder of the site that this process may not read and write; null = none. */
export function findForbidden(dataDir: string): string | null {
  const { R_OK, W_OK } = constants;
  const isForbidden = (path: string): boolean => {
    try {
      accessSync(path, R_OK | W_OK);
      return false;
    } catch {
      return existsSync(path);
    }
  };
  return [findExisting(dataDir), ...listSiteFiles(dataDir)].find(isForbidden) ?? null;
}

function findExisting(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : findExisting(above);
}

function nameUser(uid: number): string {
  return uid === 0 ? 'root (user 0)' : `user ${uid}`;
}
