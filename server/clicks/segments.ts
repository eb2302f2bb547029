import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const EXTENSION = '.clicks';
/** How long a drained segment stays, so that a restored backup can catch up. */
const KEEP_MS = 24 * 3600 * 1000;
/** How many bytes of drained segments stay at most. */
const KEEP_BYTES = 256 * 1024 * 1024;

/** The folder of the journal inside the data directory; created when it is not there. */
export function openJournalDirectory(dataDir: string): string {
  const directory = join(dataDir, 'clicks');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** A name that sorts by time and that no other process gives. */
export function createSegmentName(now: number): string {
  const instant = now.toString(36).padStart(9, '0');
  return `${instant}-${crypto.randomUUID().slice(0, 8)}${EXTENSION}`;
}

/** The names of all segments, oldest first. */
export function listSegments(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(EXTENSION))
    .sort();
}

/**
 * Opens a segment for reading; null when it is gone since it was listed, which only drained ones
 * are, or when it cannot be read, of which `onError` is told.
 */
export function openSegment(
  directory: string,
  name: string,
  onError: (error: unknown) => void,
): number | null {
  const file = join(directory, name);
  try {
    const fd = openSync(file, 'r');
    if (fstatSync(fd).isFile()) return fd;
    closeSync(fd);
    throw new Error(`${file} is no file`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return null;
  }
}

/** Of the given drained segments, oldest first, removes those too old or too many to keep. */
export function removeOldSegments(
  directory: string,
  drained: readonly string[],
  now: number,
): void {
  let kept = 0;
  for (const name of drained.toReversed()) {
    const file = join(directory, name);
    const { mtimeMs, size } = statSync(file);
    kept += size;
    if (kept > KEEP_BYTES || now - mtimeMs > KEEP_MS) rmSync(file);
  }
}
