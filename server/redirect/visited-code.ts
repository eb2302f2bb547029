import { isReservedCode } from '../../contracts/custom-code.ts';
import { tidyCode } from '../engine/code-spellings.ts';

/**
 * The code that a URL asks for, as typed: its only path segment, decoded, with or without slashes
 * around it. Null when the path has no segment or several. What stands around a code is no segment.
 */
export function visitedCode(url: string): string | null {
  // Without a Host header that is one, the URL is the path alone.
  let start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return null;
  let end = url.indexOf('?', start);
  if (end === -1) end = url.length;
  while (url.charCodeAt(start) === SLASH && start < end) start += 1;
  while (url.charCodeAt(end - 1) === SLASH && start < end) end -= 1;
  if (start === end) return null;
  const path = url.slice(start, end);
  if (!/[/%]/.test(path)) return path;
  const typed = decode(path);
  if (!typed.includes('/')) return EMPTY.test(typed) ? null : typed;
  const code = tidyCode(typed);
  if (code === '' || code.includes('/')) return null;
  // What stands behind the name of a page belongs to the page.
  return typed.includes('/') && isReservedCode(code) ? null : typed;
}

const SLASH = 47;
/** Nothing that is seen, or bytes that are no text. */
const EMPTY = /^[\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}%\ufffd]*$/u;

/** Bytes that are no text become U+FFFD, and a `%` that encodes nothing stays. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) =>
      Buffer.from(encoded.replaceAll('%', ''), 'hex').toString(),
    );
  }
}
