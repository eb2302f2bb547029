import { findModels } from './charset-models.ts';

/** More bytes would take time and change nothing. */
const SAMPLE_BYTES = 2048;
/** Bits of a byte that the charset does not have: far more than of any character. */
const BROKEN_BITS = 40;

/** Guesses the charset of a page without a declaration: UTF-8 if valid, else the likeliest. */
export function guessCharset(bytes: Uint8Array): string {
  const page = Buffer.from(bytes);
  // ISO-2022-JP announces two-byte characters with an escape sequence; its bytes are ASCII.
  if (page.includes('\u001B$B') || page.includes('\u001B$@')) return 'iso-2022-jp';
  const sample = sampleWords(bytes, SAMPLE_BYTES);
  if (sample.length === 0 || isMostlyUtf8(sample)) return 'utf-8';
  let best = { label: 'windows-1252', bits: Infinity };
  for (const { label, prior, bitsOf } of findModels()) {
    let bits = prior;
    let previous = '';
    for (const char of new TextDecoder(label as Bun.Encoding).decode(sample)) {
      bits += char === '\uFFFD' ? BROKEN_BITS : bitsOf(char, previous);
      previous = char;
    }
    if (bits < best.bits) best = { label, bits };
  }
  return best.label;
}

/**
 * Words with a byte above 0x7F, joined by spaces. Trap: trail bytes are at least 0x30 in every charset.
 */
function sampleWords(bytes: Uint8Array, max: number): Buffer {
  const words: Uint8Array[] = [];
  let total = 0;
  let start = 0;
  let isHigh = false;
  for (let at = 0; at <= bytes.length && total < max; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) isHigh = true;
    if (byte >= 0x30 && byte !== 0x3c && byte !== 0x3e) continue;
    if (isHigh) {
      const word = bytes.subarray(start, Math.min(at, start + max - total));
      words.push(word, Buffer.from(' '));
      total += word.length + 1;
    }
    start = at + 1;
    isHigh = false;
  }
  return Buffer.concat(words);
}

/** A few damaged characters do not rule out UTF-8. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  let [whole, broken] = [0, 0];
  for (const char of new TextDecoder().decode(sample)) {
    if (char === '\uFFFD') broken += 1;
    else if (char >= '\u0080') whole += 1;
  }
  return whole > 4 * broken;
}
