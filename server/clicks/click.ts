import { crc32 } from 'node:zlib';
import { condenseQuery, QUERY_MAX } from '../stats/classify/campaign.ts';
import type { RecordedVisit } from '../stats/ingest/visit-reader.ts';

/** One visit that was answered with a redirect. */
export interface Click {
  readonly linkId: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** The visitor's address in its usual form; the record keeps its /24 (IPv4) or /48 (IPv6). */
  readonly address: string;
  /** Header values as sent, or null; the record keeps the start of each. */
  readonly referrer: string | null;
  readonly userAgent: string | null;
  readonly language: string | null;
  /** What stands behind `?` in the URL; of one over 512 bytes the record keeps the campaign. */
  readonly query?: string | null;
  /** What a trusted proxy says of the visitor's country; one that is too long is left out. */
  readonly country?: string | null;
  /** Whether the visitor asks not to be tracked. */
  readonly asksNotToBeTracked?: boolean;
}

/*
 * A record, little-endian:
 *   u32 CRC-32 (zlib) of all that follows · u16 length of all that follows the length
 *   u8 version · u8 flags · u48 link id · u48 time · then six texts of u16 length + bytes each:
 *   shortened address, referrer, user agent, language, query, country (bytes as they came; of a
 *   query that is too long what it says of a campaign).
 * Version 1 has no flags, query and country: in it the link id stands one byte earlier.
 */
const VERSION = 2;
/** The version of the one record that is no click: `origin.ts` says what it holds. */
export const ORIGIN_VERSION = 3;
/** More than that one ever has, in bytes. */
export const ORIGIN_MAX = 256;
export const HEAD_BYTES = 6;
/** Up to the texts; one more than in version 1. */
const FIXED_BYTES = HEAD_BYTES + 14;
/** The shortest record of any version, in bytes: it has no text. */
export const RECORD_MIN = HEAD_BYTES + 13 + 8;
const NOT_TRACKED = 1;
const REFERRER_MAX = 1024;
const USER_AGENT_MAX = 512;
const LANGUAGE_MAX = 64;
const COUNTRY_MAX = 8;
const ADDRESS_MAX = 39;

/** The longest record of any version, in bytes. */
export const RECORD_MAX =
  FIXED_BYTES +
  12 +
  REFERRER_MAX +
  USER_AGENT_MAX +
  LANGUAGE_MAX +
  QUERY_MAX +
  COUNTRY_MAX +
  ADDRESS_MAX;

/** Writes the record of a click at the start of `buffer`; returns its length in bytes. */
export function encodeClick(buffer: Buffer, click: Click): number {
  const { referrer, userAgent, language, query, country } = click;
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
  };
  const address = Buffer.from(shortenAddress(click.address), 'latin1');
  const bytes = Buffer.from(text, 'latin1');
  return encodeRawClick(buffer, 0, click.linkId, click.time, address, bytes, visit);
}

/** Where a text stands in bytes that came; both 0: it did not come. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What is recorded of a visit, where it stands in the bytes that came. */
export interface RawVisit {
  readonly referrer: ByteRange;
  readonly userAgent: ByteRange;
  readonly language: ByteRange;
  readonly query: ByteRange;
  readonly country: ByteRange;
  readonly asksNotToBeTracked: boolean;
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
  visit: RawVisit,
): number {
  buffer[start + HEAD_BYTES] = VERSION;
  buffer[start + HEAD_BYTES + 1] = visit.asksNotToBeTracked ? NOT_TRACKED : 0;
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
  buffer.writeUInt16LE(end - start - HEAD_BYTES, start + 4);
  buffer.writeUInt32LE(checksum(buffer, start, end), start);
  return end;
}

/** Writes six bytes; `writeUIntLE` takes several times as long for it. */
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

/** What a query says that is too long to be kept. */
function copyCampaign(buffer: Buffer, offset: number, bytes: Buffer, query: ByteRange): number {
  const text = bytes.toString('latin1', query.start, query.end);
  const campaign = Buffer.from(condenseQuery(text), 'latin1');
  return copyText(buffer, offset, campaign, 0, campaign.length, QUERY_MAX);
}

/** Where a record is copied to for its checksum, and views of its beginning by their lengths. */
const copied = Buffer.alloc(RECORD_MAX);
const views: (Buffer | undefined)[] = Array.from({ length: RECORD_MAX });

/** The checksum that the record between `start` and `end` should have. */
export function checksum(bytes: Buffer, start: number, end: number): number {
  const length = end - start - 4;
  if (length > RECORD_MAX) return crc32(bytes.subarray(start + 4, end));
  // To make a view of each record takes longer than to copy it.
  bytes.copy(copied, 0, start + 4, end);
  return crc32((views[length] ??= copied.subarray(0, length)));
}

