const URL_MAX = 8192; // characters, like that of a long URL
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * Whether a path may be added to a target. A dot segment could leave the target's folder, and
 * servers read a backslash or an encoded slash as a slash.
 */
export function isForwardable(path: string): boolean {
  if (/\\|%5c|%2f|%00|[\0-\x20]/i.test(path)) return false;
  return path.split('/').every((segment) => !DOTS.test(segment));
}

/** Adds the path and the query of a visit. Scheme, host and fragment stay the target's own. */
export function forward(target: string, path: string, query: string): string {
  if (path === '' && query === '') return target;
  const url = new URL(target);
  const { origin } = url;
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  if (query !== '') url.search = joinQueries(url, query);
  return url.origin === origin && url.href.length <= URL_MAX ? url.href : target;
}

/** The target's own names win. `qr` only marks a scan. */
function joinQueries({ search, searchParams }: URL, query: string): string {
  const own = new Set(searchParams.keys());
  const added = query.split('&').filter((pair) => {
    const [name] = new URLSearchParams(pair).keys();
    return name !== undefined && name !== 'qr' && !own.has(name);
  });
  return [search.slice(1), ...added].filter((part) => part !== '').join('&');
}
