import type { Problem } from '../../http/problem.ts';
import { unreadableFile } from '../refused-file.ts';

/** Characters of a row. Brisk's own rows may hold 32 rules of 8,192 characters. */
export const ROW_MAX = 1_048_576;
export const COLUMNS_MAX = 1000;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

type Row = string[];

/**
 * Splits text into rows of cells (RFC 4180, with any line end). It keeps the part of a row at the
 * end of a piece for the next one, and reads each character once.
 */
export class TableSplitter {
  readonly #delimiter: number;
  #row: Row = [];
  #cell = '';
  /** Of the unfinished row. */
  #length = 0;
  #isQuoted = false;
  /** After the quote that ends a cell, or is the first half of a doubled one. */
  #isAtQuote = false;
  #isAfterReturn = false;
  #rows = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Returns the rows that end in this piece. Throws `import.unreadable`. */
  split(text: string): Row[] {
    const rows: Row[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#isQuoted) {
        const quote = text.indexOf('"', at);
        at = quote === -1 ? text.length : quote;
        this.#append(text, from, at);
        from = at + 1;
        this.#isQuoted = quote === -1;
        this.#isAtQuote = quote !== -1;
        continue;
      }
      const sign = findSign(text, at, this.#delimiter);
      if (sign > at) this.#isAtQuote = this.#isAfterReturn = false;
      if (sign === text.length) break;
      at = sign;
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        from = this.#readQuote(text, from, at);
      } else if (code === LINE_FEED && this.#isAfterReturn) {
        from = at + 1;
      } else {
        this.#endCell(text, from, at);
        from = at + 1;
        if (code !== this.#delimiter) rows.push(this.#endRow());
      }
      if (code !== QUOTE) this.#isAtQuote = false;
      this.#isAfterReturn = code === RETURN;
    }
    this.#append(text, from, text.length);
    return rows;
  }

  /** Returns where the unread part of the cell begins. */
  #readQuote(text: string, from: number, at: number): number {
    const isDoubled = this.#isAtQuote;
    this.#isAtQuote = false;
    if (isDoubled) {
      // The second half of a doubled quote belongs to the cell.
      this.#isQuoted = true;
      return at;
    }
    if (!isBlank(this.#cell) || !isBlank(text, from, at)) return from;
    this.#cell = '';
    this.#isQuoted = true;
    return at + 1;
  }

  /** The last row, when no line end follows it. */
  end(): Row[] {
    if (this.#isQuoted) throw this.#refuse('has a quote without its end');
    if (this.#row.length === 0 && this.#cell === '') return [];
    this.#endCell('', 0, 0);
    return [this.#endRow()];
  }

  #append(text: string, from: number, to: number): void {
    if (to <= from) return;
    this.#length += to - from;
    if (this.#length > ROW_MAX) throw this.#refuse(`is longer than ${ROW_MAX} characters`);
    this.#cell += text.slice(from, to);
  }

  #endCell(text: string, from: number, to: number): void {
    this.#append(text, from, to);
    if (this.#row.length === COLUMNS_MAX) {
      throw this.#refuse(`has more than ${COLUMNS_MAX} cells`);
    }
    this.#row.push(this.#cell);
    this.#cell = '';
  }

  #endRow(): Row {
    const row = this.#row;
    this.#row = [];
    this.#length = 0;
    this.#rows += 1;
    return row;
  }

  #refuse(fault: string): Problem {
    return unreadableFile(`Row ${this.#rows + 1} of the table ${fault}`);
  }
}

/** The next quote, delimiter or line end; the end of the text when there is none. */
function findSign(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === QUOTE || code === LINE_FEED || code === RETURN) return at;
  }
  return text.length;
}

function isBlank(text: string, from = 0, to = text.length): boolean {
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) !== 0x20) return false;
  return true;
}