/**
 * Where the whole records at the start of `bytes` end, after `visit` was told of each click: whose
 * it is, and where in `bytes` it stands. Of bytes that are known to be sound no checksum is looked at.
 */
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

/** Where a record that begins at `start` would end; -1 when none can begin there. */
export function findEnd(bytes: Buffer, start: number): number {
  if (start + RECORD_MIN > bytes.length || !isVersion(bytes[start + HEAD_BYTES]!)) return -1;
  const end = start + HEAD_BYTES + bytes.readUInt16LE(start + 4);
  return end < start + RECORD_MIN || end > bytes.length ? -1 : end;
}

function isVersion(byte: number): boolean {
  return byte === VERSION || byte === 1 || byte === ORIGIN_VERSION;
}

/** Tells whether a record may stand between two places, by the lengths of its texts. */
export function hasWholeTexts(bytes: Buffer, start: number, end: number): boolean {
  const version = bytes[start + HEAD_BYTES]!;
  if (version === ORIGIN_VERSION) return end - start <= ORIGIN_MAX;
  let at = startOfAddress(bytes, start);
  for (let text = version === 1 ? 4 : 6; text > 0; text -= 1) {
    if (at + 2 > end) return false;
    at += 2 + bytes[at]! + bytes[at + 1]! * 256;
  }
  return at === end;
}

/** Where the link id of a record stands: its version is also how far behind its head. */
function startOfFields(bytes: Buffer, start: number): number {
  return start + HEAD_BYTES + bytes[start + HEAD_BYTES]!;
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt16LE(offset + 4) * 2 ** 32;
}

function readLinkId(bytes: Buffer, start: number): number {
  return readNumber(bytes, startOfFields(bytes, start));
}

/** The time of the whole record at `start`, in milliseconds since 1970-01-01 UTC. */
export function readTime(bytes: Buffer, start: number): number {
  return readNumber(bytes, startOfFields(bytes, start) + 6);
}

/** Where the length of the address of a record stands, which its bytes follow. */
export function startOfAddress(bytes: Buffer, start: number): number {
  return startOfFields(bytes, start) + 12;
}

/** Gives the text between two places, or what stands for it. */
type TextReader<Text> = (bytes: Buffer, from: number, to: number) => Text;

/** A character for each byte. */
function readNewText(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

/** What the whole record at `start` keeps; `decodeClicks` tells where one stands. */
export function readClick(bytes: Buffer, start: number): RecordedVisit {
  return new ClickReader(readNewText, readNewText).read(bytes, start);
}

/**
 * Reads records one after the other, and says of the last one what it keeps: an object for each of
 * very many clicks would take memory, and keep the collector busy.
 */
export class ClickReader<Text, Address> implements RecordedVisit<Text, Address> {
  linkId = 0;
  time = 0;
  asksNotToBeTracked = false;
  address!: Address;
  referrer!: Text;
  userAgent!: Text;
  language!: Text;
  query!: Text;
  country!: Text;
  readonly #readText: TextReader<Text>;
  readonly #readAddress: TextReader<Address>;
  /** Where the last text ends that was read. */
  #end = 0;

  /** The readers give what is said of a text, and of an address. */
  constructor(readText: TextReader<Text>, readAddress: TextReader<Address>) {
    this.#readText = readText;
    this.#readAddress = readAddress;
  }

  /** Reads the whole record at `start`. */
  read(bytes: Buffer, start: number): this {
    const isFirstVersion = bytes[start + HEAD_BYTES] === 1;
    this.linkId = readLinkId(bytes, start);
    this.time = readTime(bytes, start);
    this.asksNotToBeTracked =
      !isFirstVersion && (bytes[start + HEAD_BYTES + 1]! & NOT_TRACKED) !== 0;
    const from = startOfAddress(bytes, start) + 2;
    this.#end = endOfText(bytes, from);
    // In the place of one that was wiped stand zeros.
    this.address = this.#readAddress(bytes, from, bytes[from] === 0 ? from : this.#end);
    this.referrer = this.#readNext(bytes);
    this.userAgent = this.#readNext(bytes);
    this.language = this.#readNext(bytes);
    this.query = isFirstVersion ? this.#readNothing(bytes) : this.#readNext(bytes);
    this.country = isFirstVersion ? this.#readNothing(bytes) : this.#readNext(bytes);
    return this;
  }

  #readNext(bytes: Buffer): Text {
    const from = this.#end + 2;
    this.#end = endOfText(bytes, from);
    return this.#readText(bytes, from, this.#end);
  }

  #readNothing(bytes: Buffer): Text {
    return this.#readText(bytes, this.#end, this.#end);
  }
}

/** Where a text ends whose length stands right before it. */
function endOfText(bytes: Buffer, start: number): number {
  return start + bytes[start - 2]! + bytes[start - 1]! * 256;
}

/**
 * Cuts an address in its usual form down to what is no longer one household: /24 of IPv4, /48 of
 * IPv6.
 */
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
