const DEPTH_MAX = 20;

/** Reads what `serialize` of PHP wrote; undefined: it is something else, or too deep. */
export function parsePhp(text: string): unknown {
  const reader = new PhpReader(Buffer.from(text));
  try {
    const value = reader.read(0);
    return reader.isDone ? value : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Lengths count bytes. */
class PhpReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isDone(): boolean {
    return this.#at === this.#bytes.length;
  }

  read(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new RangeError('too deep');
    const type = String.fromCharCode(this.#bytes[this.#at] ?? 0);
    this.#at += 2;
    switch (type) {
      case 'N':
        return null;
      case 'b':
        return this.#until(';') === '1';
      case 'i':
      case 'd':
        return Number(this.#until(';'));
      case 's': {
        const text = this.#readText();
        this.#expect(';');
        return text;
      }
      case 'O':
        this.#readText();
        this.#expect(':');
        return this.#readEntries(depth);
      case 'a':
        return this.#readEntries(depth);
      default:
        throw new RangeError('unknown type');
    }
  }

  #readText(): string {
    const length = Number(this.#until(':'));
    const start = this.#at + 1;
    this.#at = start + length + 1;
    if (!Number.isSafeInteger(length) || length < 0 || this.#at > this.#bytes.length) {
      throw new RangeError('too short');
    }
    return this.#bytes.toString('utf8', start, start + length);
  }

  #readEntries(depth: number): Map<string, unknown> {
    const count = Number(this.#until(':'));
    this.#expect('{');
    const entries = new Map<string, unknown>();
    for (let index = 0; index < count; index += 1) {
      const key = this.read(depth + 1);
      entries.set(String(key), this.read(depth + 1));
    }
    this.#expect('}');
    return entries;
  }

  #until(sign: string): string {
    const end = this.#bytes.indexOf(sign, this.#at);
    if (end === -1 || end - this.#at > 30) throw new RangeError('no end');
    const text = this.#bytes.toString('latin1', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  #expect(sign: string): void {
    if (this.#bytes[this.#at] !== sign.charCodeAt(0)) throw new RangeError('unexpected sign');
    this.#at += 1;
  }
}
