import {
  createLink,
  deleteLink,
  deleteLinks,
  fetchUrlMetadata,
  listLinks,
} from '../../contracts/links.ts';
import { endpoint, type Endpoint } from '../http/endpoint.ts';
import type { Links } from './links.ts';
import type { PageTitles } from './page-title.ts';

export function linkRoutes(links: Links, pageTitles: PageTitles): Endpoint[] {
  return [
    endpoint(createLink, async (request, call) => {
      const link = await links.create(request, call.hostname, call.address);
      const { id, short_url, long_url, title, description, expires_at } = link;
      return { id, short_url, long_url, title, description, expires_at };
    }),
    endpoint(listLinks, ({ page, limit }) => links.list(page, limit)),
    endpoint(deleteLink, async ({ short_url: code }) => {
      await links.delete(code);
      return {};
    }),
    endpoint(deleteLinks, ({ ids }) => links.deleteMany(ids)),
    endpoint(fetchUrlMetadata, ({ url }) => pageTitles.fetch(url, 'now')),
  ];
}
