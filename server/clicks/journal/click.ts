import { condenseQuery, QUERY_MAX } from '../../stats/classify/campaign.ts';
import {
  EMBEDDED,
  FIXED_BYTES,
  HAS_DOMAIN,
  HAS_TARGET,
  HEAD_BYTES,
  NOT_TRACKED,
  TEXT_MAX,
  VERSION,
  checksum,
} from './record.ts';

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
  end = copyText(buffer, end, address, 0, address.length, TEXT_MAX.address);
  end = copyText(buffer, end, bytes, referrer.start, referrer.end, TEXT_MAX.referrer);
  end = copyText(buffer, end, bytes, userAgent.start, userAgent.end, TEXT_MAX.userAgent);
  end = copyText(buffer, end, bytes, language.start, language.end, TEXT_MAX.language);
  end =
    query.end - query.start > QUERY_MAX
      ? copyCampaign(buffer, end, bytes, query)
      : copyText(buffer, end, bytes, query.start, query.end, QUERY_MAX);
  const countryEnd = country.end - country.start > TEXT_MAX.country ? country.start : country.end;
  end = copyText(buffer, end, bytes, country.start, countryEnd, TEXT_MAX.country);
  if (target !== '') end = writeText(buffer, end, target, TEXT_MAX.target);
  if (domain !== '') end = writeText(buffer, end, domain, TEXT_MAX.domain);
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

/** Shortens an address to a network of many households: /24 of IPv4, /48 of IPv6. */
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
