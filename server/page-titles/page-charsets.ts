import { guessCharset } from './guess-charset.ts';
import { readCharset } from './title-parser.ts';

/** An XML declaration ends within this many bytes. */
const XML_DECLARATION_BYTES = 256;

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
