import { closeSync } from 'node:fs';
import type { Engine } from '../engine/engine.ts';
import { readFirstTime } from './click.ts';
import { selectOffsets } from './offsets.store.ts';
import { listSegments, openSegment, readSegment } from './segments.ts';

/** How much of a segment is looked through for its first whole record, in bytes. */
const LOOK_BYTES = 256 * 1024;

/**
 * When the oldest click was made that is journalled, by whichever process, and not in the counts
 * yet: milliseconds since 1970-01-01 UTC, or null when all are counted. It is read from the journal
 * and the database, so that it is true also when another process counts.
 */
export async function findOldestPending(engine: Engine, directory: string): Promise<number | null> {
  const names = listSegments(directory);
  const drained = await selectOffsets(engine.db, names);
  const buffer = Buffer.allocUnsafe(LOOK_BYTES);
  let oldest: number | null = null;
  for (const name of names) {
    // Of one that cannot be read the drain tells.
    const fd = openSegment(directory, name, () => undefined);
    if (fd === null) continue;
    try {
      const length = readSegment(fd, buffer, drained.get(name) ?? 0, () => undefined);
      const time = readFirstTime(buffer.subarray(0, length));
      if (time !== null && (oldest === null || time < oldest)) oldest = time;
    } finally {
      closeSync(fd);
    }
  }
  return oldest;
}
