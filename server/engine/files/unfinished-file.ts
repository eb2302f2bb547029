import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;

/**
 * The name for a file or folder that becomes `path` when it is complete. Removes what this process,
 * or one that was killed more than a day ago, left there: it may hold secrets of the site.
 */
export function nameUnfinished(path: string): string {
  const target = resolve(path);
  const own = `${target}.${process.pid}.part`;
  const prefix = `${basename(target)}.`;
  for (const name of listNames(dirname(target))) {
    const isUnfinished =
      name.startsWith(prefix) && /^\d+\.part(?:-journal)?$/.test(name.slice(prefix.length));
    if (!isUnfinished) continue;
    const file = join(dirname(target), name);
    if (file.startsWith(own) || isOld(file)) rmSync(file, { recursive: true, force: true });
  }
  return own;
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Writing the file says what is wrong with its folder.
    return [];
  }
}

function isOld(file: string): boolean {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  return entry !== undefined && Date.now() - entry.mtimeMs > DAY_MS;
}
