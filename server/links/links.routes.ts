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
} from '../../contracts/links/links.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Links } from './links.ts';
import type { PageTitles } from '../page-titles/page-title.ts';

export function linkRoutes(links: Links, pageTitles: PageTitles): Endpoint[] {
  return [
    endpoint(createLink, (request, call) => links.create(request, call)),
    endpoint(listLinks, (request, call) => links.list(request, call)),
    endpoint(searchLinks, (request, call) => links.search(request, call)),
    endpoint(getLink, (lookUp, call) => links.get(lookUp, call)),
    endpoint(updateLink, (change, call) => links.update(change, call)),
    endpoint(getHistory, (reference, call) => links.history(reference, call)),
    endpoint(revertLink, (request, call) => links.revert(request, call)),
    endpoint(deleteLink, async (lookUp, call) => {
      await links.delete(lookUp, call);
      return {};
    }),
    endpoint(deleteLinks, ({ ids }, call) => links.deleteMany(ids, call)),
    endpoint(restoreLinks, ({ ids }, call) => links.restore(ids, call)),
    endpoint(clearLinks, (_, call) => links.clear(call)),
    endpoint(fetchUrlMetadata, ({ url }) => pageTitles.fetch(url, 'now')),
  ];
}
