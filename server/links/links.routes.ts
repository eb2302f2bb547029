import { splitCode } from '../../contracts/domain-code.ts';
import { getHistory, revertLink } from '../../contracts/history.ts';
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
} from '../../contracts/links.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import { Problem } from '../http/problem.ts';
import { editorOf } from './editor-of.ts';
import type { GuestLimit } from './guest-limit.ts';
import { searchPage } from './link-lists.ts';
import type { Links } from './links.ts';
import type { PageTitles } from './page-title.ts';
import { hasRouting } from './requested-routing.ts';

export function linkRoutes(
  links: Links,
  pageTitles: PageTitles,
  guestLimit: GuestLimit,
): Endpoint[] {
  return [
    endpoint(createLink, async (request, call) => {
      if (call.caller.kind === 'visitor') {
        if (request.tags !== undefined || (request.domain ?? '') !== '' || hasRouting(request)) {
          throw new Problem('call.login-required');
        }
        await guestLimit.count(call.address);
      }
      const { row, isNew } = await links.create(request, call.hostname, call.address);
      const { id, long_url, title, description, expires_at } = row;
      const { domain, code: short_url } = splitCode(row.short_url);
      return { id, domain, short_url, long_url, title, description, expires_at, is_new: isNew };
    }),
    endpoint(listLinks, ({ page, limit, sort, order, ...filter }) =>
      links.list(filter, { page, limit, sort, order }),
    ),
    endpoint(searchLinks, ({ filter: field, keyword, page, limit, sort, order, ...filter }) =>
      links.search(field, keyword, filter, searchPage(page, limit, { sort, order })),
    ),
    endpoint(getLink, ({ short_url: code, domain = '' }) => links.get(code, domain)),
    endpoint(updateLink, (change, call) => links.update(change, call.hostname, editorOf(call))),
    endpoint(getHistory, ({ id }) => links.history(id)),
    endpoint(revertLink, ({ id, at }, call) => links.revert(id, at, call.hostname, editorOf(call))),
    endpoint(deleteLink, async ({ short_url: code, domain = '' }) => {
      await links.delete(code, domain);
      return {};
    }),
    endpoint(deleteLinks, ({ ids }) => links.deleteMany(ids)),
    endpoint(restoreLinks, ({ ids }, call) => links.restore(ids, call.hostname)),
    endpoint(clearLinks, () => links.clear()),
    endpoint(fetchUrlMetadata, ({ url }) => pageTitles.fetch(url, 'now')),
  ];
}
