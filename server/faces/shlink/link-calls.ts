import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import type { Link } from '../../../contracts/links/links.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { mayRead } from '../../links/create-link.ts';
import { readCreated } from '../ask.ts';
import type { Answer, ProtocolOptions } from '../protocol.ts';
import * as routes from './routes.ts';
import { showLink, showPage } from './shapes.ts';

export function listLinkCalls(options: ProtocolOptions): Endpoint[] {
  const { links } = options;
  return [
    endpoint(routes.listLinks, (request, call) => listLinks(options, request, call)),
    endpoint(routes.createLink, async (request, call) => ({
      body: showLink(await createLink(options, request, call)),
    })),
    endpoint(routes.shorten, async ({ longUrl }, call) => {
      const link = await createLink(options, { longUrl, forwardQuery: true }, call);
      return { body: showLink(link), text: link.short_link };
    }),
    endpoint(routes.getLink, async (request, call) => ({
      body: showLink(await findLink(options, request, call)),
    })),
    endpoint(routes.editLink, async (request, call) => {
      const { id } = await findLink(options, request, call);
      const { longUrl, title, tags, validSince, validUntil, maxVisits, forwardQuery } = request;
      const change = {
        id,
        long_url: longUrl,
        title,
        tags,
        starts_at: validSince,
        expires_at: validUntil,
        max_clicks: maxVisits,
        forward_query: forwardQuery === undefined ? undefined : forwardQuery ? 1 : 0,
      };
      return { body: showLink(await links.update(change, call)) };
    }),
    endpoint(routes.removeLink, async (request, call) => {
      const { id } = await findLink(options, request, call);
      await links.deleteById(id, call);
      return { status: 204, body: null };
    }),
  ];
}

/** Throws `links.unknown`, also for a domain that the site does not have. */
export function findLink(
  { links, hosts }: ProtocolOptions,
  { code, domain }: CheckedRequestOf<typeof routes.getLink>,
  call: Call,
): Promise<Link> {
  const host = routes.findDomain(hosts, domain, call);
  if (host === null) throw new Problem('links.unknown');
  return links.get({ short_url: code, domain: host }, call);
}

async function listLinks(
  { links, hosts }: ProtocolOptions,
  request: CheckedRequestOf<typeof routes.listLinks>,
  call: Call,
): Promise<Answer> {
  const { page, itemsPerPage, searchTerm, domain, tagsMode, excludeTagsMode } = request;
  const { tags, excludeTags: excluded } = request;
  const size = itemsPerPage < 1 ? routes.PAGE_MAX : Math.min(itemsPerPage, routes.PAGE_MAX);
  const host = domain === undefined ? undefined : routes.findDomain(hosts, domain, call);
  if (host === null) return showLinks([], { page, size, total: 0 });
  const ended = [
    ...(request.excludePastValidUntil === true ? ['expired' as const] : []),
    ...(request.excludeMaxVisitsReached === true ? ['used-up' as const] : []),
  ];
  const { by, order } = request.orderBy ?? { by: 'created_at' as const, order: 'desc' as const };
  const { total, urls } = await links.list(
    {
      page,
      limit: size,
      sort: by,
      order,
      q: searchTerm,
      domain: host,
      created_from: request.startDate,
      created_until: request.endDate,
      ...(tagsMode === 'all' ? { tag: tags } : { any_tag: tags }),
      ...(excludeTagsMode === 'all' ? { without_all: excluded } : { without_any: excluded }),
      without_ended: ended.length === 0 ? undefined : ended,
    },
    call,
  );
  return showLinks(urls, { page, size, total });
}

async function createLink(
  { links, hosts }: ProtocolOptions,
  request: CheckedRequestOf<typeof routes.createLink>,
  call: Call,
): Promise<Link> {
  const { customSlug, tags, findIfExists = false } = request;
  const domain = routes.findDomain(hosts, request.domain, call);
  if (domain === null) {
    throw new Problem('domains.unknown', { field: 'domain', reason: 'Add this domain first' });
  }
  const asks = {
    domain,
    short_url: customSlug,
    starts_at: request.validSince,
    expires_at: request.validUntil,
    max_clicks: request.maxVisits,
  };
  if (findIfExists && mayRead(call.caller)) {
    const longUrl = parseLongUrl(request.longUrl) ?? request.longUrl;
    // Clients send an empty list of tags when they ask for none.
    const sought = { long_url: longUrl, ...asks, ...(tags?.length !== 0 && { tags }) };
    const equal = await links.findEqual(sought, call);
    if (equal !== null) return equal;
  }
  const wanted = {
    long_url: request.longUrl,
    title: request.title,
    tags,
    forward_query: request.forwardQuery ? 1 : 0,
    ...asks,
  };
  const how = { isNew: true, codeLength: request.shortCodeLength };
  const created = await links.create(wanted, call, how).catch((error: unknown) => {
    throw nameTaken(error, { customSlug, ...(domain !== routes.MAIN && { domain }) });
  });
  return readCreated(links, created, wanted, call);
}

function showLinks(links: readonly Link[], page: Parameters<typeof showPage>[1]): Answer {
  return { body: { shortUrls: showPage(links.map(showLink), page) } };
}

function nameTaken(error: unknown, data: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof Problem) || error.problem !== 'links.code-taken') return error;
  return new Problem('links.code-taken', { ...error.details, data });
}
