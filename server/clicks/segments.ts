import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FOLDER } from '../engine/data-directory.ts';

const EXTENSION = '.clicks';
/** How long a drained segment stays, so that a restored backup can catch up. */
const KEEP_MS = 24 * 3600 * 1000;
/** How many bytes of drained segments stay at most. */
const KEEP_BYTES = 256 * 1024 * 1024;

/** The folder of the journal inside the data directory; created when it is not there. */
export function openJournalDirectory(dataDir: string): string {
  const directory = join(dataDir, JOURNAL_FOLDER);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** A name for whoever writes a journal, which no other process has. */
export function createOwner(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** A name that sorts by time, of a segment that its owner begins now, in milliseconds. */
export function createSegmentName(now: number, owner: string): string {
  return `${now.toString(36).padStart(9, '0')}-${owner}${EXTENSION}`;
}

/**
 * Picks the names of segments that are complete: each owner writes to its newest only. `originOf` gives
 * the name that a segment was begun under: a copy is complete when its segment is.
 */
export function listFinished(
  names: readonly string[],
  owners: ReadonlySet<string>,
  originOf: (name: string) => string = (name) => name,
): string[] {
  const newest = new Map<string, string>();
  for (const origin of names.map(originOf).toSorted()) newest.set(ownerOf(origin), origin);
  return names.filter((name) => {
    const origin = originOf(name);
    return !(owners.has(ownerOf(origin)) && newest.get(ownerOf(origin)) === origin);
  });
}

function ownerOf(name: string): string {
  return name.slice(name.indexOf('-') + 1, -EXTENSION.length);
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
    throw new Error(`${file} is not a file`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return null;
  }
}

/**
 * Fills the buffer from an offset of a segment on, as far as it goes; returns how many bytes. At a
 * place that the disk cannot read it ends too, and `onError` is told.
 */
export function readSegment(
  fd: number,
  buffer: Buffer,
  offset: number,
  onError: (error: unknown) => void,
): number {
  try {
    return readSync(fd, buffer, 0, buffer.length, offset);
  } catch (error) {
    onError(error);
    return 0;
  }
}

/** How many bytes all segments have together. */
export function measureSegments(directory: string): number {
  let bytes = 0;
  for (const name of listSegments(directory)) bytes += measureSegment(directory, name);
  return bytes;
}

/** The same of one; 0 when it is gone. */
export function measureSegment(directory: string, name: string): number {
  return statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Of the given drained segments, oldest first, lists those too old or too many to keep. Of what the
 * journal may hold they take half at most: the rest is for what comes.
 */
export function listOldSegments(
  directory: string,
  drained: readonly string[],
  now: number,
  quotaBytes = Number.POSITIVE_INFINITY,
): string[] {
  const keepBytes = Math.min(KEEP_BYTES, quotaBytes / 2);
  const old: string[] = [];
  let kept = 0;
  for (const name of drained.toReversed()) {
    const stat = statSync(join(directory, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const { mtimeMs, size } = stat;
    kept += size;
    if (kept > keepBytes || now - mtimeMs > KEEP_MS) old.push(name);
  }
  return old;
}
