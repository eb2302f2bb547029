import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;

/** The name until it is complete. Removes what was left there for a day: it may hold secrets. */
export function nameUnfinished(path: string): string {
  const target = resolve(path);
  const unfinished = `${target}.${process.pid}.part`;
  const prefix = `${basename(target)}.`;
  for (const name of listNames(dirname(target))) {
    const isUnfinished =
      name.startsWith(prefix) && /^\d+\.part(?:-journal)?$/.test(name.slice(prefix.length));
    if (!isUnfinished) continue;
    const file = join(dirname(target), name);
    if (file.startsWith(unfinished) || isOld(file)) rmSync(file, { recursive: true, force: true });
  }
  return unfinished;
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOld(file: string): boolean {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  return entry !== undefined && Date.now() - entry.mtimeMs > DAY_MS;
}
