import { at } from './sql-bytes.ts';
import { SqlBroken } from './lexer.ts';
import type { Decode } from './text-buffer.ts';

export type Value = string | null;

/** Stands for a value that only a database could compute. */
const EXPRESSION = '(an expression)';

const VALUES_MAX = 2000; // of a row
const DEPTH_MAX = 16;

interface Call {
  readonly name: string;
  readonly args: Value[];
}

/** Collects the values of one row, from its opening to its closing bracket. */
export class RowValues {
  decode: Decode;
  #values: Value[] = [];
  #value: Value | undefined;
  /** The last bare word, which may be the name of a function. */
  #word = '';
  #isCast = false;
  #depth = 0;
  readonly #calls: Call[] = [];

  constructor(decode: Decode) {
    this.decode = decode;
  }

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  word(text: string): void {
    if (this.#isCast) return;
    // `_binary` and other character sets stand before a text.
    if (text.startsWith('_')) return;
    this.#word = text;
    this.#value = readWord(text, this.decode);
  }

  text(text: string, prefix: string): void {
    if (this.#isCast) return;
    const value = readPrefixed(text, prefix, this.decode);
    this.#value = typeof this.#value === 'string' ? this.#value + value : value;
  }

  /** Returns the values when the row is closed. */
  sign(byte: number): readonly Value[] | null {
    switch (byte) {
      case at.open:
        this.#open();
        return null;
      case at.close:
        return this.#close();
      case at.comma:
        this.#push();
        return null;
      case at.colon:
        this.#isCast = true;
        return null;
      default:
        // An operator: the value needs a database.
        if (!this.#isCast) this.#value = EXPRESSION;
        return null;
    }
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new SqlBroken('The brackets of a row are too deep');
    if (this.#depth === 1) {
      this.#values = [];
      this.#reset();
      return;
    }
    this.#calls.push({ name: this.#isCast ? ':' : this.#word.toLowerCase(), args: [] });
    if (!this.#isCast) this.#reset();
  }

  #close(): readonly Value[] | null {
    this.#depth -= 1;
    const call = this.#calls.pop();
    if (call === undefined) {
      this.#push();
      return this.#values;
    }
    if (call.name === ':') return null;
    if (this.#value !== undefined) call.args.push(this.#value);
    this.#reset();
    this.#value = evaluate(call);
    return null;
  }

  #push(): void {
    const call = this.#calls.at(-1);
    if (call?.name === ':') return;
    const list = call?.args ?? this.#values;
    if (list.length === VALUES_MAX) throw new SqlBroken('A row has more than 2,000 values');
    list.push(this.#value === undefined ? EXPRESSION : this.#value);
    this.#reset();
  }

  #reset(): void {
    this.#value = undefined;
    this.#word = '';
    this.#isCast = false;
  }
}

function readWord(text: string, decode: Decode): Value {
  if (/^[\d.+-]/.test(text)) {
    return /^0x(?:[\da-f]{2})*$/i.test(text) ? decodeHex(text.slice(2), decode) : text;
  }
  const word = text.toLowerCase();
  if (word === 'null') return null;
  return word === 'true' || word === 'false' ? word : EXPRESSION;
}

function readPrefixed(text: string, prefix: string, decode: Decode): string {
  if (prefix === 'b') return `b'${text}'`;
  return prefix === 'x' ? decodeHex(text, decode) : text;
}

function decodeHex(digits: string, decode: Decode): string {
  return decode(Buffer.from(digits, 'hex'));
}

/** How `.dump` of SQLite writes line breaks. */
function evaluate({ name, args }: Call): Value {
  const [text, sought, other] = args;
  if (name === 'char' && args.length === 1) return String.fromCharCode(Number(text) & 0xffff);
  if (typeof text !== 'string') return EXPRESSION;
  if (name === 'unistr' && args.length === 1) {
    return text.replaceAll(/\\(?:u([\da-f]{4})|(\\))/gi, (_, code: string | undefined) =>
      code === undefined ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  // One character: the text must not grow.
  const isBreak = name === 'replace' && typeof other === 'string' && other.length === 1;
  return isBreak && typeof sought === 'string' && sought !== ''
    ? text.replaceAll(sought, other)
    : EXPRESSION;
}
