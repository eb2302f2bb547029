import { createWriteStream, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

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

/** A file appears whole or not at all. null: standard output. */
export async function writeParts(
  parts: AsyncIterable<Uint8Array>,
  path: string | null,
  mode = 0o600,
): Promise<void> {
  if (path === null) {
    await pipeline(parts, process.stdout, { end: false });
    return;
  }
  const unfinished = nameUnfinished(path);
  try {
    await pipeline(parts, createWriteStream(unfinished, { flags: 'wx', mode, flush: true }));
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
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
