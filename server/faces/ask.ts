import { listDomains, type ListedDomain } from '../../contracts/domains.ts';
import type { Link, listLinks } from '../../contracts/links/links.ts';
import { routingDefaults } from '../../contracts/links/link-fields.constants.ts';
import type { CheckedRequestOf, ReplyOf, Route } from '../../contracts/route.ts';
import { nowSeconds } from '../engine/now.ts';
import { PackedJson } from '../http/answer/packed-json.ts';
import { findRefusal, signedIn } from '../http/caller.ts';
import type { Call, Endpoint } from '../http/endpoint.ts';
import { mayRead, type CreatedLink } from '../links/create-link.ts';
import type { LinkRequest } from '../links/link-rules.ts';
import type { Links } from '../links/links.ts';
import { permissionOf } from './face-route.ts';

/** Runs a call with the envelope, whose request was checked by the same schema. */
export function createAsk(others: readonly Endpoint[]) {
  const byRoute = new Map(others.map(({ route, run }) => [route, run]));
  return async <R extends Route>(
    route: R,
    request: CheckedRequestOf<R>,
    call: Call,
  ): Promise<ReplyOf<R>> => {
    const reply = await byRoute.get(route)!(request, call);
    return (reply instanceof PackedJson ? reply.data : reply) as ReplyOf<R>;
  };
}

export type Ask = ReturnType<typeof createAsk>;

/** The further domains; none for a caller that may not list them. */
export async function askDomains(ask: Ask, call: Call): Promise<readonly ListedDomain[]> {
  const isClosed = findRefusal(signedIn(call.caller), permissionOf(listDomains)) !== null;
  return isClosed ? [] : ask(listDomains, {}, call);
}

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

/** A link that was created as `wanted`. A token that may not read gets back what it sent. */
export async function readCreated(
  links: Links,
  created: CreatedLink,
  wanted: LinkRequest,
  call: Call,
): Promise<Link> {
  if (mayRead(call.caller)) return links.get({ id: created.id }, call);
  const now = nowSeconds();
  const { password: _password, ...routing } = routingDefaults;
  return {
    ...created,
    note: wanted.note ?? '',
    tags: [...(wanted.tags ?? [])],
    clicks: 0,
    people: 0,
    imported_clicks: 0,
    pending_clicks: 0,
    last_clicked_at: 0,
    created_at: now,
    updated_at: now,
    is_active: 1,
    state: 'live',
    is_count_only: 0,
    shows_numbers: 0,
    ...routing,
    starts_at: wanted.starts_at ?? 0,
    max_clicks: wanted.max_clicks ?? 0,
    has_password: wanted.password !== undefined,
    forward_query: wanted.forward_query ?? 0,
    rules: wanted.rules ?? [],
    social: wanted.social ?? routing.social,
    refused_passwords: 0,
    ip: call.address,
  };
}
