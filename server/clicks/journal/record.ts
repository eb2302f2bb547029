import { crc32 } from 'node:zlib';
import { VALUE_MAX } from '../../../contracts/stats/stats.constants.ts';
import { QUERY_MAX } from '../../stats/classify/campaign.ts';

/*
 * A record, little-endian: u32 CRC-32 (zlib) of the rest · u16 length of what follows it
 *   u8 version · u8 flags · u48 link id · u48 time · six texts of u16 length + bytes each:
 *   shortened address, referrer, user agent, language, query, country. With the flag HAS_TARGET the
 *   target follows, and with HAS_DOMAIN the domain.
 * Version 1 has no flags, query and country: its link id stands one byte earlier.
 */
export const VERSION = 2;
export const ORIGIN_VERSION = 3;
/** Bound of an origin record, in bytes. */
export const ORIGIN_MAX = 256;
export const HEAD_BYTES = 6;
export const FIXED_BYTES = HEAD_BYTES + 14;
/** The shortest record of any version, in bytes: all texts empty. */
export const RECORD_MIN = HEAD_BYTES + 13 + 8;
export const NOT_TRACKED = 1;
export const HAS_TARGET = 2;
export const HAS_DOMAIN = 4;
export const EMBEDDED = 8;

/** The longest texts that a record keeps, in bytes. */
export const TEXT_MAX = {
  address: 39,
  referrer: 1024,
  userAgent: 512,
  language: 64,
  query: QUERY_MAX,
  country: 8,
  target: VALUE_MAX,
  domain: VALUE_MAX,
} as const;

/** The longest record of any version, in bytes. */
export const RECORD_MAX =
  FIXED_BYTES + Object.values(TEXT_MAX).reduce((bytes, max) => bytes + 2 + max, 0);

const copied = Buffer.alloc(RECORD_MAX);
const views: (Buffer | undefined)[] = Array.from({ length: RECORD_MAX });

export function checksum(bytes: Buffer, start: number, end: number): number {
  const length = end - start - 4;
  if (length > RECORD_MAX) return crc32(bytes.subarray(start + 4, end));
  // Copying a record is faster than making a view of it.
  bytes.copy(copied, 0, start + 4, end);
  return crc32((views[length] ??= copied.subarray(0, length)));
}

export function decodeClicks(
  bytes: Buffer,
  visit: (linkId: number, start: number) => void,
  isChecked = false,
): number {
  let offset = 0;
  for (;;) {
    const end = findEnd(bytes, offset);
    if (end === -1) return offset;
    if (!isChecked && checksum(bytes, offset, end) !== bytes.readUInt32LE(offset)) return offset;
    if (bytes[offset + HEAD_BYTES] !== ORIGIN_VERSION) visit(readLinkId(bytes, offset), offset);
    offset = end;
  }
}

/** The end of a record, or -1 when none can begin there. */
export function findEnd(bytes: Buffer, start: number): number {
  if (start + RECORD_MIN > bytes.length || !isVersion(bytes[start + HEAD_BYTES]!)) return -1;
  const end = start + HEAD_BYTES + bytes.readUInt16LE(start + 4);
  return end < start + RECORD_MIN || end > bytes.length ? -1 : end;
}

function isVersion(byte: number): boolean {
  return byte === VERSION || byte === 1 || byte === ORIGIN_VERSION;
}

export function hasWholeTexts(bytes: Buffer, start: number, end: number): boolean {
  if (bytes[start + HEAD_BYTES] === ORIGIN_VERSION) return end - start <= ORIGIN_MAX;
  let at = startOfAddress(bytes, start);
  for (let left = countTexts(bytes, start); left > 0; left -= 1) {
    if (at + 2 > end) return false;
    at += 2 + bytes[at]! + bytes[at + 1]! * 256;
  }
  return at === end;
}

function countTexts(bytes: Buffer, start: number): number {
  if (bytes[start + HEAD_BYTES] === 1) return 4;
  return 6 + Number(hasFlag(bytes, start, HAS_TARGET)) + Number(hasFlag(bytes, start, HAS_DOMAIN));
}

export function hasFlag(bytes: Buffer, start: number, flag: number): boolean {
  return bytes[start + HEAD_BYTES] === VERSION && (bytes[start + HEAD_BYTES + 1]! & flag) !== 0;
}

function startOfFields(bytes: Buffer, start: number): number {
  return start + HEAD_BYTES + bytes[start + HEAD_BYTES]!;
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt16LE(offset + 4) * 2 ** 32;
}

export function readLinkId(bytes: Buffer, start: number): number {
  return readNumber(bytes, startOfFields(bytes, start));
}

export function readTime(bytes: Buffer, start: number): number {
  return readNumber(bytes, startOfFields(bytes, start) + 6);
}

/** The position of the address's length; the address follows it. */
export function startOfAddress(bytes: Buffer, start: number): number {
  return startOfFields(bytes, start) + 12;
}
