/** Where a header's value stands in a request; both 0: it was not sent. */
export interface Range {
  start: number;
  end: number;
}

/** A visit to a code as it stands in the bytes that came, without anything unusual. */
export interface PlainVisit {
  /** The code as typed. */
  code: string;
  /** Where the request ends, and the next may begin. */
  end: number;
  /** Whether the visitor wants the connection to end with the answer. */
  isLast: boolean;
  /** Whether the visitor asks not to be tracked. */
  asksNotToBeTracked: boolean;
  /** What stands behind the question mark. */
  readonly query: Range;
  readonly userAgent: Range;
  readonly referrer: Range;
  readonly language: Range;
  readonly forwardedFor: Range;
  /** The header that may name the visitor's country. */
  readonly country: Range;
  /** What that header is called, in the form that bytes are compared in; '' when there is none. */
  readonly countryHeader: string;
}

/** A place for visits; the header that may name the visitor's country is given in small letters. */
export function createPlainVisit(countryHeader: string | null = null): PlainVisit {
  return {
    code: '',
    end: 0,
    isLast: false,
    asksNotToBeTracked: false,
    query: nowhere(),
    userAgent: nowhere(),
    referrer: nowhere(),
    language: nowhere(),
    forwardedFor: nowhere(),
    country: nowhere(),
    countryHeader: foldName(countryHeader ?? ''),
  };
}

function nowhere(): Range {
  return { start: 0, end: 0 };
}

/** A visit that stays as it is when the next one is read. */
export function copyPlainVisit(visit: PlainVisit): PlainVisit {
  return {
    ...visit,
    query: { ...visit.query },
    userAgent: { ...visit.userAgent },
    referrer: { ...visit.referrer },
    language: { ...visit.language },
    forwardedFor: { ...visit.forwardedFor },
    country: { ...visit.country },
  };
}

const CODE_MAX = 64;
const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const COMMA = 44;
const COLON = 58;
const QUESTION_MARK = 63;
const ZERO = 48;
const ONE = 49;
const NINE = 57;

/** "HTTP" and "/1.1" as numbers of four bytes, the first byte lowest. */
const HTTP = 0x50545448;
const VERSION_1_1 = 0x312e312f;

const isCodeByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

const isHostByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9._-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Bytes of a query that the HTTP server leaves as they came; others it refuses or rewrites. */
const isQueryByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[!$-&(-;=?-~]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Reads a visit at `start` of what came, into `visit`. False for everything that is not plainly
 * one: another method or form of path, a head that is not whole, a body, an upgrade, a prefetch,
 * a header twice or over several lines, a list of wishes. Such a request needs a whole HTTP server.
 */
export function readPlainVisit(bytes: Buffer, start: number, visit: PlainVisit): boolean {
  // "GET /"
  if (bytes[start] !== 71 || bytes[start + 1] !== 69 || bytes[start + 2] !== 84) return false;
  if (bytes[start + 3] !== SPACE || bytes[start + 4] !== 47) return false;
  const codeStart = start + 5;
  let at = codeStart;
  while (isCodeByte[bytes[at] ?? 0] === 1) at += 1;
  if (at === codeStart || at - codeStart > CODE_MAX) return false;
  visit.code = bytes.toString('latin1', codeStart, at);
  clear(visit.query);
  if (bytes[at] === QUESTION_MARK) {
    at += 1;
    visit.query.start = at;
    while (isQueryByte[bytes[at] ?? 0] === 1) at += 1;
    visit.query.end = at;
  }
  if (bytes[at] !== SPACE || at + 11 > bytes.length) return false;
  if (bytes.readUInt32LE(at + 1) !== HTTP || bytes.readUInt32LE(at + 5) !== VERSION_1_1)
    return false;
  if (bytes[at + 9] !== CR || bytes[at + 10] !== LF) return false;
  return readHeaders(bytes, at + 11, visit);
}

function readHeaders(bytes: Buffer, start: number, visit: PlainVisit): boolean {
  clear(visit.userAgent);
  clear(visit.referrer);
  clear(visit.language);
  clear(visit.forwardedFor);
  clear(visit.country);
  visit.isLast = false;
  const { countryHeader } = visit;
  const countryLength = countryHeader.length;
  let hosts = 0;
  // 0: not sent, 1: yes, 2: anything else.
  let doNotTrack = 0;
  let privacyControl = 0;
  let at = start;
  while (bytes[at] !== CR) {
    const lineEnd = bytes.indexOf(LF, at);
    if (lineEnd === -1 || bytes[lineEnd - 1] !== CR) return false;
    const colon = bytes.indexOf(COLON, at);
    // A name that begins or ends with a blank is not one.
    if (colon === -1 || colon > lineEnd || bytes[at]! <= SPACE || bytes[colon - 1]! <= SPACE)
      return false;
    let from = colon + 1;
    while (bytes[from] === SPACE || bytes[from] === TAB) from += 1;
    let to = lineEnd - 1;
    while (to > from && (bytes[to - 1] === SPACE || bytes[to - 1] === TAB)) to -= 1;
    if (colon - at === countryLength && isNamed(bytes, at, countryHeader)) {
      if (!keep(visit.country, from, to)) return false;
    }
    switch (colon - at) {
      case 3:
        if (isNamed(bytes, at, 'dnt')) {
          if (doNotTrack !== 0 || isList(bytes, from, to)) return false;
          doNotTrack = isOne(bytes, from, to) ? 1 : 2;
        }
        break;
      case 4:
        if (isNamed(bytes, at, 'host')) hosts += isPlainHost(bytes, from, to) ? 1 : 2;
        break;
      case 5:
        if (isNamed(bytes, at, 'x-moz')) return false;
        break;
      case 6:
        if (isNamed(bytes, at, 'expect')) return false;
        break;
      case 7:
        if (isNamed(bytes, at, 'referer')) {
          if (!keep(visit.referrer, from, to)) return false;
        } else if (isNamed(bytes, at, 'sec-gpc')) {
          if (privacyControl !== 0 || isList(bytes, from, to)) return false;
          privacyControl = isOne(bytes, from, to) ? 1 : 2;
        } else if (isNamed(bytes, at, 'upgrade') || isNamed(bytes, at, 'purpose')) return false;
        break;
      case 9:
        if (isNamed(bytes, at, 'x-purpose')) return false;
        break;
      case 10:
        if (isNamed(bytes, at, 'user-agent')) {
          if (!keep(visit.userAgent, from, to)) return false;
        } else if (isNamed(bytes, at, 'connection')) {
          if (isNamed(bytes, from, 'close') && to - from === 5) visit.isLast = true;
          else if (!isNamed(bytes, from, 'keep-alive') || to - from !== 10) return false;
        }
        break;
      case 11:
        if (isNamed(bytes, at, 'sec-purpose')) return false;
        break;
      case 14:
        if (isNamed(bytes, at, 'content-length')) return false;
        break;
      case 15:
        if (isNamed(bytes, at, 'accept-language')) {
          if (!keep(visit.language, from, to)) return false;
        } else if (isNamed(bytes, at, 'x-forwarded-for') && !keep(visit.forwardedFor, from, to)) {
          return false;
        }
        break;
      case 17:
        if (isNamed(bytes, at, 'transfer-encoding')) return false;
        break;
      default:
    }
    at = lineEnd + 1;
  }
  visit.asksNotToBeTracked = doNotTrack === 1 || privacyControl === 1;
  visit.end = at + 2;
  return hosts === 1 && bytes[at + 1] === LF;
}

function clear(range: Range): void {
  range.start = 0;
  range.end = 0;
}

/** False when the header was sent before. */
function keep(range: Range, start: number, end: number): boolean {
  if (range.start !== 0) return false;
  range.start = start;
  range.end = end;
  return true;
}

/** A name or IPv4 and perhaps a port; every other form of a host is looked at more closely. */
function isPlainHost(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && isHostByte[bytes[at]!] === 1) at += 1;
  if (at === start) return false;
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

/** A name as `isNamed` takes it: letters are small, and other bytes as they are there. */
function foldName(name: string): string {
  return String.fromCharCode(...Buffer.from(name, 'latin1').map((byte) => byte | 32));
}

/** Compares with a name in small letters, whatever the case of what came. */
function isNamed(bytes: Buffer, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i += 1) {
    if ((bytes[start + i]! | 32) !== name.charCodeAt(i)) return false;
  }
  return true;
}
