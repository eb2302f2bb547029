import { CODE_MAX, hasOddSegment, isBlankCode } from '../../contracts/links/custom-code.ts';
import { trimCode } from '../engine/texts/code-spellings.ts';
import { PATH_MAX } from '../front/request-line.ts';

const SLASH = 47;
/** A link whose code has more segments forwards no path, so that a visit needs few look-ups. */
const FORWARDED_SEGMENTS_MAX = 8;
const TYPED_MAX = CODE_MAX + 1; // with the plus of a preview

export interface VisitedCode {
  /** Decoded, without slashes around it. */
  readonly code: string;
  /** What follows the code, as sent, without its first slash. */
  readonly path: string;
}

/** The codes that a visit may ask for: the whole path, then fewer and fewer of its segments. */
export function parseVisitedCodes(url: string): readonly VisitedCode[] {
  // Without a valid Host header, the URL is only a path.
  let start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3);
  if (start === -1) return [];
  let query = url.indexOf('?', start);
  if (query === -1) query = url.length;
  while (url.charCodeAt(start) === SLASH && start < query) start += 1;
  let end = query;
  while (url.charCodeAt(end - 1) === SLASH && start < end) end -= 1;
  if (start === end || end - start > PATH_MAX) return [];
  const path = url.slice(start, end);
  if (!/[/%]/.test(path)) return [{ code: path, path: '' }];
  const whole = decode(path);
  if (!whole.includes('/')) return isBlankCode(whole) ? [] : [{ code: whole, path: '' }];
  const code = trimCode(whole);
  if (code !== '' && !code.includes('/')) return [{ code: whole, path: '' }];
  const beginnings = listBeginnings(path, url.slice(end, query));
  const isCode = code !== '' && code.length <= TYPED_MAX && !hasOddSegment(code);
  return isCode ? [{ code: whole, path: '' }, ...beginnings] : beginnings;
}

function listBeginnings(path: string, slashes: string): VisitedCode[] {
  const codes: VisitedCode[] = [];
  const fragment = path.indexOf('#');
  const sent = fragment === -1 ? path + slashes : path.slice(0, fragment);
  let segments = 0;
  for (let at = 0; (at = sent.indexOf('/', at)) !== -1; at += 1) {
    if (sent.charCodeAt(at - 1) === SLASH || !/[^/]/.test(sent.slice(at))) continue;
    segments += 1;
    if (segments > FORWARDED_SEGMENTS_MAX) break;
    const code = decode(sent.slice(0, at));
    if (code.split('/').length !== segments || isBlankCode(code)) continue;
    codes.push({ code, path: sent.slice(at + 1) });
  }
  return codes.toReversed();
}

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
