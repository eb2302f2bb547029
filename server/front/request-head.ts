import { type Fault, asksForApi, readRequestLine, START_MAX } from './request-line.ts';
import { RequestHeaders } from './request-headers.ts';

/** In bytes: a long percent-encoded URL and long cookies fit. */
export const HEAD_MAX = 64 * 1024;
const EMPTY_LINES_MAX = 100;

const LINE_END = Buffer.from('\r\n');
const VIA_VERSION_10 = Buffer.from('Via: 1.0 brisk\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
const CR = 13;
const LF = 10;
const SPACE = 32;

/** Parses a head as it arrives and refuses violations of HTTP/1.1. */
export class RequestHead {
  /** Doubles when full: single bytes cost no more than large chunks. */
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;
  #start = 0;
  #lineStart = 0;
  #emptyLines = 0;
  #headers: RequestHeaders | null = null;
  #fault: Fault | null = null;
  #isWhole = false;
  #method = '';
  #isApi = false;
  #isVersion10 = false;

  /** Returns where the head ends in the chunk. */
  take(chunk: Buffer, at: number): number {
    const before = this.#length;
    const part = chunk.subarray(at, this.#findEnd(chunk, at));
    this.#append(part);
    const bytes = this.#bytes.subarray(0, this.#length);
    for (let from = before; this.#fault === null && !this.#isWhole;) {
      const lineFeed = bytes.indexOf(LF, from);
      if (lineFeed === -1) break;
      this.#endLine(lineFeed);
      from = this.#lineStart;
    }
    if (this.#isWhole) {
      this.#length = this.#lineStart;
      return at + this.#lineStart - before;
    }
    this.#fault ??= this.#findEarlyFault();
    return at + part.length;
  }

  #findEnd(chunk: Buffer, at: number): number {
    const most = at + HEAD_MAX + 1 - this.#length;
    let from = at;
    // Empty lines before the request look like its end.
    while (!this.isBegun && (chunk[from] === CR || chunk[from] === LF)) from += 1;
    const end = chunk.indexOf(HEAD_END, from);
    return end === -1 ? most : Math.min(most, end + HEAD_END.length);
  }

  get fault(): Fault | null {
    return this.#fault;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  get isBegun(): boolean {
    return this.#length > this.#start;
  }

  get isApi(): boolean {
    return this.#headers === null
      ? asksForApi(
          this.#bytes.toString(
            'latin1',
            this.#start,
            Math.min(this.#length, this.#start + START_MAX),
          ),
        )
      : this.#isApi;
  }

  get isHead(): boolean {
    return this.#method === 'HEAD';
  }

  get body(): number | 'chunked' {
    return this.#headers?.body ?? 0;
  }

  /** With a normalized `Expect` header, and `Via` for HTTP/1.0 (RFC 9110, 7.6.3). */
  get bytes(): Buffer {
    const bytes = this.#bytes.subarray(this.#start, this.#length);
    return this.#isVersion10
      ? Buffer.concat([bytes.subarray(0, -LINE_END.length), VIA_VERSION_10, LINE_END])
      : bytes;
  }

  #append(part: Buffer): void {
    const needed = this.#length + part.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    part.copy(this.#bytes, this.#length);
    this.#length = needed;
  }

  #endLine(lineFeed: number): void {
    const start = this.#lineStart;
    const end = lineFeed - 1;
    this.#lineStart = lineFeed + 1;
    if (end < start || this.#bytes[end] !== CR) {
      this.#fault = { status: 400, field: 'head', reason: 'Each line must end with CR LF.' };
    } else if (this.#headers === null) {
      if (end === start) this.#passEmptyLine();
      else this.#readFirstLine(start, end);
    } else if (end === start) {
      this.#fault = this.#headers.findFault();
      this.#isWhole = this.#fault === null;
    } else {
      this.#fault = this.#headers.read(this.#bytes, start, end);
    }
  }

  /** Old clients send an empty line after a body. */
  #passEmptyLine(): void {
    this.#start = this.#lineStart;
    this.#emptyLines += 1;
    if (this.#emptyLines <= EMPTY_LINES_MAX) return;
    this.#fault = { status: 400, field: 'head', reason: 'There are too many empty lines.' };
  }

  #readFirstLine(start: number, end: number): void {
    const line = readRequestLine(this.#bytes.toString('latin1', start, end));
    this.#method = line.method;
    this.#isApi = line.isApi;
    this.#fault = line.fault;
    this.#isVersion10 = line.isVersion10;
    this.#headers = new RequestHeaders(line.isVersion10);
  }

  /** A client of another protocol may never end a line. */
  #findEarlyFault(): Fault | null {
    if (this.#length > HEAD_MAX) {
      return { status: 431, field: 'head', reason: 'The head is larger than 64 KiB.' };
    }
    const first = this.#bytes[this.#start]!;
    return this.isBegun && this.#headers === null && first !== CR && first <= SPACE
      ? { status: 400, field: 'request', reason: 'The request must begin with a method.' }
      : null;
  }
}
