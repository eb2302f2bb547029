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
  readonly userAgent: Range;
  readonly referrer: Range;
  readonly language: Range;
  readonly forwardedFor: Range;
}

export function createPlainVisit(): PlainVisit {
  return {
    code: '',
    end: 0,
    isLast: false,
    userAgent: nowhere(),
    referrer: nowhere(),
    language: nowhere(),
    forwardedFor: nowhere(),
  };
}

function nowhere(): Range {
  return { start: 0, end: 0 };
}

const CODE_MAX = 64;
const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const COLON = 58;
const QUESTION_MARK = 63;

/** "HTTP" and "/1.1" as numbers of four bytes, the first byte lowest. */
const HTTP = 0x50545448;
const VERSION_1_1 = 0x312e312f;

const isCodeByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9_-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Reads a visit at `start` of what came, into `visit`. False for everything that is not plainly
 * one: another method or form of path, a head that is not whole, a body, an upgrade, a prefetch,
 * a header twice or over several lines. Such a request needs a whole HTTP server.
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
  if (bytes[at] === QUESTION_MARK) at = bytes.indexOf(SPACE, at);
  if (at === -1 || bytes[at] !== SPACE || at + 11 > bytes.length) return false;
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
  visit.isLast = false;
  let hosts = 0;
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
    switch (colon - at) {
      case 4:
        if (isNamed(bytes, at, 'host')) hosts += from < to ? 1 : 2;
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
        } else if (isNamed(bytes, at, 'upgrade') || isNamed(bytes, at, 'purpose')) return false;
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

/** Compares with a name in small letters, whatever the case of what came. */
function isNamed(bytes: Buffer, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i += 1) {
    if ((bytes[start + i]! | 32) !== name.charCodeAt(i)) return false;
  }
  return true;
}
