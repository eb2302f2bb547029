import { crc32 } from 'node:zlib';
import { VALUE_MAX } from '../../contracts/stats.constants.ts';
import { condenseQuery, QUERY_MAX } from '../stats/classify/campaign.ts';
import { shortenAddress } from './shorten-address.ts';

export interface Click {
  readonly linkId: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** The full address; the record keeps its /24 (IPv4) or /48 (IPv6). */
  readonly address: string;
  /** Header values as sent, or null; the record keeps the start of each. */
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly language: string | null;
  /** The URL behind `?`; above 512 bytes the record keeps only the campaign. */
  readonly query?: string | null;
  /** The country that a trusted proxy names; a value that is too long is dropped. */
  readonly country?: string | null;
  readonly asksNotToBeTracked?: boolean;
  readonly isEmbedded?: boolean;
  /** Where the rules of the link led, in ASCII; omitted or '' = the link has none. */
  readonly target?: string;
  /** The host of the link, in ASCII; omitted or '' = the main domain. */
  readonly domain?: string;
}

/*
 * A record, little-endian: u32 CRC-32 (zlib) of the rest · u16 length of what follows it
 *   u8 version · u8 flags · u48 link id · u48 time · six texts of u16 length + bytes each:
 *   shortened address, referrer, user agent, language, query, country. With the flag HAS_TARGET the
 *   target follows, and with HAS_DOMAIN the domain.
 * Version 1 has no flags, query and country: its link id stands one byte earlier.
 */
const VERSION = 2;
/** The version of the origin record, which is no click: see `origin.ts`. */
export const ORIGIN_VERSION = 3;
/** Bound of an origin record, in bytes. */
export const ORIGIN_MAX = 256;
export const HEAD_BYTES = 6;
const FIXED_BYTES = HEAD_BYTES + 14;
/** The shortest record of any version, in bytes: all texts empty. */
export const RECORD_MIN = HEAD_BYTES + 13 + 8;
export const NOT_TRACKED = 1;
export const HAS_TARGET = 2;
export const HAS_DOMAIN = 4;
export const EMBEDDED = 8;
const REFERRER_MAX = 1024;
const USER_AGENT_MAX = 512;
const LANGUAGE_MAX = 64;
const COUNTRY_MAX = 8;
const ADDRESS_MAX = 39;
const TARGET_MAX = VALUE_MAX;
const DOMAIN_MAX = VALUE_MAX;

/** The longest record of any version, in bytes. */
export const RECORD_MAX =
  FIXED_BYTES +
  16 +
  REFERRER_MAX +
  USER_AGENT_MAX +
  LANGUAGE_MAX +
  QUERY_MAX +
  COUNTRY_MAX +
  ADDRESS_MAX +
  TARGET_MAX +
  DOMAIN_MAX;

/** Returns the record's length in bytes. */
export function encodeClick(buffer: Buffer, click: Click): number {
  const { referrer, userAgent, language, query, country, target, domain } = click;
  let text = '';
  const add = (part: string | null | undefined): ByteRange => {
    const start = text.length;
    text += part ?? '';
    return { start, end: text.length };
  };
  const visit: RawVisit = {
    referrer: add(referrer),
    userAgent: add(userAgent),
    language: add(language),
    query: add(query),
    country: add(country),
    asksNotToBeTracked: click.asksNotToBeTracked === true,
    isEmbedded: click.isEmbedded === true,
  };
  const address = Buffer.from(shortenAddress(click.address), 'latin1');
  const bytes = Buffer.from(text, 'latin1');
  return encodeRawClick(buffer, 0, click.linkId, click.time, address, bytes, visit, target, domain);
}

/** The position of a text in a request's bytes; both 0 when it is absent. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface RawVisit {
  readonly referrer: ByteRange;
  readonly userAgent: ByteRange;
  readonly language: ByteRange;
  readonly query: ByteRange;
  readonly country: ByteRange;
  readonly asksNotToBeTracked: boolean;
  readonly isEmbedded: boolean;
}

/** Copies texts from `bytes`; `address` is already shortened. Returns the record's end. */
export function encodeRawClick(
  buffer: Buffer,
  start: number,
  linkId: number,
  time: number,
  address: Buffer,
  bytes: Buffer,
  visit: RawVisit,
  target = '',
  domain = '',
): number {
  buffer[start + HEAD_BYTES] = VERSION;
  buffer[start + HEAD_BYTES + 1] =
    (visit.asksNotToBeTracked ? NOT_TRACKED : 0) |
    (visit.isEmbedded ? EMBEDDED : 0) |
    (target === '' ? 0 : HAS_TARGET) |
    (domain === '' ? 0 : HAS_DOMAIN);
  writeNumber(buffer, start + HEAD_BYTES + 2, linkId);
  writeNumber(buffer, start + HEAD_BYTES + 8, time);
  const { referrer, userAgent, language, query, country } = visit;
  let end = start + FIXED_BYTES;
  end = copyText(buffer, end, address, 0, address.length, ADDRESS_MAX);
  end = copyText(buffer, end, bytes, referrer.start, referrer.end, REFERRER_MAX);
  end = copyText(buffer, end, bytes, userAgent.start, userAgent.end, USER_AGENT_MAX);
  end = copyText(buffer, end, bytes, language.start, language.end, LANGUAGE_MAX);
  end =
    query.end - query.start > QUERY_MAX
      ? copyCampaign(buffer, end, bytes, query)
      : copyText(buffer, end, bytes, query.start, query.end, QUERY_MAX);
  const countryEnd = country.end - country.start > COUNTRY_MAX ? country.start : country.end;
  end = copyText(buffer, end, bytes, country.start, countryEnd, COUNTRY_MAX);
  if (target !== '') end = writeText(buffer, end, target, TARGET_MAX);
  if (domain !== '') end = writeText(buffer, end, domain, DOMAIN_MAX);
  buffer.writeUInt16LE(end - start - HEAD_BYTES, start + 4);
  buffer.writeUInt32LE(checksum(buffer, start, end), start);
  return end;
}

