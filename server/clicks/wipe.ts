import { readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import { openFile, type OpenFile } from '../engine/files/data-directory.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { readOffsets } from './counts.store.ts';
import { findRecord } from './journal/find-record.ts';
import { listSegments } from './journal/segments.ts';
import {
  decodeClicks,
  RECORD_MAX,
  checksum,
  findEnd,
  hasWholeTexts,
  HEAD_BYTES,
  ORIGIN_VERSION,
  startOfAddress,
} from './journal/record.ts';

const PIECE_BYTES = 256 * 1024;

interface WipedRange {
  readonly start: number;
  readonly end: number;
  readonly isChecked?: boolean;
}

/**
 * Zeros addresses between two offsets, in bytes; records keep place and length. Skips damage. Bytes
 * behind `end` stay untouched: another process may append there. Throws file errors; a second call
 * continues.
 */
export async function wipeAddresses(
  directory: string,
  name: string,
  { start, end, isChecked = false }: WipedRange,
): Promise<void> {
  if (start >= end) return;
  using file = openForWiping(join(directory, name));
  if (file === null) return;
  const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - start));
  for (let at = start; at < end;) {
    const wanted = Math.min(buffer.length, end - at);
    const piece = buffer.subarray(0, readSync(file.fd, buffer, 0, wanted, at));
    const length = wipePiece(file.fd, piece, at, isChecked);
    if (length === 0) return;
    at += length;
    await yieldToRequests();
  }
}

/** A process may be killed after counting, before wiping. Throws database errors only. */
export async function wipeDrained(
  { db }: Pick<Engine, 'db'>,
  directory: string,
  onError: (error: unknown) => void,
): Promise<void> {
  const names = listSegments(directory);
  const drained = await readOffsets(db, directory, names);
  for (const name of names) {
    await wipeAddresses(directory, name, { start: 0, end: drained.get(name) ?? 0 }).catch(onError);
  }
}

function openForWiping(path: string): OpenFile | null {
  try {
    return openFile(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function wipePiece(fd: number, piece: Buffer, at: number, isChecked: boolean): number {
  let from = -1;
  let to = 0;
  const note = (start: number, end: number): void => {
    if (from === -1) from = start;
    to = end;
  };
  const wipe = (_: number, start: number): void => {
    const end = wipeAddress(piece, start);
    if (end !== -1) note(start, end);
  };
  let done = decodeClicks(piece, wipe, isChecked);
  if (done === 0) {
    const end = completeWipe(piece, 0);
    if (end === -1) done = skipDamage(piece);
    else note(0, (done = end));
  }
  if (from !== -1) write(fd, piece.subarray(from, to), at + from);
  return done;
}

function skipDamage(piece: Buffer): number {
  const next = findRecord(piece, 1);
  return next === -1 ? Math.max(0, piece.length - RECORD_MAX) : next;
}

function write(fd: number, bytes: Buffer, at: number): void {
  const written = writeSync(fd, bytes, 0, bytes.length, at);
  if (written !== bytes.length) throw new Error(`short write: ${written} of ${bytes.length} bytes`);
}

function wipeAddress(bytes: Buffer, start: number): number {
  const from = startOfAddress(bytes, start) + 2;
  const to = from + bytes.readUInt16LE(from - 2);
  if (from === to || bytes[from] === 0) return -1;
  const end = findEnd(bytes, start);
  bytes.fill(0, from, to);
  bytes.writeUInt32LE(checksum(bytes, start, end), start);
  return end;
}

/** Completes a wipe that a kill cut off. Returns the record's end, or -1 without changes. */
function completeWipe(bytes: Buffer, start: number): number {
  const end = findEnd(bytes, start);
  if (end === -1 || bytes[start + HEAD_BYTES] === ORIGIN_VERSION) return -1;
  if (!hasWholeTexts(bytes, start, end)) return -1;
  const from = startOfAddress(bytes, start) + 2;
  const to = from + bytes.readUInt16LE(from - 2);
  const address = Buffer.from(bytes.subarray(from, to));
  const stored = bytes.readUInt32LE(start);
  const former = checksum(bytes, start, end);
  bytes.fill(0, from, to);
  const wiped = checksum(bytes, start, end);
  if (isMixture(stored, wiped, former)) {
    bytes.writeUInt32LE(wiped, start);
    return end;
  }
  address.copy(bytes, from);
  return -1;
}

function isMixture(mixed: number, first: number, second: number): boolean {
  for (const mask of [0xff, 0xffff, 0xffffff, -1]) {
    if (((mixed ^ first) & mask) === 0 && ((mixed ^ second) & ~mask) === 0) return true;
  }
  return false;
}
