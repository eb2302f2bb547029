import { guessCharset } from './guess-charset.ts';
import { readCharset } from './title-parser.ts';

/** In how many bytes an XML declaration ends that is one. */
const XML_DECLARATION_BYTES = 256;

/**
 * The charset of a page's bytes when it is sure: named by a byte order mark, by the header or by the
 * first characters of UTF-16. Null leaves it to what the page declares inside.
 */
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
 * In which charsets a page may be read, the likeliest first: what it declares in order of rank, as
 * browsers have it (HTML standard, §13.2.3.2), then what its bytes look like.
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
    // A declaration that could be read as ASCII is in no UTF-16, whatever it says.
    .map((label) => (label.startsWith('utf-16') ? 'utf-8' : label));
  yield* outer === null ? inner : [outer, ...inner];
  const guess = guessCharset(page);
  // All bytes fit windows-1252, so that they do is no reason to doubt a declaration.
  const isDeclared = outer !== null || inner.length > 0;
  if (!isDeclared || guess !== 'windows-1252') yield guess;
}

/** The name that TextDecoder has for a label; null where it has none. */
function knownLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  // Pages that say so mean it (HTML standard, §13.2.3.3).
  if (label.toLowerCase() === 'x-user-defined') return 'windows-1252';
  try {
    return new TextDecoder(label as Bun.Encoding).encoding;
  } catch {
    return null;
  }
}
