import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { checksum, findEnd, hasWholeTexts, RECORD_MAX, RECORD_MIN } from './click.ts';
import { readSegment } from './segments.ts';

/** How much of a segment is looked through before requests get their turn, in bytes. */
const SCAN_BYTES = 256 * 1024;

/**
 * Where the first whole record at or behind `from` begins, or -1. Its texts must add up before its
 * checksum is looked at, so that noise which was made to look like records takes no longer.
 */
export function findRecord(bytes: Buffer, from: number): number {
  for (let start = from; start + RECORD_MIN <= bytes.length; start += 1) {
    const end = findEnd(bytes, start);
    if (end === -1 || !hasWholeTexts(bytes, start, end)) continue;
    if (checksum(bytes, start, end) === bytes.readUInt32LE(start)) return start;
  }
  return -1;
}

/**
 * Finds records behind damage of any length, and remembers where there are none: what was looked
 * through once is not looked through again as long as nothing is appended to it.
 */
export class RecordFinder {
  readonly #buffer = Buffer.allocUnsafe(SCAN_BYTES);
  /** Segment → where damage begins, and up to where no whole record begins in it. */
  readonly #damage = new Map<string, { readonly from: number; readonly to: number }>();

  /**
   * Where the next whole record begins in the first `size` bytes of a segment, behind `from` where
   * none begins; -1 when there is none: then a record may be in the making, or the end is damaged.
   */
  async find(
    name: string,
    fd: number,
    { from, size }: { from: number; size: number },
    onUnreadable: (error: unknown) => void,
  ): Promise<number> {
    const known = this.#damage.get(name);
    let at = known?.from === from ? known.to : from + 1;
    for (;;) {
      const read = readSegment(fd, this.#buffer, at, onUnreadable);
      const bytes = this.#buffer.subarray(0, Math.max(0, Math.min(read, size - at)));
      const found = findRecord(bytes, 0);
      if (found !== -1) {
        this.#damage.delete(name);
        return at + found;
      }
      // One that begins in the last bytes may end behind them.
      at += Math.max(0, bytes.length - RECORD_MAX);
      if (bytes.length < SCAN_BYTES) break;
      await yieldToRequests();
    }
    this.#damage.set(name, { from, to: at });
    return -1;
  }
}
