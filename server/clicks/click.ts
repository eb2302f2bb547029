import { crc32 } from 'node:zlib';

/** One visit that was answered with a redirect. */
export interface Click {
  readonly linkId: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** The visitor's address; the record keeps its /24 (IPv4) or /48 (IPv6). */
  readonly address: string;
  /** Header values as sent, or null; the record keeps the start of each. */
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly language: string | null;
}

/*
 * A record, little-endian:
 *   u32 CRC-32 (zlib) of all that follows · u16 length of all that follows the length
 *   u8 version · u48 link id · u48 time · then four texts of u16 length + bytes each:
 *   shortened address, referrer, user agent, language (header bytes as they came).
 */
const VERSION = 1;
const HEAD_BYTES = 6;
const FIXED_BYTES = HEAD_BYTES + 13;
const REFERRER_MAX = 1024;
const USER_AGENT_MAX = 512;
const LANGUAGE_MAX = 64;
const ADDRESS_MAX = 39;

/** The longest record, in bytes. */
export const RECORD_MAX =
  FIXED_BYTES + 8 + REFERRER_MAX + USER_AGENT_MAX + LANGUAGE_MAX + ADDRESS_MAX;

/** Writes the record of a click at the start of `buffer`; returns its length in bytes. */
export function encodeClick(buffer: Buffer, click: Click): number {
  const referrer = click.referrer ?? '';
  const userAgent = click.userAgent ?? '';
  const bytes = Buffer.from(referrer + userAgent + (click.language ?? ''), 'latin1');
  const agentStart = referrer.length;
  const languageStart = agentStart + userAgent.length;
  const address = Buffer.from(shortenAddress(click.address), 'latin1');
  return encodeRawClick(buffer, 0, click.linkId, click.time, address, bytes, {
    referrer: { start: 0, end: agentStart },
    userAgent: { start: agentStart, end: languageStart },
    language: { start: languageStart, end: bytes.length },
  });
}

/** Where a text stands in bytes that came; both 0: it did not come. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The headers of a visit, as they stand in the bytes that came. */
export interface RawHeaders {
  readonly referrer: ByteRange;
  readonly userAgent: ByteRange;
  readonly language: ByteRange;
}

/**
 * Writes the record of a click at `start` of `buffer`, its texts copied from `bytes` and its
 * address already shortened; returns where it ends.
 */
export function encodeRawClick(
  buffer: Buffer,
  start: number,
  linkId: number,
  time: number,
  address: Buffer,
  bytes: Buffer,
  headers: RawHeaders,
): number {
  buffer[start + HEAD_BYTES] = VERSION;
  buffer.writeUIntLE(linkId, start + HEAD_BYTES + 1, 6);
  buffer.writeUIntLE(time, start + HEAD_BYTES + 7, 6);
  let end = start + FIXED_BYTES;
  end = copyText(buffer, end, address, { start: 0, end: address.length }, ADDRESS_MAX);
  end = copyText(buffer, end, bytes, headers.referrer, REFERRER_MAX);
  end = copyText(buffer, end, bytes, headers.userAgent, USER_AGENT_MAX);
  end = copyText(buffer, end, bytes, headers.language, LANGUAGE_MAX);
  buffer.writeUInt16LE(end - start - HEAD_BYTES, start + 4);
  buffer.writeUInt32LE(crc32(buffer.subarray(start + 4, end)), start);
  return end;
}

function copyText(
  buffer: Buffer,
  offset: number,
  bytes: Buffer,
  range: ByteRange,
  max: number,
): number {
  const length = Math.min(range.end - range.start, max);
  buffer[offset] = length & 255;
  buffer[offset + 1] = length >> 8;
  if (length > 0) bytes.copy(buffer, offset + 2, range.start, range.start + length);
  return offset + 2 + length;
}

/** Where the whole records at the start of `bytes` end, after `visit` was told of each. */
export function decodeClicks(bytes: Buffer, visit: (linkId: number) => void): number {
  let offset = 0;
  while (offset + FIXED_BYTES <= bytes.length) {
    const end = offset + HEAD_BYTES + bytes.readUInt16LE(offset + 4);
    if (end < offset + FIXED_BYTES || end > bytes.length) break;
    if (crc32(bytes.subarray(offset + 4, end)) !== bytes.readUInt32LE(offset)) break;
    if (bytes[offset + HEAD_BYTES] !== VERSION) break;
    visit(bytes.readUIntLE(offset + HEAD_BYTES + 1, 6));
    offset = end;
  }
  return offset;
}

/**
 * Where the next whole record begins behind damage at the start of `bytes`, or -1. Only a writer
 * that went on afterwards leaves one there: a record in the making has nothing behind it.
 */
export function findRecord(bytes: Buffer): number {
  for (let start = 1; start + FIXED_BYTES <= bytes.length; start += 1) {
    if (bytes[start + HEAD_BYTES] !== VERSION) continue;
    let found = false;
    const record = bytes.subarray(start, start + RECORD_MAX);
    decodeClicks(record, () => {
      found = true;
    });
    if (found) return start;
  }
  return -1;
}

/**
 * The time of the first whole record in `bytes`, in milliseconds since 1970-01-01 UTC; damage
 * before it is passed over. Null when there is none.
 */
export function readFirstTime(bytes: Buffer): number | null {
  const first = bytes.subarray(0, RECORD_MAX);
  const start = decodeClicks(first, () => undefined) > 0 ? 0 : findRecord(bytes);
  return start === -1 ? null : bytes.readUIntLE(start + HEAD_BYTES + 7, 6);
}

/** Cuts an address down to what is no longer one household: /24 of IPv4, /48 of IPv6. */
export function shortenAddress(address: string): string {
  const lastDot = address.lastIndexOf('.');
  if (lastDot !== -1) return address.slice(address.lastIndexOf(':') + 1, lastDot);
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const missing = 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
    for (let index = 0; index < missing; index += 1) groups.push('0');
    if (tail !== '') groups.push(...tail.split(':'));
  }
  return `${groups.slice(0, 3).join(':')}::`;
}
