import { ambiguous, at, isDigit, isInWord, isWordByte } from './sql-bytes.ts';
import { TextBuffer, TOO_LONG, type Decode } from './text-buffer.ts';

/** `mysql` has backslashes in texts and `#` comments; `postgres` has dollar quotes and COPY. */
export type Dialect = 'mysql' | 'postgres' | 'sqlite';

/** What a statement is made of. Signs come as their byte. */
export interface TokenSink {
  /** No token of the statement has come. */
  readonly isAtStart: boolean;
  /** The longest text of use, in bytes. Texts come as '' when it is 0. */
  readonly textMax: number;
  word(text: string): void;
  /** `quote`: the byte ' or " or `. `prefix`: `e`, `x`, `b`, `n` or the name of a character set. */
  text(text: string, quote: number, prefix: string): void;
  sign(byte: number): void;
  /** The statement is over. True: lines of COPY follow. */
  end(): boolean;
  copyLine(line: string): void;
}

type Mode = 'tokens' | 'text' | 'line' | 'comment' | 'dollar' | 'copy-head' | 'copy' | 'delimited';

const WORD_MAX = 4096; // bytes
const TAG_MAX = 64; // bytes of $tag$
const WAIT = -1;
/** The longest look ahead. */
const TAIL = Buffer.alloc(TAG_MAX + 2, '\n');

/** The dump cannot be read on. */
export class SqlBroken extends Error {}

/**
 * Cuts a dump into tokens. Takes any chunks, works through each byte once, and holds no more than
 * one text of the sink's length.
 */
export class SqlLexer {
  readonly #dialect: Dialect;
  readonly #sink: TokenSink;
  readonly #text: TextBuffer;
  #mode: Mode = 'tokens';
  #rest: Buffer = Buffer.alloc(0);
  #quote = 0;
  #prefix = '';
  #hasEscapes = false;
  #depth = 0;
  #tag = Buffer.alloc(0);
  /** PostgreSQL can be told to read backslashes in plain texts, and MySQL not to. */
  backslashes: boolean;

  constructor(dialect: Dialect, sink: TokenSink, decode: Decode) {
    this.#dialect = dialect;
    this.#sink = sink;
    this.#text = new TextBuffer(decode);
    this.backslashes = dialect === 'mysql';
  }

  set decode(decode: Decode) {
    this.#text.decode = decode;
  }

