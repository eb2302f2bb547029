import { splitCode } from '../../contracts/links/domain-code.ts';
import { getHistory, revertLink } from '../../contracts/links/history.ts';
import {
  clearLinks,
  createLink,
  deleteLink,
  deleteLinks,
  fetchUrlMetadata,
  getLink,
  listLinks,
  restoreLinks,
  searchLinks,
  updateLink,
  type Link,
} from '../../contracts/links/links.ts';
import { endpoint, type Call, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { refuseTaken } from './apply-edit.ts';
import { actorOf } from '../audit/actor.ts';
import type { GuestLimit } from './guest-limit.ts';
import type { Unaddressed } from './link-row.ts';
import { searchPage } from './link-lists.ts';
import type { Links } from './links.ts';
import type { PageTitles } from './page-title.ts';
import { addShortLink } from './short-link.ts';

/** What guests get of a link that was there. */
const unshown = { id: 0, title: '', description: '', expires_at: 0 };

export function linkRoutes(
  links: Links,
  pageTitles: PageTitles,
  guestLimit: GuestLimit,
  baseUrl: URL | null,
): Endpoint[] {
  const siteOf = ({ site }: Call) => baseUrl ?? site;
  const showPage = async <Page extends { urls: Unaddressed<Link>[] }>(
    found: Promise<Page>,
    call: Call,
  ) => {
    const page = await found;
    return { ...page, urls: page.urls.map((row) => addShortLink(row, siteOf(call))) };
  };
  return [
    createRoute(links, guestLimit, siteOf),
    endpoint(listLinks, ({ page = 1, limit, after, sort, order, ...filter }, call) => {
      const found =
        after === undefined
          ? links.list(filter, { page, limit, sort, order })
          : links.listAfter(filter, { after, limit, order });
      return showPage(found, call);
    }),
    endpoint(
      searchLinks,
      ({ filter: field, keyword, page, limit, sort, order, ...filter }, call) => {
        const slice = searchPage(page, limit, { sort, order });
        return showPage(links.search({ field, keyword, filter }, slice, call.hostname), call);
      },
    ),
    endpoint(getLink, async (lookUp, call) =>
      addShortLink(await links.get(lookUp, call.hostname), siteOf(call)),
    ),
    endpoint(updateLink, async (change, call) =>
      addShortLink(await links.update(change, call.hostname, actorOf(call)), siteOf(call)),
    ),
    endpoint(getHistory, (reference, { hostname }) => links.history(reference, hostname)),
    endpoint(revertLink, async ({ at, ...reference }, call) =>
      addShortLink(await links.revert(reference, at, call.hostname, actorOf(call)), siteOf(call)),
    ),
    endpoint(deleteLink, async (lookUp, call) => {
      await links.delete(lookUp, call.hostname, actorOf(call));
      return {};
    }),
    endpoint(deleteLinks, ({ ids }, call) => links.deleteMany(ids, actorOf(call))),
    endpoint(restoreLinks, ({ ids }, call) => links.restore(ids, call.hostname, actorOf(call))),
    endpoint(clearLinks, (_, call) => links.clear(actorOf(call))),
    endpoint(fetchUrlMetadata, ({ url }) => pageTitles.fetch(url, 'now')),
  ];
}

function createRoute(links: Links, guestLimit: GuestLimit, siteOf: (call: Call) => URL): Endpoint {
  return endpoint(createLink, async (request, call) => {
    const isGuest = call.caller.via === 'nothing';
    if (isGuest) await guestLimit.count(call.address);
    const creation = links.create(request, call, actorOf(call));
    const { row, isNew, isRestored } = await (isGuest ? hideBin(creation) : creation);
    const { id, long_url, title, description, expires_at } = row;
    const { domain, code: short_url } = splitCode(row.short_url);
    const about = { id, title, description, expires_at };
    const address = addShortLink({ domain, short_url }, siteOf(call));
    const shown = isGuest && !isNew ? unshown : about;
    return {
      ...shown,
      ...address,
      long_url,
      is_new: isNew,
      ...(isRestored === true && { is_restored: isRestored }),
    };
  });
}

/** Guests get the same refusal for a code in the bin as for any other taken code. */
async function hideBin<Made>(creation: Promise<Made>): Promise<Made> {
  try {
    return await creation;
  } catch (error) {
    const isBinned = error instanceof Problem && error.details.restorableUntil !== undefined;
    throw isBinned ? refuseTaken() : error;
  }
}
