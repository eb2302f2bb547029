/*
 * Numbers from 0 to 2^53 as they are stored: 7 bits a byte, the lowest first, the highest bit set in
 * all bytes but the last.
 */

/** Stored numbers, and where the next one begins. */
export interface Reading {
  readonly body: Uint8Array;
  at: number;
}

/** How many bytes a number takes at most. */
const NUMBER_MAX = 8;

/** Writes numbers, one behind the other. */
export class NumberWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  write(number: number): void {
    if (this.#length + NUMBER_MAX > this.#bytes.length) this.#grow();
    let rest = number;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** What was written; what is written next begins anew. */
  take(): Uint8Array {
    const body = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return body;
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** The next number; what is missing at the end counts as zeros. */
export function readNumber(from: Reading): number {
  let number = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = from.body[from.at] ?? 0;
    from.at += 1;
    if (byte < 128) return number + byte * factor;
    number += (byte - 128) * factor;
  }
}