  push(chunk: Uint8Array): void {
    const bytes =
      this.#rest.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    while (from < bytes.length) {
      const next = this.#step(bytes, from);
      if (next === WAIT) break;
      from = next;
    }
    this.#rest = Buffer.from(bytes.subarray(from));
  }

  /** Throws `SqlBroken` for a file that ends inside a text. */
  finish(): void {
    this.push(TAIL);
    if (this.#mode === 'text' || this.#mode === 'dollar') {
      throw new SqlBroken('The file ends inside a text');
    }
    if (this.#mode === 'copy') throw new SqlBroken('The file ends inside the rows of COPY');
    if (!this.#sink.isAtStart) this.#sink.end();
  }

  #step(bytes: Buffer, from: number): number {
    switch (this.#mode) {
      case 'tokens':
        return this.#readToken(bytes, from);
      case 'text':
        return this.#readText(bytes, from);
      case 'line':
        return this.#skipLine(bytes, from, 'tokens');
      case 'comment':
        return this.#skipComment(bytes, from);
      case 'dollar':
        return this.#skipDollar(bytes, from);
      case 'copy-head':
        this.#text.clear(Math.max(this.#sink.textMax, TAG_MAX));
        return this.#skipLine(bytes, from, 'copy');
      case 'copy':
        return this.#readCopy(bytes, from);
      default:
        return this.#skipDelimited(bytes, from);
    }
  }

  #readToken(bytes: Buffer, start: number): number {
    let from = start;
    while (from < bytes.length && bytes[from]! <= at.space) from += 1;
    if (from === bytes.length) return from;
    const byte = bytes[from]!;
    if (isWordByte(byte)) return this.#readWord(bytes, from);
    if (byte === at.quote || byte === at.doubleQuote || byte === at.backquote) {
      return this.#openText(from, byte, '');
    }
    if (byte === at.semicolon) {
      if (this.#sink.end()) this.#mode = 'copy-head';
      return from + 1;
    }
    if (ambiguous.has(byte)) return this.#readSign(bytes, from, byte);
    this.#sink.sign(byte);
    return from + 1;
  }

  #readSign(bytes: Buffer, from: number, byte: number): number {
    if (from + TAG_MAX >= bytes.length) return WAIT;
    const next = bytes[from + 1]!;
    if (byte === at.dash && next === at.dash) return this.#enter('line', from + 2);
    if (byte === at.hash && this.#dialect === 'mysql') return this.#enter('line', from + 1);
    if (byte === at.slash && next === at.star) return this.#openComment(bytes, from);
    // The end of a comment that MySQL executes.
    if (byte === at.star && next === at.slash) return from + 2;
    if (byte === at.backslash && this.#sink.isAtStart) return this.#enter('line', from + 1);
    if (byte === at.dollar) return this.#openDollar(bytes, from);
    const isSigned = (byte === at.dash || byte === at.plus) && isDigit(next);
    if (isSigned || (byte === at.dot && isDigit(next))) return this.#readWord(bytes, from);
    this.#sink.sign(byte);
    return from + 1;
  }

  #enter(mode: Mode, next: number): number {
    this.#mode = mode;
    return next;
  }

  #readWord(bytes: Buffer, from: number): number {
    const first = bytes[from]!;
    const isNumber = isDigit(first) || first === at.dash || first === at.plus || first === at.dot;
    let end = from + 1;
    while (end < bytes.length && isInWord(bytes, end, isNumber)) end += 1;
    if (end === bytes.length) {
      if (end - from > WORD_MAX) throw new SqlBroken('A word is longer than 4,096 characters');
      return WAIT;
    }
    const word = bytes.toString('utf8', from, end);
    if (bytes[end] === at.quote && /^(?:[exbn]|_\w+)$/i.test(word)) {
      return this.#openText(end, at.quote, word.toLowerCase());
    }
    if (this.#sink.isAtStart && this.#dialect === 'mysql' && /^delimiter$/i.test(word)) {
      return this.#enter('delimited', from);
    }
    this.#sink.word(word);
    return end;
  }

  #openText(from: number, quote: number, prefix: string): number {
    this.#mode = 'text';
    this.#quote = quote;
    this.#prefix = prefix;
    const isName = quote === at.backquote || (quote !== at.quote && this.#dialect !== 'mysql');
    this.#hasEscapes = !isName && (prefix === 'e' || this.backslashes);
    this.#text.clear(this.#sink.textMax);
    return from + 1;
  }

  #readText(bytes: Buffer, from: number): number {
    const quote = this.#quote;
    const escape = this.#hasEscapes ? at.backslash : quote;
    let end = from;
    while (end < bytes.length && bytes[end] !== quote && bytes[end] !== escape) end += 1;
    const isWhole = end + 1 < bytes.length;
    if (isWhole && bytes[end] === quote && bytes[end + 1] !== quote) {
      this.#mode = 'tokens';
      this.#sink.text(this.#text.take(bytes, from, end), quote, this.#prefix);
      return end + 1;
    }
    this.#text.add(bytes, from, end);
    if (end === bytes.length) return end;
    if (bytes[end] === quote) {
      if (!isWhole) return waitAt(from, end);
      this.#text.add(bytes, end, end + 1);
      return end + 2;
    }
    // `\u` and eight digits is the longest escape.
    if (end + 10 >= bytes.length) return waitAt(from, end);
    return this.#text.addEscape(bytes, end + 1, this.#dialect === 'postgres');
  }

  #skipLine(bytes: Buffer, from: number, then: Mode): number {
    const end = bytes.indexOf(at.newline, from);
    if (end === -1) return bytes.length;
    return this.#enter(then, end + 1);
  }

  // MySQL executes a comment that begins with `!40101`. Versions that do not exist yet are comments.
  #openComment(bytes: Buffer, from: number): number {
    const head = bytes.toString('latin1', from, from + 12);
    const version = this.#dialect === 'mysql' ? /^\/\*M?!(\d{0,6})/.exec(head) : null;
    if (version !== null && Number(version[1]) < 900_000) return from + version[0].length;
    this.#depth = 1;
    return this.#enter('comment', from + 2);
  }

  /** Comments of PostgreSQL are nested. */
  #skipComment(bytes: Buffer, from: number): number {
    let end = from;
    for (;;) {
      end = bytes.indexOf(at.star, end);
      if (end === -1) {
        const isSlash = bytes.at(-1) === at.slash && from < bytes.length - 1;
        return isSlash ? bytes.length - 1 : bytes.length;
      }
      if (end + 1 === bytes.length) return end === from ? WAIT : end;
      if (bytes[end + 1] === at.slash) {
        this.#depth -= 1;
        end += 2;
        if (this.#depth === 0) return this.#enter('tokens', end);
      } else {
        const isNested = end > from && bytes[end - 1] === at.slash && this.#dialect === 'postgres';
        if (isNested) this.#depth += 1;
        end += 1;
      }
    }
  }

  #openDollar(bytes: Buffer, from: number): number {
    const tag = /^\$\w{0,60}\$/.exec(bytes.toString('latin1', from, from + TAG_MAX))?.[0];
    if (this.#dialect !== 'postgres' || tag === undefined) {
      this.#sink.sign(at.dollar);
      return from + 1;
    }
    this.#tag = Buffer.from(tag);
    this.#sink.text('', at.dollar, '');
    return this.#enter('dollar', from + tag.length);
  }

  #skipDollar(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(this.#tag, from);
    if (end !== -1) return this.#enter('tokens', end + this.#tag.length);
    const kept = bytes.length - this.#tag.length + 1;
    return kept > from ? kept : WAIT;
  }

  #readCopy(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(at.newline, from);
    if (end === -1) {
      if (bytes.length - from < 2) return WAIT;
      this.#text.add(bytes, from, bytes.length - 1);
      return bytes.length - 1;
    }
    const last = end > from && bytes[end - 1] === at.return ? end - 1 : end;
    const line = this.#text.take(bytes, from, last);
    this.#text.clear(Math.max(this.#sink.textMax, TAG_MAX));
    if (line === '\\.') {
      this.#sink.end();
      return this.#enter('tokens', end + 1);
    }
    if (line === TOO_LONG && this.#sink.textMax > 0) {
      throw new SqlBroken('A row of COPY is too long');
    }
    if (this.#sink.textMax > 0) this.#sink.copyLine(line);
    return end + 1;
  }

  /** Bodies of triggers and routines, up to `DELIMITER ;`. */
  #skipDelimited(bytes: Buffer, from: number): number {
    const end = bytes.indexOf(at.newline, from);
    if (end === -1 && bytes.length - from < TAG_MAX) return WAIT;
    if (end === -1) return bytes.length;
    const head = bytes.toString('latin1', from, Math.min(end, from + TAG_MAX));
    if (/^\s*delimiter\s+;\s*$/i.test(head)) this.#mode = 'tokens';
    return end + 1;
  }
}

/** What stands before is taken already; the step is tried again when more bytes are there. */
function waitAt(from: number, end: number): number {
  return end === from ? WAIT : end;
}
