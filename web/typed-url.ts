import { LONG_URL_MAX, parseLongUrl } from '../contracts/long-url.ts';

/** A host with a dot in it, `localhost` or an IPv6 address, then a port, a path or nothing. */
const startsWithHost = /^(localhost|[^\s/?#@:]+\.[^\s/?#@:]+|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i;

/**
 * White space, controls, soft hyphens, zero-width characters, byte order marks and marks of
 * direction. Not what ends an emoji: variation selectors and tags.
 */
const INVISIBLE =
  /^(?![\u{E0020}-\u{E007F}])[\s\p{Cc}\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\uFFFC]$/u;

/** What people and programs put around an address, the beginning with its ends. */
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
/** `[text](address "title")`, as Markdown has it. */
const markdownLink = /^!?\[[^\]]*\]\(\s*(\S+?)(?:\s+["'].*["'])?\s*\)$/s;

/** How many wrappers an address may stand in, one in the other. */
const WRAPPERS_MAX = 5;

/** An address as it was meant: without what is not seen at its ends and what stands around it. */
export function cleanUrl(typed: string): string {
  let text = trimInvisible(typed);
  if (text.length > 2 * LONG_URL_MAX) return text;
  for (let wrapper = 0; wrapper < WRAPPERS_MAX; wrapper += 1) {
    const [, linked] = markdownLink.exec(text) ?? [];
    text = trimInvisible(linked ?? unwrap(text));
  }
  return text;
}

function isSeen(character: string): boolean {
  return !INVISIBLE.test(character);
}

function trimInvisible(text: string): string {
  const characters = Array.from(text);
  const start = characters.findIndex(isSeen);
  const end = characters.findLastIndex(isSeen);
  return characters.slice(start, end + 1).join('');
}

function unwrap(text: string): string {
  // A list of strings leaves its comma behind, a sentence its full stop.
  const [, whole = text] = /^(.+?)[,;.，；。]$/su.exec(text) ?? [];
  const first = whole.charAt(0);
  const isWrapped = whole.length > 1 && (wrappers[first] ?? '').includes(whole.slice(-1));
  return isWrapped && !isIpv6(whole) ? whole.slice(1, -1).replace(/^url:/i, '') : text;
}

/** The brackets of an address that is one number belong to it. */
function isIpv6(text: string): boolean {
  return /^\[[\da-f:.]+\]$/i.test(text);
}

/** The cleaned address, with `https://` before it when it was typed without its scheme. */
export function completeUrl(typed: string): string {
  const text = cleanUrl(typed);
  if (text.startsWith('//')) return `https:${text}`;
  return startsWithHost.test(text) ? `https://${text}` : text;
}

type UrlFault = 'url.empty' | 'url.long' | 'url.several' | 'url.invalid';

export function findUrlFault(text: string): UrlFault | null {
  if (text === '') return 'url.empty';
  // A parser would join the lines, and take a second address for the path of the first.
  if (hasLines(text) || /\shttps?:\/\//i.test(text)) return 'url.several';
  if (parseLongUrl(text) !== null) return null;
  // Encoding can make an address longer than it was typed.
  const length = URL.parse(text)?.href.length ?? 0;
  return Math.max(text.length, length) > LONG_URL_MAX ? 'url.long' : 'url.invalid';
}

/** Whether a text has several lines or cells: a field or a parser would join them. */
export function hasLines(text: string): boolean {
  return /[\t\n\v\f\r\u0085\u2028\u2029]/.test(cleanUrl(text));
}
