import { LONG_URL_MAX, parseLongUrl } from '../../contracts/links/long-url.ts';
import { findFirstUrl, isSeveralUrls, startsWithHost } from './first-url.ts';

/** Excludes variation selectors and tag characters, which can end an emoji. */
const INVISIBLE =
  /^(?![\u{E0020}-\u{E007F}])[\s\p{Cc}\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\uFFFC]$/u;

/** Characters around an address: the opening one, with its possible closing ones. */
const wrappers: Readonly<Record<string, string>> = {
  '<': '>',
  '"': '"',
  "'": "'",
  '`': '`',
  '(': ')',
  '[': ']',
  '{': '}',
  '“': '”“',
  '„': '“”',
  '”': '”',
  '‘': '’‘',
  '‚': '‘’',
  '’': '’',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
  '《': '》',
  '〈': '〉',
  '【': '】',
  '（': '）',
  '＜': '＞',
  '＂': '＂',
};
/** Markdown: `[text](address "title")`. */
const markdownLink = /^!?\[[^\]]*\]\(\s*(\S+?)(?:\s+["'].*["'])?\s*\)$/s;

const WRAPPERS_MAX = 5;

/** Removes invisible characters and wrappers around an address. */
export function cleanUrl(typed: string): string {
  let text = trimInvisible(typed);
  if (text.length > 2 * LONG_URL_MAX) return text;
  for (let wrapper = 0; wrapper < WRAPPERS_MAX; wrapper += 1) {
    const [, linked] = markdownLink.exec(text) ?? [];
    text = trimInvisible(linked ?? unwrap(text));
  }
  return text;
}

function isVisible(character: string): boolean {
  return !INVISIBLE.test(character);
}

function trimInvisible(text: string): string {
  const characters = Array.from(text);
  const start = characters.findIndex(isVisible);
  const end = characters.findLastIndex(isVisible);
  return characters.slice(start, end + 1).join('');
}

function unwrap(text: string): string {
  // A list of strings leaves a comma after the address, and a sentence a full stop.
  const [, whole = text] = /^(.+?)[,;.，；。]$/su.exec(text) ?? [];
  const first = whole.charAt(0);
  const isWrapped = whole.length > 1 && (wrappers[first] ?? '').includes(whole.slice(-1));
  return isWrapped && !isIpv6(whole) ? whole.slice(1, -1).replace(/^url:/i, '') : text;
}

/** The brackets of an IPv6 address are part of it, not a wrapper. */
function isIpv6(text: string): boolean {
  return /^\[[\da-f:.]+\]$/i.test(text);
}

/** Finds the address in a text, and adds `https://` when it has no scheme. */
export function completeUrl(typed: string): string {
  const text = cleanUrl(typed);
  const url = isSeveralUrls(text) ? text : (findFirstUrl(text) ?? text);
  if (url.startsWith('//')) return `https:${url}`;
  return startsWithHost.test(url) ? `https://${url}` : url;
}

type UrlFault = 'url.empty' | 'url.long' | 'url.several' | 'url.invalid';

export function findUrlFault(text: string): UrlFault | null {
  if (text === '') return 'url.empty';
  // A parser would join the lines and make the second address a path of the first.
  if (hasLines(text) || /\shttps?:\/\//i.test(text)) return 'url.several';
  if (parseLongUrl(text) !== null) return null;
  // Percent-encoding can make an address longer.
  const length = URL.parse(text)?.href.length ?? 0;
  return Math.max(text.length, length) > LONG_URL_MAX ? 'url.long' : 'url.invalid';
}

/** The address in a pasted text; null = a field can take the text as it is. */
export function readPastedUrl(text: string): string | null {
  const url = completeUrl(text);
  return hasLines(text) || (findUrlFault(url) === null && /\s/.test(cleanUrl(text))) ? url : null;
}

/** True for several lines or cells: a field or a parser would join them. */
export function hasLines(text: string): boolean {
  return /[\t\n\v\f\r\u0085\u2028\u2029]/.test(cleanUrl(text));
}
