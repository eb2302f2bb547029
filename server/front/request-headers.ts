import { type Fault, isHost } from './request-line.ts';

/** Bun's server takes 198. */
const HEADERS_MAX = 180;

const SPACE = 32;
const TAB = 9;
const COLON = 58;
const DELETE = 127;

const isTokenByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[!#$%&'*+.^_`|~\dA-Za-z-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** Most other headers are skipped by this check. */
const nameLengths: ReadonlySet<number> = new Set(
  ['host', 'expect', 'content-length', 'transfer-encoding'].map((name) => name.length),
);

const LENGTH = /^\d{1,15}$/;
const CONTINUE = '100-continue';

export class RequestHeaders {
  readonly #isVersion10: boolean;
  #count = 0;
  #hosts = 0;
  #length: number | null = null;
  #isChunked = false;

  constructor(isVersion10: boolean) {
    this.#isVersion10 = isVersion10;
  }

  get body(): number | 'chunked' {
    return this.#isChunked ? 'chunked' : (this.#length ?? 0);
  }

  /** `line` has no line end. Normalizes `Expect` for Bun. */
  read(bytes: Buffer, start: number, end: number): Fault | null {
    this.#count += 1;
    if (this.#count > HEADERS_MAX) {
      return { status: 431, field: 'head', reason: `There are more than ${HEADERS_MAX} headers.` };
    }
    let colon = start;
    while (colon < end && isTokenByte[bytes[colon]!] === 1) colon += 1;
    if (colon === start || bytes[colon] !== COLON) {
      return bad(
        'head',
        'Each header line must be a name, immediately followed by a colon, and a value.',
      );
    }
    for (let at = colon + 1; at < end; at += 1) {
      const byte = bytes[at]!;
      if ((byte < SPACE && byte !== TAB) || byte === DELETE) {
        return bad('head', 'Header values must not contain control characters.');
      }
    }
    if (!nameLengths.has(colon - start)) return null;
    const value = bytes.toString('latin1', colon + 1, end).trim();
    switch (bytes.toString('latin1', start, colon).toLowerCase()) {
      case 'host':
        return this.#readHost(value);
      case 'content-length':
        return this.#readLength(value);
      case 'transfer-encoding':
        return this.#readCoding(value);
      case 'expect':
        return this.#readExpectation(value, bytes, colon + 1, end);
      default:
        return null;
    }
  }

  findFault(): Fault | null {
    if (this.#hosts === 0 && !this.#isVersion10) return bad('Host', 'Host is missing.');
    return this.#isChunked && this.#length !== null
      ? bad('Content-Length', 'Content-Length and Transfer-Encoding must not be sent together.')
      : null;
  }

  #readHost(value: string): Fault | null {
    this.#hosts += 1;
    if (this.#hosts > 1) return bad('Host', 'Host was sent more than once.');
    return isHost(value) ? null : bad('Host', 'Host must be a single host with an optional port.');
  }

  #readLength(value: string): Fault | null {
    if (this.#length !== null) return bad('Content-Length', 'Content-Length was sent twice.');
    if (!LENGTH.test(value)) return bad('Content-Length', 'Content-Length must be one number.');
    this.#length = Number(value);
    return null;
  }

  #readCoding(value: string): Fault | null {
    if (this.#isChunked || this.#isVersion10 || value.toLowerCase() !== 'chunked') {
      return bad('Transfer-Encoding', 'Transfer-Encoding must be chunked, sent once, in HTTP/1.1.');
    }
    this.#isChunked = true;
    return null;
  }

  #readExpectation(value: string, bytes: Buffer, start: number, end: number): Fault | null {
    const expectations = value
      .toLowerCase()
      .split(',')
      .map((expectation) => expectation.trim());
    const expected = expectations.filter((expectation) => expectation !== '');
    // An HTTP/1.0 client would take the interim answer for the final one.
    if (this.#isVersion10 || expected.length === 0) {
      bytes.fill(SPACE, start, end);
      return null;
    }
    if (expected.some((expectation) => expectation !== CONTINUE)) {
      return { status: 417, field: 'Expect', reason: 'Expect can only be 100-continue.' };
    }
    bytes.fill(SPACE, start, end);
    bytes.write(CONTINUE, start, 'latin1');
    return null;
  }
}

function bad(field: string, reason: string): Fault {
  return { status: 400, field, reason };
}