/** Writes six bytes; `writeUIntLE` is several times slower. */
function writeNumber(buffer: Buffer, offset: number, number: number): void {
  const high = Math.floor(number / 2 ** 32);
  buffer[offset] = number;
  buffer[offset + 1] = number >>> 8;
  buffer[offset + 2] = number >>> 16;
  buffer[offset + 3] = number >>> 24;
  buffer[offset + 4] = high;
  buffer[offset + 5] = high >>> 8;
}

function copyText(
  buffer: Buffer,
  offset: number,
  bytes: Buffer,
  start: number,
  end: number,
  max: number,
): number {
  const length = Math.min(end - start, max);
  buffer[offset] = length & 255;
  buffer[offset + 1] = length >> 8;
  if (length > 0) bytes.copy(buffer, offset + 2, start, start + length);
  return offset + 2 + length;
}

function writeText(buffer: Buffer, offset: number, text: string, max: number): number {
  const length = buffer.write(text, offset + 2, max, 'latin1');
  buffer[offset] = length & 255;
  buffer[offset + 1] = length >> 8;
  return offset + 2 + length;
}

function copyCampaign(buffer: Buffer, offset: number, bytes: Buffer, query: ByteRange): number {
  const text = bytes.toString('latin1', query.start, query.end);
  const campaign = Buffer.from(condenseQuery(text), 'latin1');
  return copyText(buffer, offset, campaign, 0, campaign.length, QUERY_MAX);
}

/** A buffer for checksums, and views of its beginning by length. */
const copied = Buffer.alloc(RECORD_MAX);
const views: (Buffer | undefined)[] = Array.from({ length: RECORD_MAX });

export function checksum(bytes: Buffer, start: number, end: number): number {
  const length = end - start - 4;
  if (length > RECORD_MAX) return crc32(bytes.subarray(start + 4, end));
  // Copying a record is faster than making a view of it.
  bytes.copy(copied, 0, start + 4, end);
  return crc32((views[length] ??= copied.subarray(0, length)));
}

/** Returns the end of the whole records. `areSound` skips checksums. */
export function decodeClicks(
  bytes: Buffer,
  visit: (linkId: number, start: number) => void,
  areSound = false,
): number {
  let offset = 0;
  for (;;) {
    const end = findEnd(bytes, offset);
    if (end === -1) return offset;
    if (!areSound && checksum(bytes, offset, end) !== bytes.readUInt32LE(offset)) return offset;
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

/** Whether the lengths of a record's texts add up to its end. */
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
  const isThere = (flag: number) => (hasFlag(bytes, start, flag) ? 1 : 0);
  return 6 + isThere(HAS_TARGET) + isThere(HAS_DOMAIN);
}

/** Version 1 has no flags. */
export function hasFlag(bytes: Buffer, start: number, flag: number): boolean {
  return bytes[start + HEAD_BYTES] === VERSION && (bytes[start + HEAD_BYTES + 1]! & flag) !== 0;
}

/** The link id stands as many bytes behind the head as the version says. */
function startOfFields(bytes: Buffer, start: number): number {
  return start + HEAD_BYTES + bytes[start + HEAD_BYTES]!;
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt16LE(offset + 4) * 2 ** 32;
}

export function readLinkId(bytes: Buffer, start: number): number {
  return readNumber(bytes, startOfFields(bytes, start));
}

/** Milliseconds since 1970-01-01 UTC. */
export function readTime(bytes: Buffer, start: number): number {
  return readNumber(bytes, startOfFields(bytes, start) + 6);
}

/** The position of the address's length; the address follows it. */
export function startOfAddress(bytes: Buffer, start: number): number {
  return startOfFields(bytes, start) + 12;
}
