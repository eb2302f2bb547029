/** Longer texts are read up to here. */
const TEXT_MAX = 20_000;
const TOKENS_MAX = 50;

const SCHEME = /https?:\/\//i;
/** A host with a dot, `localhost` or an IPv6 address. A port, a path or nothing follows. */
export const startsWithHost =
  /^(localhost|[^\s/?#@:]+\.[^\s/?#@:]+|\[[\da-f:.]+\])(:\d+)?([/?#]|$)/i;
/** In a text, a host without a scheme begins with `www.` or has a path: `README.md` is no host. */
const BARE_HOST =
  /(?<![\w@.:/-])(?:www\.(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}|(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?\/)/i;

/** Characters that end a URL in a text. */
const END = /[\s<>"`|\p{Cc}\u200B\u2060\uFEFF。，、；：！？…「」『』【】《》〈〉（）“”‘’«»‹›]/u;
/** As `END`, after an ASCII character only: Chinese titles in a path hold these. */
const END_AFTER_ASCII = /[\u0021-\u007E][。，、；：！？…「」『』【】《》〈〉（）“”‘’«»‹›]/u;
/**
 * What apps append to a link without a space: "copy this link", "open the app". A page can have one
 * of these words as its name: behind a slash, more must follow.
 */
const APPENDED =
  /(?<=[a-z\d])(?:复制|複製|打开|打開|点击|點擊|点开|长按|長按|查看|下载App|下載App|快来|快來|分享给|去看|看看)|(?<=\/)(?:复制|複製|打开|打開|点击|點擊|长按|長按)[此本这该后复链鏈抖淘a]/iu;
/** The second line goes on with the path. */
const WRAPPED_LINE = /[/&=?%_-]\s*[\n\r]\s*\S/;
/** A file whose name holds blanks. */
const FILE_NAME = /^\S+(?: \S+)*\.[a-z\d]{1,5}(?:[?#]\S*)?$/i;

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Whether a text is a list of URLs, or one that is broken over lines. */
export function isSeveralUrls(text: string): boolean {
  const tokens = text.slice(0, TEXT_MAX).split(/\s+/, TOKENS_MAX).filter(Boolean);
  if (tokens.length > 1 && tokens.every(startsWithUrl)) return true;
  return startsWithUrl(text) && WRAPPED_LINE.test(text.slice(0, TEXT_MAX));
}

function startsWithUrl(text: string): boolean {
  return /^[^\p{L}\d]*https?:\/\//iu.test(text) || startsWithHost.test(text);
}

/** The first URL of a text, without what follows it; null = none. It may lack its scheme. */
export function findFirstUrl(text: string): string | null {
  const part = text.slice(0, TEXT_MAX);
  const start = findStart(part);
  if (start === null) return null;
  const rest = part.slice(start);
  const raw = start === 0 ? cutWhole(rest) : cut(rest, END);
  const url = trimEnd(cutAppended(raw), raw.length < rest.length ? /[.,;:!'"”’]/ : /[.'"”’]/);
  return startsWithHost.test(url.replace(SCHEME, '')) ? url : null;
}

function findStart(text: string): number | null {
  const scheme = text.search(SCHEME);
  if (scheme !== -1) return scheme;
  if (startsWithHost.test(text)) return 0;
  const host = text.search(BARE_HOST);
  return host === -1 ? null : host;
}

/** A text that begins with a URL may be nothing else, with blanks or Chinese in its path. */
function cutWhole(text: string): string {
  if (!/[\n\r\t]/.test(text) && FILE_NAME.test(text)) return text;
  const line = cut(text, /\s/);
  const end = line.search(END_AFTER_ASCII);
  return end === -1 ? line : line.slice(0, end + 1);
}

function cut(text: string, at: RegExp): string {
  const end = text.search(at);
  return end === -1 ? text : text.slice(0, end);
}

function cutAppended(url: string): string {
  return cut(url, APPENDED);
}

/** Drops punctuation, and quotes and closing brackets that nothing opens. */
function trimEnd(url: string, punctuation: RegExp): string {
  const open = new Map<string, number>();
  for (const character of url) open.set(character, (open.get(character) ?? 0) + 1);
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url[end - 1]!;
    const opener = closers[last];
    const count = open.get(last) ?? 0;
    const isLoose =
      opener === undefined
        ? punctuation.test(last) && !(/['"]/.test(last) && count % 2 === 0)
        : count > (open.get(opener) ?? 0);
    if (!isLoose) break;
    open.set(last, count - 1);
  }
  return url.slice(0, end);
}
