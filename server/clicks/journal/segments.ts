import { fstatSync, mkdirSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { JOURNAL_FOLDER, openFile, type OpenFile } from '../../engine/files/data-directory.ts';

const EXTENSION = '.clicks';
/** A drained segment stays this long, so that a restored backup can catch up. */
const KEEP_MS = 24 * 3600 * 1000;
const KEEP_BYTES = 256 * 1024 * 1024;

export function openJournalDirectory(dataDir: string): string {
  const directory = join(dataDir, JOURNAL_FOLDER);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

export function createOwner(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** A name that sorts by time; `now` is in milliseconds. */
export function createSegmentName(now: number, owner: string): string {
  return `${now.toString(36).padStart(9, '0')}-${owner}${EXTENSION}`;
}

/** Each owner writes to its newest segment only. A copy is complete when its segment is. */
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

export function listSegments(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(EXTENSION))
    .sort();
}

/** Null when the segment was removed, or is unreadable; `onError` receives the latter. */
export function openSegment(
  directory: string,
  name: string,
  onError: (error: unknown) => void,
): OpenFile | null {
  const path = join(directory, name);
  try {
    const file = openFile(path);
    if (fstatSync(file.fd).isFile()) return file;
    file[Symbol.dispose]();
    throw new Error(`${path} is not a file`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return null;
  }
}

/** Ends early at a place that the disk cannot read; `onError` receives the error. */
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

export function measureSegments(directory: string): number {
  let bytes = 0;
  for (const name of listSegments(directory)) bytes += measureSegment(directory, name);
  return bytes;
}

export function measureSegment(directory: string, name: string): number {
  return statSync(join(directory, name), { throwIfNoEntry: false })?.size ?? 0;
}

/** Takes and returns names, oldest first. Half of the quota remains for new clicks. */
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
