import { closeSync, readSync } from 'node:fs';
import { decodeClicks, findRecord } from './click.ts';
import { listSegments, openSegment } from './segments.ts';

const BATCH_BYTES = 256 * 1024;

/**
 * The largest link id in the journal, counted already or not; 0 when it is empty. Throws when a
 * segment cannot be read: the id might stand in it.
 */
export function findLastLinkId(directory: string): number {
  const buffer = Buffer.allocUnsafe(BATCH_BYTES);
  let last = 0;
  for (const name of listSegments(directory)) {
    const fd = openSegment(directory, name, refuse);
    if (fd === null) continue;
    try {
      for (let offset = 0; ;) {
        const bytes = buffer.subarray(0, readSync(fd, buffer, 0, BATCH_BYTES, offset));
        const end = decodeClicks(bytes, (linkId) => {
          last = Math.max(last, linkId);
        });
        // Damage is passed over, as the drain does.
        const step = end > 0 ? end : findRecord(bytes);
        if (step <= 0) break;
        offset += step;
      }
    } finally {
      closeSync(fd);
    }
  }
  return last;
}

function refuse(error: unknown): never {
  throw error;
}
