import { yieldToRequests } from '../engine/yield-to-requests.ts';
import { checksum, findEnd, hasWholeTexts, RECORD_MAX, RECORD_MIN } from './click.ts';
import { readSegment } from './segments.ts';

/** How much of a segment is looked through before requests get their turn, in bytes. */
const SCAN_BYTES = 256 * 1024;

/**
 * Where the first whole record at or behind `from` begins, or -1. The lengths of its texts are checked
 * before its checksum, since computing one checksum per byte would be slow on hostile bytes.
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
 * Finds records behind damage of any length. It remembers where there are none, and goes on from there
 * when something is appended.
 */
export class RecordFinder {
  readonly #buffer = Buffer.allocUnsafe(SCAN_BYTES);
  /** By segment: where its damage begins, and up to which byte no whole record begins in it. */
  readonly #damage = new Map<string, { readonly from: number; readonly to: number }>();

  /**
   * Finds the next whole record behind `from` in the first `size` bytes of a segment; no record may
   * begin at `from`. -1 means that the end is damaged, or that a record is still being written.
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
