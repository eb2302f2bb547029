import { isBlankCode, isReservedCode } from '../../contracts/links/custom-code.ts';
import { trimCode } from '../engine/texts/code-spellings.ts';
import { PATH_MAX } from '../front/request-line.ts';

/** The only path segment, decoded, without slashes around it; null for none or several. */
export function parseVisitedCode(url: string): string | null {
  // Without a valid Host header, the URL is only a path.
  let start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return null;
  let end = url.indexOf('?', start);
  if (end === -1) end = url.length;
  while (url.charCodeAt(start) === SLASH && start < end) start += 1;
  while (url.charCodeAt(end - 1) === SLASH && start < end) end -= 1;
  if (start === end || end - start > PATH_MAX) return null;
  const path = url.slice(start, end);
  if (!/[/%]/.test(path)) return path;
  const typed = decode(path);
  if (!typed.includes('/')) return isBlankCode(typed) ? null : typed;
  const code = trimCode(typed);
  if (code === '' || code.includes('/')) return null;
  return typed.includes('/') && isReservedCode(code) ? null : typed;
}

/** The first of several path segments, decoded, and what follows it, as sent; null for one. */
export function parseVisitedPath(url: string): { code: string; path: string } | null {
  const [, code, path] = FIRST_SEGMENT.exec(url) ?? [];
  if (code === undefined || path === undefined || code.length + path.length > PATH_MAX) return null;
  const typed = decode(code);
  return typed.includes('/') || isBlankCode(typed) ? null : { code: typed, path };
}

/** A scheme and host or neither, the first segment, and a path that is more than slashes. */
const FIRST_SEGMENT = /^(?:https?:\/\/[^/?#]*)?\/+([^/?#]+)\/(?=\/*[^/?#])([^?#]+)/i;

const SLASH = 47;

/** The raw query that stands behind a code without its own mark: `/code&a=b`, `/code%3Fa=b`. */
export function readGluedQuery(url: string): string {
  const path = url.slice(0, PATH_MAX).replace(/\?[^]*$/, '');
  const mark = path.search(/&|%26|%3f/i);
  if (mark === -1) return '';
  const tail = path.slice(mark).replace(/^(?:&(?:amp;)?|%26|%3f)/i, '');
  const query = tail.includes('=') ? tail : decode(tail);
  return /^[^\0-\x20=&][^\0-\x20#]*=[^\0-\x20#]*$/.test(query) ? toAscii(query) : '';
}

function toAscii(text: string): string {
  return text.replaceAll(/[^!-~]+/gu, (part) => encodeURIComponent(part.toWellFormed()));
}

const LATIN_1 = /^(?:%(?:[c-f][\da-f]))+$/i;

/** Invalid UTF-8 becomes U+FFFD, or letters of ISO 8859-1 beside others; an invalid `%` stays. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    const hasLetters = /[a-z\d]/i.test(path.replaceAll(/%[\da-f]{2}/gi, ''));
    return path.replaceAll(/(?:%[\da-f]{2})+/gi, (encoded) => {
      const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex');
      return bytes.toString(hasLetters && LATIN_1.test(encoded) ? 'latin1' : 'utf8');
    });
  }
}
