import { parseLongUrl } from '../../../contracts/links/long-url.ts';
import type { CheckedRequestOf } from '../../../contracts/route.ts';
import { nowSeconds } from '../../engine/now.ts';
import { endpoint, type Call, type Endpoint } from '../../http/endpoint.ts';
import { Problem } from '../../http/problem.ts';
import { mayRead } from '../../links/create-link.ts';
import type { Links } from '../../links/links.ts';
import { MAIN, type Hosts } from './hosts.ts';
import * as routes from './routes.ts';
import { nothing, showLink, showPage, succeed, type Answer } from './shapes.ts';

export interface LinkCallsOptions {
  readonly links: Links;
  readonly hosts: Hosts;
}

export function listLinkCalls({ links, hosts }: LinkCallsOptions): Endpoint[] {
  const calls = new LinkCalls(links, hosts);
  return [
    endpoint(routes.listLinks, (request, call) => calls.list(request, call)),
    endpoint(routes.createLink, async (request, call) =>
      succeed(showLink(await calls.create(request, call))),
    ),
    endpoint(routes.shorten, async ({ longUrl }, call) => {
      const link = await calls.create({ longUrl, forwardQuery: true }, call);
      return { ...succeed(showLink(link)), text: link.short_link };
    }),
    endpoint(routes.getLink, async (request, call) =>
      succeed(showLink(await calls.find(request, call))),
    ),
    endpoint(routes.editLink, async (request, call) =>
      succeed(showLink(await calls.edit(request, call))),
    ),
    endpoint(routes.removeLink, async (request, call) => {
      const { id } = await calls.find(request, call);
      await links.deleteById(id, call);
      return nothing;
    }),
  ];
}

export class LinkCalls {
  readonly #links: Links;
  readonly #hosts: Hosts;

  constructor(links: Links, hosts: Hosts) {
    this.#links = links;
    this.#hosts = hosts;
  }

  /** Throws `links.unknown`, also for a domain that the site does not have. */
  find({ code, domain }: { code: string; domain?: string | undefined }, call: Call) {
    const host = this.#hosts.read(domain, call);
    if (host === null) throw new Problem('links.unknown');
    return this.#links.get({ short_url: code, domain: host }, call);
  }

  async list(request: CheckedRequestOf<typeof routes.listLinks>, call: Call): Promise<Answer> {
    const { page, itemsPerPage, searchTerm, domain, tagsMode, excludeTagsMode } = request;
    const { tags, excludeTags: excluded } = request;
    const size = itemsPerPage < 1 ? routes.PAGE_MAX : Math.min(itemsPerPage, routes.PAGE_MAX);
    const host = domain === undefined ? undefined : this.#hosts.read(domain, call);
    if (host === null) return showLinks([], { page, size, total: 0 });
    const ended = [
      ...(request.excludePastValidUntil === true ? ['expired' as const] : []),
      ...(request.excludeMaxVisitsReached === true ? ['used-up' as const] : []),
    ];
    const { by, order } = request.orderBy ?? { by: 'created_at' as const, order: 'desc' as const };
    const { total, urls } = await this.#links.list(
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
    return showLinks(urls.map(showLink), { page, size, total });
  }

  async create(
    request: CheckedRequestOf<typeof routes.createLink>,
    call: Call,
  ): Promise<Parameters<typeof showLink>[0]> {
    const { customSlug, domain: asked, tags, findIfExists = false } = request;
    const domain = this.#hosts.read(asked, call);
    if (domain === null) {
      throw new Problem('domains.unknown', { field: 'domain', reason: 'Add this domain first' });
    }
    const limits = {
      starts_at: request.validSince,
      expires_at: request.validUntil,
      max_clicks: request.maxVisits,
    };
    const asks = { domain, short_url: customSlug, ...limits };
    const canRead = mayRead(call.caller);
    if (findIfExists && canRead) {
      const longUrl = parseLongUrl(request.longUrl) ?? request.longUrl;
      // Clients send an empty list of tags when they ask for none.
      const sought = { long_url: longUrl, ...asks, ...(tags?.length !== 0 && { tags }) };
      const equal = await this.#links.findEqual(sought, call);
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
    const made = await this.#links.create(wanted, call, how).catch((error: unknown) => {
      throw nameTaken(error, { customSlug, ...(domain !== MAIN && { domain }) });
    });
    if (canRead) return this.#links.get({ id: made.id }, call);
    // The token may not read, so the answer repeats what was asked for.
    return {
      ...made,
      tags: tags === undefined ? [] : [...tags],
      clicks: 0,
      people: 0,
      imported_clicks: 0,
      created_at: nowSeconds(),
      starts_at: limits.starts_at ?? 0,
      max_clicks: limits.max_clicks ?? 0,
      forward_query: wanted.forward_query,
      rules: [],
    };
  }

  async edit(request: CheckedRequestOf<typeof routes.editLink>, call: Call) {
    const { id } = await this.find(request, call);
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
    return this.#links.update(change, call);
  }
}

function showLinks(
  links: readonly ReturnType<typeof showLink>[],
  page: Parameters<typeof showPage>[1],
): Answer {
  return succeed({ shortUrls: showPage(links, page) });
}

function nameTaken(error: unknown, data: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof Problem) || error.problem !== 'links.code-taken') return error;
  return new Problem('links.code-taken', { ...error.details, data });
}
