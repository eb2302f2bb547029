import { readCharset } from './title-parser.ts';
import { findModels } from './charset-models.ts';

/** An XML declaration ends within this many bytes. */
const XML_DECLARATION_BYTES = 256;

/** More bytes would take time and change nothing. */
const SAMPLE_BYTES = 2048;
/** Bits of a byte that the charset does not have: far more than of any character. */
const BROKEN_BITS = 40;

/** The certain charset: by byte order mark, header or UTF-16 pattern. Null: the page decides. */
export function findOuterCharset(start: Buffer, contentType: string): string | null {
  const mark = start.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('feff')) return 'utf-16be';
  if (mark.startsWith('fffe')) return 'utf-16le';
  if (mark.startsWith('003c')) return 'utf-16be';
  if (mark.startsWith('3c00')) return 'utf-16le';
  return knownLabel(readCharset(contentType));
}

/**
 * Candidate charsets: the declared ones ranked like in browsers (HTML standard, §13.2.3.2), then
 * the guess from the bytes.
 */
export function* listCharsets(
  page: Buffer,
  contentType: string,
  declared: readonly string[],
): Generator<string> {
  const xml = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'\s>]+)/.exec(
    page.toString('latin1', 0, XML_DECLARATION_BYTES),
  )?.[1];
  const outer = findOuterCharset(page, contentType);
  const inner = [...declared, xml]
    .map(knownLabel)
    .filter((label) => label !== null)
    // A declaration that is readable as ASCII cannot be in UTF-16.
    .map((label) => (label.startsWith('utf-16') ? 'utf-8' : label));
  yield* outer === null ? inner : [outer, ...inner];
  const guess = guessCharset(page);
  // All bytes are valid windows-1252, so that guess does not outweigh a declaration.
  const isDeclared = outer !== null || inner.length > 0;
  if (!isDeclared || guess !== 'windows-1252') yield guess;
}

/** TextDecoder's name of a label, or null. */
function knownLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  // Such pages mean windows-1252 (HTML standard, §13.2.3.3).
  if (label.toLowerCase() === 'x-user-defined') return 'windows-1252';
  try {
    return new TextDecoder(label as Bun.Encoding).encoding;
  } catch {
    return null;
  }
}

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
