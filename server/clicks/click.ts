import { crc32 } from 'node:zlib';
import { condenseQuery, QUERY_MAX } from '../stats/classify/campaign.ts';
import type { RecordedVisit } from '../stats/ingest/visit-reader.ts';
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
}

/*
 * A record, little-endian: u32 CRC-32 (zlib) of the rest · u16 length of what follows it
 *   u8 version · u8 flags · u48 link id · u48 time · six texts of u16 length + bytes each:
 *   shortened address, referrer, user agent, language, query, country.
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

/** Returns the record's length in bytes. */
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
  const version = bytes[start + HEAD_BYTES]!;
  if (version === ORIGIN_VERSION) return end - start <= ORIGIN_MAX;
  let at = startOfAddress(bytes, start);
  for (let text = version === 1 ? 4 : 6; text > 0; text -= 1) {
    if (at + 2 > end) return false;
    at += 2 + bytes[at]! + bytes[at + 1]! * 256;
  }
  return at === end;
}

/** The link id stands as many bytes behind the head as the version says. */
function startOfFields(bytes: Buffer, start: number): number {
  return start + HEAD_BYTES + bytes[start + HEAD_BYTES]!;
}

function readNumber(bytes: Buffer, offset: number): number {
  return bytes.readUInt32LE(offset) + bytes.readUInt16LE(offset + 4) * 2 ** 32;
}

function readLinkId(bytes: Buffer, start: number): number {
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

type TextReader<Text> = (bytes: Buffer, from: number, to: number) => Text;

function readNewText(bytes: Buffer, from: number, to: number): string {
  return bytes.toString('latin1', from, to);
}

export function readClick(bytes: Buffer, start: number): RecordedVisit {
  return new ClickReader(readNewText, readNewText).read(bytes, start);
}

/** Reads into one object: an object per click would keep the garbage collector busy. */
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
  #end = 0;

  constructor(readText: TextReader<Text>, readAddress: TextReader<Address>) {
    this.#readText = readText;
    this.#readAddress = readAddress;
  }

  read(bytes: Buffer, start: number): this {
    const isFirstVersion = bytes[start + HEAD_BYTES] === 1;
    this.linkId = readLinkId(bytes, start);
    this.time = readTime(bytes, start);
    this.asksNotToBeTracked =
      !isFirstVersion && (bytes[start + HEAD_BYTES + 1]! & NOT_TRACKED) !== 0;
    const from = startOfAddress(bytes, start) + 2;
    this.#end = endOfText(bytes, from);
    // A wiped address is zeros.
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

/** The length of a text stands in the two bytes before it. */
function endOfText(bytes: Buffer, start: number): number {
  return start + bytes[start - 2]! + bytes[start - 1]! * 256;
}
