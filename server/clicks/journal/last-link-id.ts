import { fstatSync, readSync } from 'node:fs';
import { RecordFinder } from './find-record.ts';
import { listSegments, openSegment } from './segments.ts';
import { decodeClicks } from './record.ts';

const BATCH_BYTES = 256 * 1024;

/** The largest id, counted or not; 0 without one. Throws when a segment is unreadable. */
export async function findLastLinkId(directory: string): Promise<number> {
  const buffer = Buffer.allocUnsafe(BATCH_BYTES);
  const finder = new RecordFinder();
  let last = 0;
  for (const name of listSegments(directory)) {
    using file = openSegment(directory, name, throwError);
    if (file === null) continue;
    const { fd } = file;
    const { size } = fstatSync(fd);
    for (let offset = 0; offset !== -1;) {
      const bytes = buffer.subarray(0, readSync(fd, buffer, 0, BATCH_BYTES, offset));
      if (bytes.length === 0) break;
      const end = decodeClicks(bytes, (linkId) => {
        last = Math.max(last, linkId);
      });
      offset =
        end > 0 ? offset + end : await finder.find(name, fd, { from: offset, size }, throwError);
    }
  }
  return last;
}

function throwError(error: unknown): never {
  throw error;
}
