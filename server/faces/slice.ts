import type { Link, listLinks } from '../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../contracts/route.ts';
import type { Call } from '../http/endpoint.ts';
import type { Links } from '../links/links.ts';

type Listing = Omit<CheckedRequestOf<typeof listLinks>, 'page' | 'limit' | 'after'>;

/** `limit` links of a list, from any place on: they lie in at most two pages of `limit` links. */
export async function listSlice(
  links: Links,
  { start, limit, ...listing }: Listing & { readonly start: number; readonly limit: number },
  call: Call,
): Promise<{ readonly total: number; readonly links: readonly Link[] }> {
  const read = (page: number) => links.list({ ...listing, page, limit }, call);
  const page = Math.floor(start / limit) + 1;
  const rest = start % limit;
  const first = await read(page);
  const second = rest === 0 ? [] : (await read(page + 1)).urls;
  return { total: first.total, links: [...first.urls, ...second].slice(rest, rest + limit) };
}
