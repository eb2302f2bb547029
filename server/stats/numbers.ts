/*
 * Numbers from 0 to 2^53 as they are stored: 7 bits a byte, the lowest first, the highest bit set in
 * all bytes but the last.
 */

/** Stored numbers, and where the next one begins. */
export interface Reading {
  readonly body: Uint8Array;
  at: number;
}

export function writeNumber(bytes: number[], number: number): void {
  let rest = number;
  while (rest > 127) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
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
