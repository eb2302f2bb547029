import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { OpenFile } from '../../engine/files/data-directory.ts';
import { listSegments, measureSegment, openSegment } from './segments.ts';
import { HEAD_BYTES, ORIGIN_MAX, ORIGIN_VERSION, RECORD_MIN } from './record.ts';

/*
 * The first record of a segment is no click. Behind the head (`click.ts`) and the version it holds
 * the segment's name at its creation, in Latin-1, padded with zeros. Files with the same name in it
 * are copies of one segment, and count once.
 */
const TEXT_START = HEAD_BYTES + 1;

export function encodeOrigin(name: string): Buffer {
  const record = Buffer.alloc(Math.max(RECORD_MIN, TEXT_START + name.length));
  record.writeUInt16LE(record.length - HEAD_BYTES, 4);
  record[HEAD_BYTES] = ORIGIN_VERSION;
  record.write(name, TEXT_START, 'latin1');
  record.writeUInt32LE(crc32(record.subarray(4)), 0);
  return record;
}

function readOrigin({ fd }: OpenFile): string | null {
  const bytes = Buffer.alloc(ORIGIN_MAX);
  const length = readSync(fd, bytes, 0, ORIGIN_MAX, 0);
  const end = HEAD_BYTES + bytes.readUInt16LE(4);
  if (length < end || end <= TEXT_START || bytes[HEAD_BYTES] !== ORIGIN_VERSION) return null;
  if (crc32(bytes.subarray(4, end)) !== bytes.readUInt32LE(0)) return null;
  return bytes.toString('latin1', TEXT_START, end).replace(/\0+$/, '');
}

/** The creation names of journal files. A file without a readable one goes by its own name. */
export function readOrigins(directory: string, names: readonly string[]): Map<string, string> {
  const origins = new Map<string, string>();
  for (const name of names) {
    using file = openSegment(directory, name, () => undefined);
    origins.set(name, (file === null ? null : tryReadOrigin(file)) ?? name);
  }
  return origins;
}

/** Picks one of several copies: that with the original name, which may grow, or the longest. */
export function listCountable(directory: string): Map<string, string> {
  const picked = new Map<string, string>();
  for (const [name, origin] of readOrigins(directory, listSegments(directory))) {
    const other = picked.get(origin);
    if (other === undefined || name === origin || isLonger(directory, name, other, origin)) {
      picked.set(origin, name);
    }
  }
  return new Map(Array.from(picked, ([origin, name]) => [name, origin]));
}

function isLonger(directory: string, name: string, other: string, origin: string): boolean {
  if (other === origin) return false;
  return measureSegment(directory, name) > measureSegment(directory, other);
}

function tryReadOrigin(file: OpenFile): string | null {
  try {
    return readOrigin(file);
  } catch {
    return null;
  }
}
