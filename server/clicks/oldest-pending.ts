import { closeSync, fstatSync } from 'node:fs';
import type { Engine } from '../engine/engine.ts';
import { decodeClicks, readTime, RECORD_MAX } from './click.ts';
import { readOffsets } from './read-offsets.ts';
import { RecordFinder } from './find-record.ts';
import { listCountable } from './origin.ts';
import { openSegment, readSegment } from './segments.ts';

/** Milliseconds, or null. Reads journal and database: other processes count, too. */
export async function findOldestPending(
  engine: Engine,
  directory: string,
  finder = new RecordFinder(),
): Promise<number | null> {
  const names = [...listCountable(directory).keys()];
  const drained = await readOffsets(engine.db, directory, names);
  let oldest: number | null = null;
  for (const name of names) {
    // The drain reports unreadable segments.
    const fd = openSegment(directory, name, () => undefined);
    if (fd === null) continue;
    try {
      const time = await readFirstTime(name, fd, drained.get(name) ?? 0, finder);
      if (time !== null && (oldest === null || time < oldest)) oldest = time;
    } finally {
      closeSync(fd);
    }
  }
  return oldest;
}

async function readFirstTime(
  name: string,
  fd: number,
  offset: number,
  finder: RecordFinder,
): Promise<number | null> {
  const { size } = fstatSync(fd);
  const buffer = Buffer.alloc(RECORD_MAX);
  for (let at = offset; at !== -1 && at < size;) {
    const bytes = buffer.subarray(
      0,
      readSegment(fd, buffer, at, () => undefined),
    );
    const times: number[] = [];
    const end = decodeClicks(bytes, (_, start) => times.push(readTime(bytes, start)));
    if (times[0] !== undefined) return times[0];
    at = end > 0 ? at + end : await finder.find(name, fd, { from: at, size }, () => undefined);
  }
  return null;
}
