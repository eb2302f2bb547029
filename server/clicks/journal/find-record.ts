import { yieldToRequests } from '../../engine/yield-to-requests.ts';
import { readSegment } from './segments.ts';
import { checksum, findEnd, hasWholeTexts, RECORD_MAX, RECORD_MIN } from './record.ts';

const SCAN_BYTES = 256 * 1024;

export function findRecord(bytes: Buffer, from: number): number {
  for (let start = from; start + RECORD_MIN <= bytes.length; start += 1) {
    const end = findEnd(bytes, start);
    if (end === -1 || !hasWholeTexts(bytes, start, end)) continue;
    if (checksum(bytes, start, end) === bytes.readUInt32LE(start)) return start;
  }
  return -1;
}

/** Remembers the damage that it searched, and continues behind it. */
export class RecordFinder {
  readonly #buffer = Buffer.allocUnsafe(SCAN_BYTES);
  /** By segment: the start of its damage, and the byte up to which no whole record begins. */
  readonly #damage = new Map<string, { readonly from: number; readonly to: number }>();

  /** Searches the first `size` bytes. -1: a damaged end, or a record that is being written. */
  async find(
    name: string,
    fd: number,
    { from, size }: { from: number; size: number },
    onUnreadable: (error: unknown) => void,
  ): Promise<number> {
    const damage = this.#damage.get(name);
    let at = damage?.from === from ? damage.to : from + 1;
    for (;;) {
      const read = readSegment(fd, this.#buffer, at, onUnreadable);
      const bytes = this.#buffer.subarray(0, Math.max(0, Math.min(read, size - at)));
      const offset = findRecord(bytes, 0);
      if (offset !== -1) {
        this.#damage.delete(name);
        return at + offset;
      }
      at += Math.max(0, bytes.length - RECORD_MAX);
      if (bytes.length < SCAN_BYTES) break;
      await yieldToRequests();
    }
    this.#damage.set(name, { from, to: at });
    return -1;
  }
}
