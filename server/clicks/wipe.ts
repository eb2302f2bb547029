import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../engine/engine.ts';
import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { decodeClicks, RECORD_MAX } from './click.ts';
import { readOffsets } from './read-offsets.ts';
import { findRecord } from './find-record.ts';
import { listSegments } from './segments.ts';
import { completeWipe, wipeAddress } from './wiped-record.ts';

/** Bytes that are wiped before requests get their turn. */
const PIECE_BYTES = 256 * 1024;

/**
 * Zeros addresses between two offsets, in bytes; records keep place and length. Skips damage. Bytes
 * behind `end` stay untouched: another process may append there. Throws file errors; a second call
 * continues.
 */
export async function wipeAddresses(
  directory: string,
  name: string,
  start: number,
  end: number,
  areSound = false,
): Promise<void> {
  if (start >= end) return;
  const fd = openForWiping(join(directory, name));
  if (fd === null) return;
  try {
    const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, end - start));
    for (let at = start; at < end;) {
      const wanted = Math.min(buffer.length, end - at);
      const piece = buffer.subarray(0, readSync(fd, buffer, 0, wanted, at));
      const length = wipePiece(fd, piece, at, areSound);
      if (length === 0) return;
      at += length;
      await yieldToRequests();
    }
  } finally {
    closeSync(fd);
  }
}

/** A process may be killed after counting, before wiping. Throws database errors only. */
export async function wipeDrained({
  engine,
  directory,
  onError,
}: {
  readonly engine: Engine;
  readonly directory: string;
  readonly onError: (error: unknown) => void;
}): Promise<void> {
  const names = listSegments(directory);
  const drained = await readOffsets(engine.db, directory, names);
  for (const name of names) {
    await wipeAddresses(directory, name, 0, drained.get(name) ?? 0).catch(onError);
  }
}

function openForWiping(file: string): number | null {
  try {
    return openSync(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Wipes a piece that begins at `at`; returns how many bytes are done, 0 at the end. */
function wipePiece(fd: number, piece: Buffer, at: number, areSound: boolean): number {
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
  let done = decodeClicks(piece, wipe, areSound);
  if (done === 0) {
    const end = completeWipe(piece, 0);
    if (end === -1) done = skipDamage(piece);
    else note(0, (done = end));
  }
  if (from !== -1) write(fd, piece.subarray(from, to), at + from);
  return done;
}

/** The length of the damage at the start; 0 at the end. */
function skipDamage(piece: Buffer): number {
  const found = findRecord(piece, 1);
  // A record that begins in the last bytes may end behind them.
  return found === -1 ? Math.max(0, piece.length - RECORD_MAX) : found;
}

function write(fd: number, bytes: Buffer, at: number): void {
  const written = writeSync(fd, bytes, 0, bytes.length, at);
  if (written !== bytes.length) throw new Error(`short write: ${written} of ${bytes.length} bytes`);
}
