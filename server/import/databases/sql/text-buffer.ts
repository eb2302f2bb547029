import { at } from './sql-bytes.ts';

export type Decode = (bytes: Buffer) => string;

/** Stands for a value above its limit. It is no code, address, date, flag or hash. */
export const TOO_LONG = '(this value is too long)';

/** What letters mean behind a backslash. */
const mysqlLetters = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001a' };
export const postgresLetters = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

export function unescapeLetter(letters: Readonly<Record<string, string>>, letter: string): string {
  return Object.hasOwn(letters, letter) ? letters[letter]! : letter;
}

/** Collects one text from pieces of chunks. */
export class TextBuffer {
  decode: Decode;
  #bytes = Buffer.alloc(4096);
  #length = 0;
  #max = 0;
  #isTooLong = false;

  constructor(decode: Decode) {
    this.decode = decode;
  }

  /** `max` in bytes; 0: the text is not wanted. */
  clear(max: number): void {
    this.#length = 0;
    this.#max = max;
    this.#isTooLong = false;
  }

  add(bytes: Uint8Array, from: number, end: number): void {
    if (this.#max === 0 || this.#isTooLong || end === from) return;
    const length = this.#length + end - from;
    if (length > this.#max) {
      this.#isTooLong = true;
      return;
    }
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(this.#max, Math.max(length, 2 * this.#bytes.length)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes.subarray(from, end), this.#length);
    this.#length = length;
  }

  /** Adds the last piece and returns the text. */
  take(bytes: Buffer, from: number, end: number): string {
    if (this.#max === 0) return '';
    if (this.#length === 0 && end - from <= this.#max && !this.#isTooLong) {
      return from === end ? '' : this.decode(bytes.subarray(from, end));
    }
    this.add(bytes, from, end);
    return this.#isTooLong ? TOO_LONG : this.decode(this.#bytes.subarray(0, this.#length));
  }

  /** Adds what stands behind a backslash. Returns where the text goes on. */
  addEscape(bytes: Buffer, index: number, isPostgres: boolean): number {
    const letter = String.fromCharCode(bytes[index]!);
    if (isPostgres) return this.#addPostgresEscape(bytes, index, letter);
    // `\%` and `\_` keep their backslash.
    if (letter === '%' || letter === '_') this.add(Buffer.of(at.backslash), 0, 1);
    return this.#addLetter(unescapeLetter(mysqlLetters, letter), index);
  }

  #addPostgresEscape(bytes: Buffer, index: number, letter: string): number {
    const rest = bytes.toString('latin1', index, index + 9);
    const [code] = /^(?:u[\da-f]{4}|U[\da-f]{8})/i.exec(rest) ?? [];
    const [byte] = /^(?:x[\da-f]{1,2}|[0-7]{1,3})/i.exec(rest) ?? [];
    if (code !== undefined) {
      const point = Number.parseInt(code.slice(1), 16);
      const text = Buffer.from(point > 0x10_ffff ? '\ufffd' : String.fromCodePoint(point));
      this.add(text, 0, text.length);
      return index + code.length;
    }
    if (byte !== undefined) {
      const value = byte.startsWith('x') ? Number.parseInt(byte.slice(1), 16) : parseInt(byte, 8);
      this.add(Buffer.of(value & 0xff), 0, 1);
      return index + byte.length;
    }
    return this.#addLetter(unescapeLetter(postgresLetters, letter), index);
  }

  #addLetter(letter: string, index: number): number {
    this.add(Buffer.of(letter.charCodeAt(0)), 0, 1);
    return index + 1;
  }
}
