import { HOST_MAX, TARGET_MAX } from './request-line.ts';
import { HEAD_MAX } from './request-head.ts';

/** The position of a header's value; both 0 = not sent. */
export interface Range {
  start: number;
  end: number;
}

/** A visit that the fast path can answer, as positions in the received bytes. */
export interface FastVisit {
  /** With several segments, it begins with a slash. */
  code: string;
  end: number;
  isLast: boolean;
  asksNotToBeTracked: boolean;
  isEmbedded: boolean;
  readonly query: Range;
  readonly userAgent: Range;
  readonly referrer: Range;
  readonly language: Range;
  readonly forwardedFor: Range;
  readonly country: Range;
  /** As sent: a name or IPv4 with an optional port. */
  readonly host: Range;
  /** Folded for comparison with bytes; '' = none. */
  readonly countryHeader: string;
}

/** `countryHeader` is in lower case. */
export function createFastVisit(countryHeader: string | null = null): FastVisit {
  return {
    code: '',
    end: 0,
    isLast: false,
    asksNotToBeTracked: false,
    isEmbedded: false,
    query: createEmptyRange(),
    userAgent: createEmptyRange(),
    referrer: createEmptyRange(),
    language: createEmptyRange(),
    forwardedFor: createEmptyRange(),
    country: createEmptyRange(),
    host: createEmptyRange(),
    countryHeader: foldName(countryHeader ?? ''),
  };
}

function createEmptyRange(): Range {
  return { start: 0, end: 0 };
}

/** `visit` is overwritten by the next one; the copy is not. */
export function copyFastVisit(visit: FastVisit): FastVisit {
  return {
    ...visit,
    query: { ...visit.query },
    userAgent: { ...visit.userAgent },
    referrer: { ...visit.referrer },
    language: { ...visit.language },
    forwardedFor: { ...visit.forwardedFor },
    country: { ...visit.country },
    host: { ...visit.host },
  };
}

const CODE_MAX = 64;
const SEGMENTS_MAX = 255; // characters of all segments, with slashes
const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const COMMA = 44;
const SLASH = 47;
const COLON = 58;
const QUESTION_MARK = 63;
const ZERO = 48;
const ONE = 49;
const NINE = 57;
const SMALL_A = 97;
const SMALL_Z = 122;

const HTTP = 0x50545448;
const VERSION_1_1 = 0x312e312f;

const isCodeByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const isHostByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9._-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** The HTTP server refuses or rewrites other bytes. */
const isQueryByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[!$-&(-;=?-~]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Parses a visit into `visit`. Returns false for anything unusual: other methods or paths,
 * incomplete heads, bodies, upgrades, prefetches, repeated or folded headers. The HTTP server
 * handles these.
 */
export function parseFastVisit(bytes: Buffer, start: number, visit: FastVisit): boolean {
  if (bytes[start] !== 71 || bytes[start + 1] !== 69 || bytes[start + 2] !== 84) return false;
  if (bytes[start + 3] !== SPACE || bytes[start + 4] !== 47) return false;
  const codeStart = start + 5;
  let at = codeStart;
  while (isCodeByte[bytes[at] ?? 0] === 1) at += 1;
  if (at === codeStart || at - codeStart > CODE_MAX) return false;
  const isDeep = bytes[at] === SLASH;
  if (isDeep && at - codeStart === 3 && isNamed(bytes, codeStart, 'api')) return false;
  if (isDeep) at = findSegmentsEnd(bytes, at, codeStart + SEGMENTS_MAX);
  if (at === -1) return false;
  visit.code = bytes.toString('latin1', isDeep ? codeStart - 1 : codeStart, at);
  clear(visit.query);
  if (bytes[at] === QUESTION_MARK) {
    at += 1;
    visit.query.start = at;
    while (isQueryByte[bytes[at] ?? 0] === 1) at += 1;
    visit.query.end = at;
    if (at - codeStart >= TARGET_MAX) return false;
  }
  if (bytes[at] !== SPACE || at + 11 > bytes.length) return false;
  if (bytes.readUInt32LE(at + 1) !== HTTP || bytes.readUInt32LE(at + 5) !== VERSION_1_1)
    return false;
  if (bytes[at + 9] !== CR || bytes[at + 10] !== LF) return false;
  return readHeaders(bytes, at + 11, visit) && visit.end - start <= HEAD_MAX;
}

function findSegmentsEnd(bytes: Buffer, slash: number, max: number): number {
  let at = slash;
  while (bytes[at] === SLASH) {
    at += 1;
    const start = at;
    while (isCodeByte[bytes[at] ?? 0] === 1) at += 1;
    if (at === start || at > max) return -1;
  }
  return at;
}

const HOST = 1;
const DO_NOT_TRACK_SENT = 2;
const PRIVACY_CONTROL_SENT = 4;
const NOT_TRACKED = 8;
const DESTINATION_SENT = 16;
const EMBEDDED = 32;
const UNUSUAL = -1;

function readHeaders(bytes: Buffer, start: number, visit: FastVisit): boolean {
  clear(visit.userAgent);
  clear(visit.referrer);
  clear(visit.language);
  clear(visit.forwardedFor);
  clear(visit.country);
  visit.isLast = false;
  const { countryHeader } = visit;
  const countryLength = countryHeader.length;
  let sent = 0;
  let at = start;
  while (bytes[at] !== CR) {
    const lineEnd = bytes.indexOf(LF, at);
    if (lineEnd === -1 || bytes[lineEnd - 1] !== CR) return false;
    const colon = bytes.indexOf(COLON, at);
    if (colon === -1 || colon > lineEnd || bytes[at]! <= SPACE || bytes[colon - 1]! <= SPACE)
      return false;
    let from = colon + 1;
    while (bytes[from] === SPACE || bytes[from] === TAB) from += 1;
    let to = lineEnd - 1;
    while (to > from && (bytes[to - 1] === SPACE || bytes[to - 1] === TAB)) to -= 1;
    if (colon - at === countryLength && isNamed(bytes, at, countryHeader)) {
      if (!keep(visit.country, from, to)) return false;
    }
    sent = readHeader(bytes, at, colon - at, from, to, visit, sent);
    if (sent === UNUSUAL) return false;
    at = lineEnd + 1;
  }
  visit.asksNotToBeTracked = (sent & NOT_TRACKED) !== 0;
  visit.isEmbedded = (sent & EMBEDDED) !== 0;
  visit.end = at + 2;
  return (sent & HOST) !== 0 && bytes[at + 1] === LF;
}

function readHeader(
  bytes: Buffer,
  at: number,
  length: number,
  from: number,
  to: number,
  visit: FastVisit,
  sent: number,
): number {
  switch (length) {
    case 3:
      if (!isNamed(bytes, at, 'dnt')) return sent;
      return readFlag(bytes, from, to, sent, DO_NOT_TRACK_SENT);
    case 4:
      if (!isNamed(bytes, at, 'host')) return sent;
      if ((sent & HOST) !== 0 || !isSimpleHost(bytes, from, to)) return UNUSUAL;
      visit.host.start = from;
      visit.host.end = to;
      return sent | HOST;
    case 5:
      return isNamed(bytes, at, 'x-moz') ? UNUSUAL : sent;
    case 6:
      return isNamed(bytes, at, 'expect') ? UNUSUAL : sent;
    case 7:
      if (isNamed(bytes, at, 'referer')) return keep(visit.referrer, from, to) ? sent : UNUSUAL;
      if (isNamed(bytes, at, 'sec-gpc'))
        return readFlag(bytes, from, to, sent, PRIVACY_CONTROL_SENT);
      return isNamed(bytes, at, 'upgrade') || isNamed(bytes, at, 'purpose') ? UNUSUAL : sent;
    case 9:
      return isNamed(bytes, at, 'x-purpose') ? UNUSUAL : sent;
    case 10:
      if (isNamed(bytes, at, 'user-agent')) return keep(visit.userAgent, from, to) ? sent : UNUSUAL;
      if (!isNamed(bytes, at, 'connection')) return sent;
      if (to - from === 5 && isNamed(bytes, from, 'close')) visit.isLast = true;
      else if (to - from !== 10 || !isNamed(bytes, from, 'keep-alive')) return UNUSUAL;
      return sent;
    case 11:
      return isNamed(bytes, at, 'sec-purpose') ? UNUSUAL : sent;
    case 14:
      if (isNamed(bytes, at, 'content-length')) return UNUSUAL;
      return isNamed(bytes, at, 'sec-fetch-dest') ? readDestination(bytes, from, to, sent) : sent;
    case 15:
      if (isNamed(bytes, at, 'accept-language'))
        return keep(visit.language, from, to) ? sent : UNUSUAL;
      if (!isNamed(bytes, at, 'x-forwarded-for')) return sent;
      return keep(visit.forwardedFor, from, to) ? sent : UNUSUAL;
    case 17:
      return isNamed(bytes, at, 'transfer-encoding') ? UNUSUAL : sent;
    default:
      return sent;
  }
}

/** Reads a header with one value, 1 for yes; `flag` marks it as sent. */
function readFlag(bytes: Buffer, from: number, to: number, sent: number, flag: number): number {
  if ((sent & flag) !== 0 || isList(bytes, from, to)) return UNUSUAL;
  return sent | flag | (isOne(bytes, from, to) ? NOT_TRACKED : 0);
}

function readDestination(bytes: Buffer, from: number, to: number, sent: number): number {
  if ((sent & DESTINATION_SENT) !== 0) return UNUSUAL;
  for (let at = from; at < to; at += 1) if (!isLetter(bytes[at]! | 32)) return UNUSUAL;
  const length = to - from;
  const isVisit =
    length === 0 ||
    (length === 8 && isNamed(bytes, from, 'document')) ||
    (length === 5 && isNamed(bytes, from, 'empty'));
  return sent | DESTINATION_SENT | (isVisit ? 0 : EMBEDDED);
}

function isLetter(byte: number): boolean {
  return byte >= SMALL_A && byte <= SMALL_Z;
}

function clear(range: Range): void {
  range.start = 0;
  range.end = 0;
}

function keep(range: Range, start: number, end: number): boolean {
  if (range.start !== 0) return false;
  range.start = start;
  range.end = end;
  return true;
}

/** Only a name or IPv4 with an optional port: the HTTP server checks other hosts. */
function isSimpleHost(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && isHostByte[bytes[at]!] === 1) at += 1;
  if (at === start || end - start > HOST_MAX) return false;
  if (at < end && bytes[at] === COLON) at += 1;
  while (at < end && bytes[at]! >= ZERO && bytes[at]! <= NINE) at += 1;
  return at === end;
}

function isOne(bytes: Buffer, start: number, end: number): boolean {
  return end - start === 1 && bytes[start] === ONE;
}

function isList(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= 1) return false;
  const comma = bytes.indexOf(COMMA, start);
  return comma !== -1 && comma < end;
}

function foldName(name: string): string {
  return String.fromCharCode(...Buffer.from(name, 'latin1').map((byte) => byte | 32));
}

function isNamed(bytes: Buffer, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i += 1) {
    if ((bytes[start + i]! | 32) !== name.charCodeAt(i)) return false;
  }
  return true;
}
