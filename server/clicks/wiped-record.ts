import {
  checksum,
  findEnd,
  hasWholeTexts,
  HEAD_BYTES,
  ORIGIN_VERSION,
  startOfAddress,
} from './click.ts';

/** Returns the record's end, or -1 when nothing is left to wipe. */
export function wipeAddress(bytes: Buffer, start: number): number {
  const from = startOfAddress(bytes, start) + 2;
  const to = from + bytes.readUInt16LE(from - 2);
  if (from === to || bytes[from] === 0) return -1;
  const end = findEnd(bytes, start);
  bytes.fill(0, from, to);
  bytes.writeUInt32LE(checksum(bytes, start, end), start);
  return end;
}

/** Completes a wipe that a kill cut off. Returns the record's end, or -1 without changes. */
export function completeWipe(bytes: Buffer, start: number): number {
  const end = findEnd(bytes, start);
  if (end === -1 || bytes[start + HEAD_BYTES] === ORIGIN_VERSION) return -1;
  if (!hasWholeTexts(bytes, start, end)) return -1;
  const from = startOfAddress(bytes, start) + 2;
  const to = from + bytes.readUInt16LE(from - 2);
  const address = Buffer.from(bytes.subarray(from, to));
  const found = bytes.readUInt32LE(start);
  const former = checksum(bytes, start, end);
  bytes.fill(0, from, to);
  const wiped = checksum(bytes, start, end);
  if (isMixture(found, wiped, former)) {
    bytes.writeUInt32LE(wiped, start);
    return end;
  }
  address.copy(bytes, from);
  return -1;
}

/** Whether a checksum consists of bytes of one, then bytes of another. */
function isMixture(found: number, first: number, second: number): boolean {
  // The first byte is the lowest.
  for (const mask of [0xff, 0xffff, 0xffffff, -1]) {
    if (((found ^ first) & mask) === 0 && ((found ^ second) & ~mask) === 0) return true;
  }
  return false;
}
