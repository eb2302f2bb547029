/** In bytes per body. */
const EXTRAS_MAX = 16 * 1024;
/** The average size of a request's chunks beyond the free ones. */
const CHUNK_BYTES_MIN = 16;
const DIGITS_MAX = 12;

const hexValues = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = String.fromCharCode(byte);
  return /[\da-f]/i.test(digit) ? Number.parseInt(digit, 16) : 255;
});

const CR = 13;
const LF = 10;
const SEMICOLON = 59;

type State =
  | 'size'
  | 'extension'
  | 'size-end'
  | 'data'
  | 'data-cr'
  | 'data-end'
  | 'trailer'
  | 'line'
  | 'end';

type Pass = (bytes: Buffer) => void;

export class BodyScanner {
  #state: State;
  readonly #isChunked: boolean;
  readonly #freeChunks: number;
  #left = 0;
  #digits = 0;
  #chunks = 0;
  /** The size of all chunks together, in bytes. */
  #size = 0;
  #extras = 0;
  #isOver = false;
  #isBroken = false;

  /** `freeChunks` may be tiny; the others need an average size. */
  constructor(length: number | 'chunked', freeChunks = Infinity) {
    this.#freeChunks = freeChunks;
    this.#isChunked = length === 'chunked';
    this.#state = this.#isChunked ? 'size' : 'data';
    if (length !== 'chunked') this.#left = length;
    this.#isOver = length === 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Drops trailers: nothing reads them, and Bun's server takes them for another request. */
  take(bytes: Buffer, at: number, pass: Pass): number {
    let from = at;
    let position = at;
    while (position < bytes.length && !this.#isOver && !this.#isBroken) {
      if (this.#state === 'data') {
        const length = Math.min(this.#left, bytes.length - position);
        this.#left -= length;
        position += length;
        if (this.#left > 0) break;
        if (this.#isChunked) this.#state = 'data-cr';
        else this.#isOver = true;
        continue;
      }
      const wasTrailer = this.#state === 'line';
      this.#step(bytes[position]!);
      const isTrailer = this.#state === 'line';
      if (isTrailer && !wasTrailer && position > from) pass(bytes.subarray(from, position));
      position += 1;
      if (isTrailer || wasTrailer) from = position;
    }
    if (position > from && !this.#isBroken) pass(bytes.subarray(from, position));
    return position;
  }

  #step(byte: number): void {
    switch (this.#state) {
      case 'size':
        this.#readSize(byte);
        break;
      case 'extension':
        this.#countExtra();
        if (byte === CR) this.#state = 'size-end';
        else if (byte === LF) this.#isBroken = true;
        break;
      case 'size-end':
        this.#expect(byte, LF, this.#left === 0 ? 'trailer' : 'data');
        this.#digits = 0;
        this.#countChunk();
        break;
      case 'data-cr':
        this.#expect(byte, CR, 'data-end');
        break;
      case 'data-end':
        this.#expect(byte, LF, 'size');
        break;
      case 'trailer':
        this.#state = byte === CR ? 'end' : 'line';
        break;
      case 'line':
        this.#countExtra();
        if (byte === LF) this.#state = 'trailer';
        break;
      case 'end':
        this.#expect(byte, LF, 'end');
        this.#isOver = !this.#isBroken;
        break;
      default:
    }
  }

  #readSize(byte: number): void {
    const digit = hexValues[byte]!;
    if (digit < 16 && this.#digits < DIGITS_MAX) {
      this.#left = this.#left * 16 + digit;
      this.#digits += 1;
    } else if (this.#digits === 0) this.#isBroken = true;
    else if (byte === CR) this.#state = 'size-end';
    else if (byte === SEMICOLON) this.#state = 'extension';
    else this.#isBroken = true;
  }

  #expect(byte: number, expected: number, next: State): void {
    if (byte === expected) this.#state = next;
    else this.#isBroken = true;
  }

  #countChunk(): void {
    this.#chunks += 1;
    this.#size += this.#left;
    const most = this.#freeChunks + this.#size / CHUNK_BYTES_MIN;
    if (this.#chunks > most) this.#isBroken = true;
  }

  #countExtra(): void {
    this.#extras += 1;
    if (this.#extras > EXTRAS_MAX) this.#isBroken = true;
  }
}

const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.1 (\d{3}) /;
const LENGTH = /^content-length: *(\d+)/im;
const CHUNKED = /^transfer-encoding: *chunked/im;
/** Bun's server refuses malformed requests itself, without a body. */
const OWN_REFUSAL = /^HTTP\/1\.1 [45]\d\d [^\r\n]*\r\nConnection: close\r\n\r\n$/;

const passNothing = (): void => undefined;

export class AnswerScanner {
  readonly #isHead: boolean;
  #cut: Buffer | null = null;
  #body: BodyScanner | null = null;
  #isOwnRefusal = false;

  /** The answer to HEAD has no body, whatever its head says. */
  constructor(isHead: boolean) {
    this.#isHead = isHead;
  }

  get hasBegun(): boolean {
    return this.#body !== null;
  }

  get isOver(): boolean {
    return this.#body !== null && this.#body.isOver;
  }

  get isOwnRefusal(): boolean {
    return this.#isOwnRefusal;
  }

  /** Returns the part that can be sent on. */
  take(chunk: Buffer): Buffer {
    const bytes = this.#cut === null ? chunk : Buffer.concat([this.#cut, chunk]);
    this.#cut = null;
    for (let at = 0; at < bytes.length && !this.isOver;) {
      if (this.#body !== null) {
        at = this.#body.take(bytes, at, passNothing);
        continue;
      }
      const end = bytes.indexOf(HEAD_END, at);
      if (end === -1) {
        this.#cut = Buffer.from(bytes.subarray(at));
        return bytes.subarray(0, at);
      }
      const next = end + HEAD_END.length;
      this.#readHead(bytes.toString('latin1', at, next));
      at = next;
    }
    return bytes;
  }

  #readHead(head: string): void {
    const status = Number(STATUS.exec(head)?.[1] ?? 0);
    if (status >= 100 && status < 200) return;
    this.#isOwnRefusal = OWN_REFUSAL.test(head);
    if (this.#isHead || status === 204 || status === 304) this.#body = new BodyScanner(0);
    else if (CHUNKED.test(head)) this.#body = new BodyScanner('chunked');
    // Without a length the body ends with the connection.
    else this.#body = new BodyScanner(Number(LENGTH.exec(head)?.[1] ?? Infinity));
  }
}
