/** In bytes per body. */
const EXTRAS_MAX = 16 * 1024;
/** The average size of a request's chunks beyond the free ones. */
const CHUNK_BYTES_MIN = 16;
/** Hexadecimal digits of the largest chunk. */
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
  /** The bytes that are missing from the body, or from the current chunk. */
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
