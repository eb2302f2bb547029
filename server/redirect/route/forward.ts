const URL_MAX = 8192; // characters, like that of a long URL
const PARAMETERS_MAX = 100;
const SEGMENTS_MAX = 64;
/** Some servers cut a segment at its semicolon. */
const DOTS = /^(?:\.|%2e){1,2}(?:(?:;|%3b).*)?$/i;
const CAMPAIGN = /^(?:utm_|qr$)/i;

/**
 * Whether a path may be added to a target. A dot segment could leave the target's folder, and
 * servers read a backslash or an encoded slash as a slash.
 */
export function isForwardable(path: string): boolean {
  if (/\\|%5c|%2f|%00|[\0-\x20]/i.test(path)) return false;
  return path.split('/').every((segment) => !DOTS.test(segment));
}

/** Adds path and query if they are not too long or too many; all else stays the target's own. */
export function forward(target: string, path: string, query: string): string {
  if (path.length + query.length > URL_MAX || (path === '' && query === '')) return target;
  if (hasMore(path, '/', SEGMENTS_MAX) || hasMore(query, '&', PARAMETERS_MAX)) return target;
  const url = new URL(target);
  const { origin } = url;
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  if (query !== '') addQuery(url, query);
  return url.origin === origin && url.href.length <= URL_MAX ? url.href : target;
}

function hasMore(text: string, mark: string, max: number): boolean {
  let parts = 1;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    parts += 1;
    if (parts > max) return true;
  }
  return false;
}

function addQuery(url: URL, query: string): void {
  const names = new Set(Array.from(url.searchParams.keys(), foldName));
  const added = query.split('&').filter((pair) => {
    if (pair === '') return false;
    const name = readName(pair);
    return name !== 'qr' && !names.has(name);
  });
  if (added.length === 0) return;
  const { search } = url;
  url.search = `${search === '' ? '?' : `${search}&`}${added.join('&')}`;
}

function readName(pair: string): string {
  const end = pair.indexOf('=');
  const name = end === -1 ? pair : pair.slice(0, end);
  if (!/[%+]/.test(name)) return foldName(name);
  const [decoded = ''] = new URLSearchParams(name).keys();
  return foldName(decoded);
}

function foldName(name: string): string {
  return CAMPAIGN.test(name) ? name.toLowerCase() : name;
}
