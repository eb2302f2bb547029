import { closeSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { decodeClicks } from './click.ts';
import { listCountable, readOrigins } from './origin.ts';
import { listOldSegments, openSegment, readSegment } from './segments.ts';

/** The folder inside the journal's for segments of which a part was not understood. */
const FOLDER = 'damaged';
const READ_BYTES = 256 * 1024;

/**
 * Removes drained segments that are too old or too many to keep. A segment with damage moves to a
 * folder of its own instead, where it is neither counted nor part of the quota. `onKept` is given its
 * new path.
 */
export async function removeOldSegments(
  directory: string,
  drained: readonly string[],
  now: number,
  quotaBytes: number | undefined,
  onKept: (file: string) => void,
): Promise<void> {
  const old = listOldSegments(directory, drained, now, quotaBytes);
  for (const name of withCopies(directory, old, drained)) {
    if (await isUnderstood(directory, name)) rmSync(join(directory, name), { force: true });
    else setAside(directory, name, onKept);
  }
}

/**
 * Lists the old segments, and before them all of their copies, however old: a copy that stays longer
 * than its segment would be counted in its place.
 */
function withCopies(
  directory: string,
  old: readonly string[],
  drained: readonly string[],
): string[] {
  if (old.length === 0) return [];
  const countable = listCountable(directory);
  const origins = readOrigins(directory, drained);
  const gone = new Set(old.map((name) => countable.get(name)));
  const files = drained.filter((name) => gone.has(origins.get(name)));
  const isCopy = (name: string) => !countable.has(name);
  return [...files.filter(isCopy), ...files.filter((name) => !isCopy(name))];
}

/** Counts the segments in the folder for damaged ones. */
export function countDamaged(directory: string): number {
  const folder = join(directory, FOLDER);
  return existsSync(folder) ? readdirSync(folder).length : 0;
}

/** Tells whether a segment is whole records from its start to its end. */
async function isUnderstood(directory: string, name: string): Promise<boolean> {
  let isReadable = true;
  const onError = (): void => {
    isReadable = false;
  };
  const fd = openSegment(directory, name, onError);
  if (fd === null) return isReadable;
  try {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let offset = 0; ;) {
      const bytes = buffer.subarray(0, readSegment(fd, buffer, offset, onError));
      if (bytes.length === 0) return isReadable;
      const end = decodeClicks(bytes, () => undefined);
      if (end === 0) return false;
      offset += end;
      await yieldToRequests();
    }
  } finally {
    closeSync(fd);
  }
}

/** Moves a segment out of the journal, and gives `onKept` its new path. */
function setAside(directory: string, name: string, onKept: (file: string) => void): void {
  const folder = join(directory, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file = join(folder, name);
  // A copy may have come back under the same name.
  for (let copy = 2; existsSync(file); copy += 1) file = join(folder, `${name}.${copy}`);
  try {
    renameSync(join(directory, name), file);
  } catch (error) {
    // Another drain has moved it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  onKept(file);
}
