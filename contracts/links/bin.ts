import { z } from 'zod';
import { linkFilter } from './link-filter.ts';
import { clearLinks, link, linkPage, listLinks, restoreLinks } from './links.ts';
import { defineGet, definePost, LARGE_BODY_MAX } from '../route.ts';

export const deletedLink = link.extend({
  deleted_at: z.int(),
  restorable_until: z.int().describe('From this time on, the link cannot be restored'),
});
export type DeletedLink = z.output<typeof deletedLink>;

export const listDeleted = defineGet('/api/urls/deleted', {
  needs: 'links.edit',
  scope: 'links:read',
  summary: 'List deleted links that can be restored, most recently deleted first',
  request: z.object({
    page: listLinks.request.shape.page.default(1),
    limit: listLinks.request.shape.limit,
    q: linkFilter.shape.q.describe('Text to find anywhere in the code, title or long URL'),
  }),
  reply: linkPage.extend({ urls: z.array(deletedLink) }),
});

export const purgeDeleted = definePost('/api/urls/deleted/purge', {
  needs: 'links.purge',
  scope: null,
  isFresh: 'with-others',
  summary: 'Permanently delete links in the bin by ID; returns how many were deleted',
  request: z.object({ ids: restoreLinks.request.shape.ids }),
  bodyMax: LARGE_BODY_MAX,
  reply: z.int(),
});

export const emptyBin = definePost('/api/urls/deleted/clear', {
  needs: 'clear',
  scope: null,
  isFresh: 'with-others',
  summary: 'Permanently delete all links in the bin; returns how many were deleted',
  request: z.object({ confirm: clearLinks.request.shape.confirm }),
  reply: z.int(),
});
